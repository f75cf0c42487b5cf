#!/usr/bin/env bash
# A Python environment with the official OpenAI and MCP clients, and the generator of clients from OpenAPI, for the tests that ask the service
# with them; those tests skip where it is missing.
# Kept in the user's cache, made once per version. Needs python3 with venv, and PyPI.
set -euo pipefail
openai=3.54.0
mcp=2.3.0
generator=0.29.1
version="openai $openai, mcp $mcp, openapi-python-client $generator"
home=${XDG_CACHE_HOME:-$HOME/.cache}/gloss/python-clients
if [ "$(cat "$home/version" 2>/dev/null)" = "$version" ] && "$home/bin/python" -c 'import openai, mcp, openapi_python_client'; then
  echo "$home is there"
  exit 0
fi
rm -rf "$home"
python3 -m venv "$home"
"$home/bin/pip" install --quiet --disable-pip-version-check "openai==$openai" "mcp==$mcp" "openapi-python-client==$generator"
echo "$version" >"$home/version"
echo "$home"
