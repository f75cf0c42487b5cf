#!/usr/bin/env bash
# A Python environment with the official OpenAI client, for the tests that ask the service with it; those tests skip where it is missing.
# Kept in the user's cache, made once per version. Needs python3 with venv, and PyPI.
set -euo pipefail
version=3.54.0
home=${XDG_CACHE_HOME:-$HOME/.cache}/gloss/python-clients
if [ "$(cat "$home/version" 2>/dev/null)" = "$version" ] && "$home/bin/python" -c 'import openai'; then
  echo "$home is there"
  exit 0
fi
rm -rf "$home"
python3 -m venv "$home"
"$home/bin/pip" install --quiet --disable-pip-version-check "openai==$version"
echo "$version" >"$home/version"
echo "$home"
