import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { english } from '../../src/core/message';
import { inspectExtension } from '../../src/packaging';
import { ASKED_VERSIONS } from '../../src/packaging/verdict/asked-versions';
import { type Case, fingerprint, lay } from './case';
import { families } from './families';
import { type Answer, readRecorded, recordedVersions } from './recorded';

/** Install warnings that say that something in the manifest is ignored. */
const PASSED_OVER = /^Permission '.*' is unknown|^URL pattern '.*' is malformed|^Unrecognized manifest key/;
/** Keys of another browser or system, which are present on purpose. */
const ON_PURPOSE = /'(user_scripts|chromeos_system_extension)'/;

/** Our errors, or our warnings, for the folder of a case, as `code: sentence`. */
async function problemsOf(each: Case, wanted: 'error' | 'warning'): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'verdict-'));
  try {
    await lay(folder, each);
    const { problems } = await inspectExtension(folder, {}, new AbortController().signal);
    return problems
      .filter(({ severity }) => severity === wanted)
      .map(({ code, message }) => `${code}: ${english(message)}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The major version, for users: `Chromium 150`. */
function spoken(version: string): string {
  return `Chromium ${version.replace(/\..*$/, '')}`;
}

/** The versions whose answer to a case satisfies a condition. */
function versionsThat(answers: Readonly<Record<string, Answer>>, say: (answer: Answer) => boolean): string[] {
  return Object.entries(answers).flatMap(([version, answer]) => (say(answer) ? [version] : []));
}

function isPassedOver({ warnings = [] }: Answer): boolean {
  return warnings.some((warning) => PASSED_OVER.test(warning) && !ON_PURPOSE.test(warning));
}

async function itAgrees(each: Case, refusing: readonly string[], versions: readonly string[]): Promise<void> {
  const errors = await problemsOf(each, 'error');
  if (refusing.length === versions.length) return assert.notDeepEqual(errors, []);
  assert.deepEqual(errors, []);
  if (refusing.length > 0) await itNames(each, refusing, versions);
}

/** Checks that one of our warnings names each version that reports the problem, and each that does not. */
async function itNames(each: Case, minding: readonly string[], versions: readonly string[]): Promise<void> {
  const warnings = await problemsOf(each, 'warning');
  const first = minding.map(spoken).join(', ');
  const others = versions
    .filter((version) => !minding.includes(version))
    .map(spoken)
    .join(', ');
  assert.ok(
    warnings.some((words) => words.includes(`${first} reports this; ${others} doesn’t`)),
    `${first} against ${others}: ${warnings.join('; ') || 'no warning'}`,
  );
}

describe('The verdict agrees with every Chromium that was asked', () => {
  const versions = recordedVersions();

  it('knows the versions that were asked', () => assert.deepEqual(ASKED_VERSIONS, versions));
  it('is said in the README to be that of these versions', async () => {
    const [, said] =
      /^- The verdict is that of Chromium ([\d, and]+) for Linux\./m.exec(await readFile('README.md', 'utf8')) ?? [];
    assert.deepEqual(
      said?.match(/\d+/g),
      versions.map((version) => version.replace(/\..*$/, '')),
    );
  });

  it('was asked of more than one version', () => assert.ok(versions.length > 1));

  for (const [family, cases] of Object.entries(families)) {
    const { chromium, verdicts } = readRecorded(family);

    describe(family, () => {
      it('has an answer of every version for every case', () => {
        const asked = Object.entries(verdicts).map(([name, { of, answers }]) => [name, [of, ...Object.keys(answers)]]);
        assert.deepEqual(
          Object.fromEntries(asked),
          Object.fromEntries(cases.map((each) => [each.name, [fingerprint(each), ...versions]])),
        );
        assert.deepEqual(chromium, versions);
      });

      for (const each of cases) {
        const answers = verdicts[each.name]?.answers ?? {};
        const refusing = versionsThat(answers, ({ refused }) => refused !== undefined);
        it(`${each.name}: ${outcome(refusing, versions)}`, () => itAgrees(each, refusing, versions));

        const passing = versionsThat(answers, isPassedOver);
        const warning = versionsThat(answers, ({ warnings = [] }) => warnings.length > 0);
        if (passing.length === 0) continue;
        it(`${each.name}: is loaded, and something is passed over`, async () =>
          warning.length === versions.length
            ? assert.notDeepEqual(await problemsOf(each, 'warning'), [])
            : itNames(each, passing, versions));
      }
    });
  }
});

function outcome(refusing: readonly string[], versions: readonly string[]): string {
  if (refusing.length === 0) return 'loads';
  return refusing.length === versions.length ? 'is refused' : `is refused by ${refusing.map(spoken).join(', ')}`;
}
