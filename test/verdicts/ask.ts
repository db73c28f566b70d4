// npm run verdicts: loads every case in the Chromium of this machine, and stores its answers beside those of other
// versions.
//   npm run verdicts -- required-keys        only these families, of a version that is recorded
//   npm run verdicts -- --missing            only the cases that this version has not been tested with, if it is recorded
//   npm run verdicts -- --random 500 --seed 7   random manifests, and where our verdict differs
//   npm run verdicts -- --folder ~/my-ext    tests a real folder, and reports where our verdict differs
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from '../../src/chromium/find-chromium';
import { Launcher } from '../../src/chromium/launcher';
import { english } from '../../src/core/message';
import { inspectExtension, type Problem } from '../../src/packaging';
import { type Case, fingerprint, lay } from './case';
import { type Answer, type Asked, withChromium } from './chromium';
import { families } from './families';
import { randomCases } from './random';
import {
  type Answer as RecordedAnswer,
  readRecorded,
  recordedFile,
  recordedVersions,
  withAnswers,
  writeRecorded,
} from './recorded';
import { VERSIONS_FILE, versionsModule } from './versions';

interface Asking extends Asked {
  readonly home: string;
}

async function record(wanted: readonly string[], onlyMissing: boolean, { version, ask, home }: Asking): Promise<void> {
  // A version of which only a part is recorded would differ from the others in all the rest.
  if ((wanted.length > 0 || onlyMissing) && !recordedVersions().includes(version))
    throw new Error(
      `Chromium ${version} is none of those that are recorded: ${recordedVersions().join(', ')}. ` +
        'Name one of them with BROWSER_SESSIONS_CHROMIUM, or run npm run verdicts alone to record this one too.',
    );
  for (const family of wanted.length > 0 ? wanted : Object.keys(families)) {
    const before = readRecorded(family);
    const asked = new Map<string, { of: string; answer: RecordedAnswer }>();
    for (const [index, each] of (families[family] ?? []).entries()) {
      const of = fingerprint(each);
      const known = before.verdicts[each.name]?.of === of ? before.verdicts[each.name]?.answers[version] : undefined;
      if (onlyMissing && known) {
        asked.set(each.name, { of, answer: known });
        continue;
      }
      const folder = await layAnew(path.join(home, family, `${index}`), each);
      asked.set(each.name, { of, answer: toRecord(await ask(folder), folder) });
    }
    await writeFile(recordedFile(family), writeRecorded(withAnswers(before, version, asked)));
    const refused = [...asked.values()].filter(({ answer }) => answer.refused !== undefined).length;
    console.log(`${family}: ${asked.size} cases, ${refused} refused by Chromium ${version}`);
  }
  await writeFile(VERSIONS_FILE, versionsModule(recordedVersions()));
}

function toRecord({ refused, warnings }: Answer, folder: string): RecordedAnswer {
  return {
    ...(refused !== undefined && { refused: refused.replaceAll(folder, '<folder>') }),
    ...(warnings.length > 0 && { warnings: warnings.map((warning) => warning.replaceAll(folder, '<folder>')) }),
  };
}

/** A new folder each time, because Chromium remembers an extension by its path. */
async function layAnew(folder: string, each: Case): Promise<string> {
  await mkdir(folder, { recursive: true });
  await lay(folder, each);
  return folder;
}

async function compare(folders: readonly string[], { ask, version }: Asking): Promise<void> {
  for (const folder of folders.map((each) => path.resolve(each)))
    await tell(folder, folder, version, await ask(folder), true);
}

/**
 * Reports where our verdict differs from Chromium's; with `always`, also where they agree.
 * @returns whether they agree.
 */
async function tell(
  name: string,
  folder: string,
  version: string,
  { refused, warnings }: Answer,
  always: boolean,
): Promise<boolean> {
  const { problems } = await inspectExtension(folder, {}, new AbortController().signal);
  const hasError = problems.some(({ severity }) => severity === 'error');
  const agree = refused === undefined ? !hasError : hasError || problems.some((each) => isRefusalByThis(each, version));
  if (agree && !always) return true;
  console.log(`${agree ? 'agree ' : 'DIFFER'} ${name}`);
  if (refused !== undefined) console.log(`  Chromium: ${refused}`);
  for (const warning of warnings) console.log(`  Chromium warns: ${warning}`);
  for (const { severity, code, file, line, column, message } of problems)
    console.log(`  ${severity} ${code} ${file}:${line ?? ''}:${column ?? ''} ${english(message)}`);
  return agree;
}

/**
 * Whether a warning counts as a rejection by this version: it names this version among those that report the problem,
 * or requires a newer version.
 */
function isRefusalByThis({ code, message }: Problem, version: string): boolean {
  const [, minding] = /(Chromium \d+(?:, Chromium \d+)*) reports this; /.exec(english(message)) ?? [];
  return minding === undefined
    ? code === 'minimum-chrome-version'
    : minding.split(', ').includes(`Chromium ${Number.parseInt(version, 10)}`);
}

async function compareRandom(count: number, seed: number, { ask, version, home }: Asking): Promise<void> {
  let differing = 0;
  for (const [index, each] of randomCases(count, seed).entries()) {
    const folder = await layAnew(path.join(home, 'random', `${index}`), each);
    if (!(await tell(each.name, folder, version, await ask(folder), false))) differing++;
  }
  console.log(`${count} manifests of seed ${seed}: ${differing} differ`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string', multiple: true },
    random: { type: 'string' },
    seed: { type: 'string', default: '1' },
    missing: { type: 'boolean', default: false },
  },
});
const executable = findChromium();
if (!executable) throw new Error('There is no Chromium on this machine.');
const home = await mkdtemp(path.join(os.tmpdir(), 'v-'));
const launcher = new Launcher(executable);
try {
  await withChromium(launcher, home, async (asked) => {
    const asking = { ...asked, home };
    if (values.folder) await compare(values.folder, asking);
    else if (values.random) await compareRandom(Number(values.random), Number(values.seed), asking);
    else await record(positionals, values.missing, asking);
  });
} finally {
  await launcher.close();
  await rm(home, { recursive: true, force: true, maxRetries: 10 });
}
