// The tests in a real editor: node scripts/editor-tests.mjs [newest | oldest [entry [folder to open]]]
//   VSCODE=/usr/bin/code          in that desktop VS Code
//   VSCODE=stable | 1.105.0       in one that @vscode/test-electron downloads
//   neither                       in VS Code from the npm registry (scripts/vscode)
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTests } from '@vscode/test-electron';
import { writeCertificates } from './certificates.mjs';
import { ensureChromium } from './chromium.mjs';
import { copySample } from './sample.mjs';
import { exitOnSignals } from './signals.mjs';
import { temporaryFolderForAll } from './temporary.mjs';
import { wantedProgram } from './vscode/desktop.mjs';
import { hostNamed } from './vscode/hosts.mjs';
import { installVSCode } from './vscode/install.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const wish = process.env.VSCODE;
const name = process.argv[2] ?? 'newest';
const entry = process.argv[3] ?? 'out/test/editor/index.cjs';

async function executable() {
  const wanted = await wantedProgram();
  if (!wanted) await installVSCode(hostNamed(name).name);
  return wanted ?? path.join(root, 'scripts/vscode/code.mjs');
}

exitOnSignals();
const folder = temporaryFolderForAll();
const workspace = process.argv[4] ?? copySample(folder.path);
const certificates = path.join(folder.path, 'certificates');
const ca = await writeCertificates(certificates);
const results = process.env.TEST_RESULTS ?? path.join(folder.path, 'results.json');
fs.rmSync(results, { force: true });
// A separate folder with a short path, because a desktop VS Code creates its sockets there.
const user = wish
  ? [`--user-data-dir=${path.join(folder.path, 'u')}`, `--extensions-dir=${path.join(folder.path, 'e')}`]
  : [];

let code = 1;
try {
  code = await runTests({
    vscodeExecutablePath: await executable(),
    extensionDevelopmentPath: root,
    extensionTestsPath: path.join(root, entry),
    launchArgs: [workspace, ...user],
    extensionTestsEnv: {
      TEST_RESULTS: results,
      BROWSER_SESSIONS_ROOT: root,
      BROWSER_SESSIONS_CHROMIUM: await ensureChromium(),
      BROWSER_SESSIONS_VSCODE_HOST: name,
      BROWSER_SESSIONS_CERTIFICATES: certificates,
      NODE_EXTRA_CA_CERTS: ca,
    },
  });
} catch (error) {
  console.error(error.message);
}
// The tests' own results: if the file is missing or contains no test, the run has failed whatever the exit code says.
const told = fs.existsSync(results) ? JSON.parse(fs.readFileSync(results, 'utf8')) : undefined;
if (told) console.log(`${told.passed.length} passed, ${told.failures.length} failed on ${told.host}`);
else console.error('The tests wrote no results.');
const logs = path.join(folder.path, 'u/logs');
if (code !== 0 && process.env.TEST_FAILURES && fs.existsSync(logs))
  fs.cpSync(logs, path.join(process.env.TEST_FAILURES, 'logs'), { recursive: true });
folder.remove();
process.exit(told && told.passed.length > 0 && told.failures.length === 0 && code === 0 ? 0 : 1);
