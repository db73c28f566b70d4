#!/usr/bin/env bash
# Installs the command line for this job, and puts it on the path of the steps after this one.
set -euo pipefail

package=$INPUT_PACKAGE
if [ -z "$package" ]; then
  package=$(node -e '
    const { name, version, homepage } = require(`${process.env.GITHUB_ACTION_PATH}/package.json`);
    console.log(`${homepage.replace(/#.*$/, "")}/releases/download/v${version}/${name}-${version}.tgz`);
  ')
fi
folder=$RUNNER_TEMP/browser-sessions
mkdir -p "$folder"
# A name that begins with a dash would be an option.
npm install --prefix "$folder" --no-audit --no-fund --no-save -- "$package"
printf '%s\n' "$folder/node_modules/.bin" >> "$GITHUB_PATH"
"$folder/node_modules/.bin/browser-sessions" --version
