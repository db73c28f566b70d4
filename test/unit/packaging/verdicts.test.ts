import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { english } from '../../../src/core/message';
import { inspectExtension } from '../../../src/packaging';
import { type Case, fingerprint, lay } from '../../verdicts/case';
import { families } from '../../verdicts/families';
import { readRecorded } from '../../verdicts/recorded';

/** Install warnings that say that something of the manifest is passed over. */
const PASSED_OVER = /^Permission '.*' is unknown|^URL pattern '.*' is malformed|^Unrecognized manifest key/;
/** Of another browser or system: it is there on purpose. */
const ON_PURPOSE = /'(user_scripts|chromeos_system_extension)'/;

/** Our errors, or warnings, of the folder of a case, in the form `code: sentence`. */
async function problemsOf(each: Case, wanted: 'error' | 'warning'): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'verdict-'));
  try {
    await lay(folder, each);
    const { problems } = await inspectExtension(folder, {}, new AbortController().signal);
    return problems.filter(({ severity }) => severity === wanted).map(({ code, message }) => `${code}: ${english(message)}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('The verdict agrees with a real Chromium', () => {
  for (const [family, cases] of Object.entries(families)) {
    const { chromium, verdicts } = readRecorded(family);

    describe(`${family}, asked of Chromium ${chromium}`, () => {
      it('has a verdict for every case', () => {
        assert.deepEqual(Object.fromEntries(cases.map((each) => [each.name, fingerprint(each)])), Object.fromEntries(Object.entries(verdicts).map(([name, { of }]) => [name, of])));
      });

      for (const each of cases) {
        const refused = verdicts[each.name]?.refused;
        it(`${each.name}: ${refused === undefined ? 'loads' : 'is refused'}`, async () => {
          const errors = await problemsOf(each, 'error');
          if (refused === undefined) assert.deepEqual(errors, []);
          else assert.notDeepEqual(errors, [], `Chromium says: ${refused}`);
        });

        const passedOver = verdicts[each.name]?.warnings?.find((warning) => PASSED_OVER.test(warning) && !ON_PURPOSE.test(warning));
        if (passedOver === undefined) continue;
        it(`${each.name}: is loaded, and something is passed over`, async () => assert.notDeepEqual(await problemsOf(each, 'warning'), [], `Chromium warns: ${passedOver}`));
      }
    });
  }
});
