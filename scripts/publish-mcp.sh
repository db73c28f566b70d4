#!/usr/bin/env bash
# Publishes server.json in the MCP registry. The registry believes the workflow by its account on GitHub.
set -euo pipefail
cd "$(dirname "$0")/.."

version=1.7.9
sum=ab128162b0616090b47cf245afe0a23f3ef08936fdce19074f5ba0a4469281ac
folder=$(mktemp -d)
curl -fsSL "https://github.com/modelcontextprotocol/registry/releases/download/v$version/mcp-publisher_linux_amd64.tar.gz" -o "$folder/publisher.tar.gz"
echo "$sum  $folder/publisher.tar.gz" | sha256sum --check --quiet
tar -xzf "$folder/publisher.tar.gz" -C "$folder" mcp-publisher
"$folder/mcp-publisher" login github-oidc
"$folder/mcp-publisher" publish
