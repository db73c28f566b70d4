#!/usr/bin/env bash
# Starts the local service, and waits for its browser. It runs until stop.sh, or the end of the job.
set -euo pipefail

log=$RUNNER_TEMP/browser-sessions/service.log
browser-sessions service > "$log" 2>&1 < /dev/null &
echo $! > "$RUNNER_TEMP/browser-sessions/service.pid"
if ! browser-sessions sessions --wait 120s; then
  cat "$log" >&2
  exit 1
fi
