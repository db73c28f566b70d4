#!/usr/bin/env bash
# Runs the tests, and ends as they do. Lines and summary are shown by the command itself.
set -euo pipefail

# An empty variable is one that was not given.
[ -n "$BROWSER_SESSIONS_TOKEN" ] || unset BROWSER_SESSIONS_TOKEN
[ -n "$BROWSER_SESSIONS_ADDRESS" ] || unset BROWSER_SESSIONS_ADDRESS

mkdir -p -- "$INPUT_RESULTS"
results=$(cd -- "$INPUT_RESULTS" && pwd)
args=("--junit=$results/junit.xml" "--report=$results/report")
# With "=", a value that begins with a dash is no option.
[ -z "$INPUT_FOLDER" ] || args+=("--extension=$INPUT_FOLDER")
[ -z "$INPUT_POOL" ] || args+=("--pool=$INPUT_POOL")
[ -z "$INPUT_WORKERS" ] || args+=("--workers=$INPUT_WORKERS")
[ -z "$INPUT_RETRIES" ] || args+=("--retries=$INPUT_RETRIES")
[ -z "$INPUT_SHARD" ] || args+=("--shard=$INPUT_SHARD")
[ -z "$INPUT_TIMEOUT" ] || args+=("--timeout=$INPUT_TIMEOUT")
[ "$INPUT_REUSE" != true ] || args+=(--reuse)
if [ "$INPUT_COVERAGE" = true ] || [ -n "$INPUT_COVERAGE_MIN" ]; then
  args+=(--coverage "--coverage-lcov=$results/lcov.info" "--coverage-json=$results/coverage.json")
fi
[ -z "$INPUT_COVERAGE_MIN" ] || args+=("--coverage-min=$INPUT_COVERAGE_MIN")
args+=(--)
while IFS= read -r line; do
  line=${line%$'\r'}
  [ -z "${line// /}" ] || args+=("$line")
done <<< "$INPUT_TESTS"

# An output is closed by a line that no value can know.
output() {
  local end="end-$RANDOM-$RANDOM-$RANDOM-$RANDOM"
  printf '%s<<%s\n%s\n%s\n' "$1" "$end" "$2" "$end" >> "$GITHUB_OUTPUT"
}
output results "$results"
if [ -n "$INPUT_ARTIFACT" ]; then
  output artifact "$INPUT_ARTIFACT${INPUT_SHARD:+-${INPUT_SHARD/\//-of-}}"
fi

status=0
browser-sessions test "${args[@]}" || status=$?
cp -- "$RUNNER_TEMP/browser-sessions/service.log" "$results/" 2> /dev/null || true
if [ -f "$results/junit.xml" ]; then
  # Of the element of all suites, which is the first.
  suites=$(grep -m 1 -o '<testsuites [^>]*>' "$results/junit.xml")
  count() { sed -E "s/.* $1=\"([0-9]+)\".*/\1/" <<< "$suites"; }
  output tests "$(count tests)"
  output failures "$(($(count failures) + $(count errors)))"
fi
exit "$status"
