import assert from 'node:assert/strict';
import path from 'node:path';
import { findChromium } from '../../../src/chromium/find-chromium';
import { removeFolder } from '../../../src/chromium/process-folders';
import { Launcher } from '../../../src/chromium/launcher';
import { inspectExtension } from '../../../src/packaging';
import { MAX_DEPTH } from '../../../src/packaging/manifest/json';
import { type Files, lay } from '../../verdicts/case';
import { withChromium } from '../../verdicts/chromium';
import { temporaryFolder } from '../../support/temporary-folder';

const BASE = { manifest_version: 3, name: 'a', version: '1' };
const RULES = {
  permissions: ['declarativeNetRequest'],
  declarative_net_request: { rule_resources: [{ id: 'a', enabled: true, path: 'file.json' }] },
};
const lists = (count: number): string => '['.repeat(count) + ']'.repeat(count);

/** Files of each kind that is read as JSON, with that many nested objects and arrays. */
const KINDS: Readonly<Record<string, (depth: number) => Files>> = {
  'a manifest': (depth) => ({ 'manifest.json': `${JSON.stringify(BASE).slice(0, -1)},"x":${lists(depth - 1)}}` }),
  messages: (depth) => ({
    'manifest.json': { ...BASE, default_locale: 'en' },
    '_locales/en/messages.json': `{"a":{"message":"a","x":${lists(depth - 2)}}}`,
  }),
  rules: (depth) => ({
    'manifest.json': { ...BASE, ...RULES },
    'file.json': `[{"id":1,"action":{"type":"block"},"condition":{"urlFilter":"a"},"x":${lists(depth - 2)}}]`,
  }),
  'a managed schema': (depth) => ({
    'manifest.json': { ...BASE, storage: { managed_schema: 'file.json' } },
    'file.json': `{"type":"object","properties":{},"default":${lists(depth - 1)}}`,
  }),
};

describe('As many objects and lists within each other as Chromium reads, and not one more,', () => {
  it(`may stand in ${Object.keys(KINDS).join(', ')}`, async () => {
    const executable = findChromium();
    assert.ok(executable, 'There is no Chromium on this machine.');
    const home = temporaryFolder();
    const launcher = new Launcher(executable);
    try {
      await withChromium(launcher, home, async ({ ask }) => {
        for (const [index, filesOf] of Object.values(KINDS).entries()) {
          for (const depth of [MAX_DEPTH, MAX_DEPTH + 1]) {
            const folder = path.join(home, `${index}-${depth}`);
            await lay(folder, { name: '', files: filesOf(depth) });
            const { problems } = await inspectExtension(folder, {}, new AbortController().signal);
            const errors = problems.filter(({ severity }) => severity === 'error').length;
            const { refused } = await ask(folder);
            assert.deepEqual(
              { depth, errors, refused: /recursion limit exceeded|nesting/i.test(refused ?? '') },
              { depth, errors: depth > MAX_DEPTH ? 1 : 0, refused: depth > MAX_DEPTH },
              refused,
            );
          }
        }
      });
    } finally {
      await launcher.close();
      await removeFolder(home);
    }
  });
});
