#!/usr/bin/env bash
# Installs the peers of `npm run measure peers` in a virtual environment (some 800 MB).
# usage: bash packages/lab/bench/peers/setup.sh FOLDER
set -euo pipefail
folder=${1:?usage: bash packages/lab/bench/peers/setup.sh FOLDER}
here=$(cd "$(dirname "$0")" && pwd)
python3 -m venv "$folder"
"$folder/bin/pip" install --requirement "$here/requirements.txt"
"$folder/bin/pip" install --no-deps --requirement "$here/requirements-alone.txt"
echo "Now: npm run measure peers -- --python $folder/bin/python"
