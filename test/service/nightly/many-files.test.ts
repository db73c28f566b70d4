import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkWithChromium } from '../../../src/app/check-with-chromium';
import { inspectExtension } from '../../../src/packaging';
import { change, lay } from '../../verdicts/case';

const { signal } = new AbortController();

describe('Check with Chromium, on a large folder', () => {
  it('bears 10,000 files', async () => {
    const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'check-')));
    const files = Array.from({ length: 10_000 }, (_, index) => [`data/${index % 100}/${index}.txt`, `${index}`]);
    await lay(folder, change('many', {}, Object.fromEntries(files)));
    const inspection = await inspectExtension(folder, {}, signal);
    const { refused } = await checkWithChromium({ folder, inspection }, signal);
    await rm(folder, { recursive: true });
    assert.equal(refused, undefined);
  });
});
