import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { reportedAs, placeRefusal } from '../../../src/app/upload/refusals';
import { inspectExtension } from '../../../src/packaging';
import { temporaryFolder } from '../../support/temporary-folder';

const GOOD = { manifest_version: 3, name: 'Good', version: '1' };

describe('What a browser refuses', () => {
  let folder: string;
  beforeEach(() => (folder = temporaryFolder()));

  async function reported(
    manifest: object,
    words: string,
    files: Record<string, string | Buffer> = {},
  ): Promise<boolean> {
    for (const [name, content] of Object.entries({ ...files, 'manifest.json': JSON.stringify(manifest, null, 2) }))
      await writeFile(path.join(folder, name), content);
    const { problems, files: packed } = await inspectExtension(folder, {}, new AbortController().signal);
    const refused = await placeRefusal({ words, code: 'chromium', source: 'Chromium' }, folder, packed);
    return reportedAs(problems, refused) !== undefined;
  }

  it('is reported by us where we warn of that very value', async () => {
    assert.equal(
      await reported(
        { ...GOOD, minimum_chrome_version: '999' },
        'This extension requires Chromium version 999 or greater.',
      ),
      true,
    );
  });

  it('is reported by us where we tell of the file that the words name', async () => {
    const manifest = { ...GOOD, content_scripts: [{ matches: ['<all_urls>'], js: ['a.js'] }] };
    assert.equal(
      await reported(manifest, "Could not load file 'a.js' for content script. It isn't UTF-8 encoded.", {
        'a.js': Buffer.from([0x2f, 0x2f, 0xff]),
      }),
      true,
    );
  });

  it('is not reported by us where we say nothing, or warn of something else', async () => {
    const words = "Value 'description' is invalid.";
    assert.equal(await reported({ ...GOOD, description: 'a' }, words), false);
    assert.equal(await reported({ ...GOOD, description: 'a', browser_action: {} }, words), false);
  });
});
