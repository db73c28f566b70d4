#!/usr/bin/env bash
# Checks the folder. The runner shows each problem at its line.
set -euo pipefail

echo "::add-matcher::$GITHUB_ACTION_PATH/action/problems.json"
status=0
browser-sessions check -- "$INPUT_FOLDER" || status=$?
echo '::remove-matcher owner=browser-sessions::'
exit "$status"
