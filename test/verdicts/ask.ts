// npm run verdicts: asks the Chromium of this machine about every case, and keeps what it says.
//   npm run verdicts -- required-keys        just these families
//   npm run verdicts -- --folder ~/my-ext    asks about a real folder, and says where our verdict differs
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from '../../src/chromium/find-chromium';
import { Launcher } from '../../src/chromium/launcher';
import { withTrial, type Trial } from '../../src/chromium/trial';
import { english } from '../../src/core/message';
import { inspectExtension } from '../../src/packaging';
import { fingerprint, lay } from './case';
import { families } from './families';
import { recordedFile, type Verdict } from './recorded';

interface Asking {
  readonly version: string;
  readonly trial: Trial;
  readonly home: string;
}

async function record(names: readonly string[], { version, trial, home }: Asking): Promise<void> {
  for (const family of names) {
    const verdicts: Record<string, Verdict> = {};
    for (const [index, each] of (families[family] ?? []).entries()) {
      // A new folder each time: Chromium remembers an extension by its path.
      const folder = path.join(home, family, `${index}`);
      await mkdir(folder, { recursive: true });
      await lay(folder, each);
      const refused = await trial(folder);
      verdicts[each.name] = { of: fingerprint(each), ...(refused !== undefined && { refused: refused.replaceAll(folder, '<folder>') }) };
    }
    await writeFile(recordedFile(family), `${JSON.stringify({ chromium: version, verdicts }, null, 2)}\n`);
    const refusedOnes = Object.values(verdicts).filter(({ refused }) => refused !== undefined).length;
    console.log(`${family}: ${Object.keys(verdicts).length} cases, ${refusedOnes} refused`);
  }
}

async function compare(folders: readonly string[], { trial }: Asking): Promise<void> {
  for (const folder of folders.map((each) => path.resolve(each))) {
    const chromium = await trial(folder);
    const { problems } = await inspectExtension(folder, {}, new AbortController().signal);
    const errors = problems.filter(({ severity }) => severity === 'error');
    console.log(`${(chromium === undefined) === (errors.length === 0) ? 'agree ' : 'DIFFER'} ${folder}`);
    if (chromium !== undefined) console.log(`  Chromium: ${chromium}`);
    for (const { severity, code, file, line, column, message } of problems) console.log(`  ${severity} ${code} ${file}:${line ?? ''}:${column ?? ''} ${english(message)}`);
  }
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { folder: { type: 'string', multiple: true } } });
const executable = findChromium();
if (!executable) throw new Error('There is no Chromium on this machine.');
const home = await mkdtemp(path.join(os.tmpdir(), 'v-'));
const launcher = new Launcher(executable);
try {
  await withTrial(launcher, home, async (trial, version) => {
    const asking = { version, trial, home };
    if (values.folder) await compare(values.folder, asking);
    else await record(positionals.length > 0 ? positionals : Object.keys(families), asking);
  });
} finally {
  await launcher.close();
  await rm(home, { recursive: true, force: true, maxRetries: 10 });
}
