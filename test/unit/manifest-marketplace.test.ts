import assert from 'node:assert/strict';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { extension, texts } from './package-json';
import { temporaryFolder } from '../../scripts/temporary.mjs';

describe('package.json', () => {
  describe('has what a marketplace lists', () => {
    it('a description of at most 120 characters, and keywords, as many as it takes', () => {
      const { description = '' } = texts;
      assert.ok(description.length > 60 && description.length <= 120, `${description.length} characters`);
      assert.deepEqual(extension.categories, ['Debuggers', 'Testing', 'Other']);
      assert.ok(extension.keywords.length >= 10 && extension.keywords.length <= 30);
    });

    it('one repository, to which all its addresses belong', () => {
      const [, base = ''] = /^(https:\/\/github\.com\/[^/]+\/[^/]+)\.git$/.exec(extension.repository.url) ?? [];
      const { homepage, bugs, qna } = extension;
      assert.deepEqual([homepage, bugs, qna], [`${base}#readme`, `${base}/issues`, `${base}/discussions`]);
    });

    it('and is not released before they have an owner', () => {
      const folder = temporaryFolder();
      const check = path.resolve('scripts/check-owner.mjs');
      const run = (owner: string): SpawnSyncReturns<string> => {
        writeFileSync(
          path.join(folder.path, 'package.json'),
          JSON.stringify({ repository: `https://github.com/${owner}/browser-sessions` }),
        );
        writeFileSync(path.join(folder.path, 'SUPPORT.md'), `https://github.com/${owner}/browser-sessions/issues`);
        for (const args of [
          ['init', '--quiet'],
          ['add', '.'],
        ])
          spawnSync('git', args, { cwd: folder.path });
        return spawnSync(process.execPath, [check], { cwd: folder.path, encoding: 'utf8' });
      };
      const [refused, passed] = [run('YOUR_ACCOUNT'), run('somebody')];
      folder.remove();
      assert.match(refused.stderr, /^Replace YOUR_ACCOUNT .*:\nSUPPORT\.md\npackage\.json\n/);
      assert.deepEqual([refused.status, passed.status, passed.stderr], [1, 0, '']);
      assert.match(extension.scripts['release'] ?? '', /^node scripts\/check-owner\.mjs && /);
      // CONTRIBUTING names the same placeholder.
      assert.match(readFileSync('CONTRIBUTING.md', 'utf8'), /`YOUR_ACCOUNT`/);
    });
  });
});
