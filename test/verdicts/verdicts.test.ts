import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { messageOf } from '../../src/core/errors';
import { inspectExtension } from '../../src/packaging/inspect';
import { ASKED_VERSIONS } from '../../src/packaging/verdict/asked-versions';
import { differences, faultsOfRecord } from './agreement';
import type { Case } from './case';
import { CaseFolder } from './case-folder';
import { families } from './families';
import { type Answer, readRecorded, type Recorded, recordedVersions } from './recorded';
import { temporaryFolder } from '../support/temporary-folder';

const { signal } = new AbortController();
/** Cases that are inspected at a time: while one waits for the disk, another is judged. */
const AT_ONCE = 4;

/** What differs in a family, one line for each difference, in the order of the cases. */
async function differencesOf(
  cases: readonly Case[],
  { verdicts }: Recorded,
  versions: readonly string[],
): Promise<readonly string[]> {
  const found = cases.map((): readonly string[] => []);
  const waiting = cases.entries();
  const lane = async (): Promise<void> => {
    const folder = new CaseFolder(temporaryFolder());
    for (const [index, each] of waiting) {
      await folder.become(each);
      found[index] = await differencesOfCase(each, folder.root, verdicts[each.name]?.answers ?? {}, versions);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return found.flat();
}

/** Inspects it in this thread, not in one of its own as the editor does: the verdict is the same. */
async function differencesOfCase(
  each: Case,
  folder: string,
  answers: Readonly<Record<string, Answer>>,
  versions: readonly string[],
): Promise<readonly string[]> {
  try {
    const { problems } = await inspectExtension(folder, {}, signal);
    return differences(each, problems, answers, versions);
  } catch (error) {
    return [`${each.name}: is not inspected: ${messageOf(error)}`];
  }
}

describe('The verdict agrees with every Chromium that was asked', () => {
  const versions = recordedVersions();

  it('knows the versions that were asked', () => assert.deepEqual(ASKED_VERSIONS, versions));
  it('is said in the README to be that of these versions', async () => {
    const [, said] =
      /^- The problems that you see are those of Chromium ([\d, and]+) for Linux\./m.exec(
        await readFile('README.md', 'utf8'),
      ) ?? [];
    assert.deepEqual(
      said?.match(/\d+/g),
      versions.map((version) => version.replace(/\..*$/, '')),
    );
  });

  it('was asked of more than one version', () => assert.ok(versions.length > 1));

  for (const [family, cases] of Object.entries(families)) {
    // One test for a family: it compares texts, and thousands of tests would cost more than all that they compare.
    it(`about ${family}, in ${cases.length} cases`, async () => {
      const recorded = readRecorded(family);
      const faults = faultsOfRecord(recorded, cases, versions);
      if (faults.length > 0) assert.fail(list('Faults of the record', faults));
      const found = await differencesOf(cases, recorded, versions);
      if (found.length > 0) assert.fail(list('Differences from the record', found));
    });
  }
});

function list(of: string, lines: readonly string[]): string {
  return `${of} (${lines.length}):\n${lines.map((line) => `- ${line}`).join('\n')}`;
}
