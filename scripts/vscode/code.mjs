#!/usr/bin/env node
// Replaces the `code` executable if there is no desktop VS Code: takes the arguments that @vscode/test-electron passes,
// runs the tests in the extension host of code-server, and exits with their code. BROWSER_SESSIONS_VSCODE_HOST chooses
// the host: newest (the default) or oldest.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitOnSignals } from '../signals.mjs';
import { temporaryFolderForAll } from '../temporary.mjs';
import { runInExtensionHost } from './extension-host.mjs';
import { hostNamed } from './hosts.mjs';
import { prepare } from './server.mjs';

const { values, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: {
    extensionDevelopmentPath: { type: 'string' },
    extensionTestsPath: { type: 'string' },
  },
});
const host = hostNamed(process.env.BROWSER_SESSIONS_VSCODE_HOST);

exitOnSignals();
// The launcher has the other end of stdin: when the launcher ends for any reason, this process exits too.
if (fs.fstatSync(0).isSocket() || fs.fstatSync(0).isFIFO())
  process.stdin
    .resume()
    .once('end', () => process.exit(130))
    .once('error', () => {});

const folder = temporaryFolderForAll();
prepare(folder.path);
const code = await runInExtensionHost({
  folder: folder.path,
  host,
  picture: path.resolve('out/editor-tests.png'),
  developmentPath: values.extensionDevelopmentPath,
  testsPath: values.extensionTestsPath,
  workspace: positionals[0],
});
folder.remove();
process.exit(code);
