import assert from 'node:assert/strict';
import { checkWithChromium } from '../../../src/app/check-with-chromium';
import { inspectExtension } from '../../../src/packaging';
import { change, lay } from '../../verdicts/case';
import { temporaryFolder } from '../../support/temporary-folder';

const { signal } = new AbortController();

describe('Check with Chromium, on a large folder', () => {
  it('bears 10,000 files', async () => {
    const folder = temporaryFolder();
    const files = Array.from({ length: 10_000 }, (_, index) => [`data/${index % 100}/${index}.txt`, `${index}`]);
    await lay(folder, change('many', {}, Object.fromEntries(files)));
    const inspection = await inspectExtension(folder, {}, signal);
    const { refused } = await checkWithChromium({ folder, inspection }, signal);
    assert.equal(refused, undefined);
  });
});
