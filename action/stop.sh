#!/usr/bin/env bash
# Stops the local service, with all its browsers.
set -euo pipefail

file=$RUNNER_TEMP/browser-sessions/service.pid
[ -f "$file" ] || exit 0
kill "$(cat "$file")" 2> /dev/null || true
rm "$file"
