import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { LoadedExtensions } from '../../src/app/loaded/loaded-extensions';
import { Activities } from '../../src/app/activities/activities';
import { wordsForStop } from '../../src/app/activities/stop-reasons';
import { openRecords } from '../../src/state';
import { sessionRows } from '../../src/ui/views';
import { itemOf, tooltipOf } from '../../src/ui/views/items';
import { manySessions } from '../support/many-sessions';
import { storage } from '../support/storage';

const CONNECTION = { name: 'one', address: 'https://a', production: false };
const COUNT = 10_000;

describe('Rows of sessions', () => {
  it('are made for 10,000 sessions, each to be told from the others, and without tooltips', async () => {
    const { sessions } = openRecords(storage(), CONNECTION, () => {});
    await sessions.replace(manySessions(COUNT), () => true);
    const loaded = new LoadedExtensions();
    const activities = new Activities(wordsForStop);
    const start = performance.now();
    const rows = sessionRows(CONNECTION, sessions, { loaded, activities });
    const made = rows.map(itemOf);
    // For whoever runs it; a machine that is busy must not fail it.
    process.stdout.write(`      ${made.length} rows in ${Math.round(performance.now() - start)} ms\n`);
    loaded.dispose();
    activities.dispose();
    assert.equal(new Set(made.map(({ id }) => id)).size, COUNT);
    assert.equal(new Set(made.map(({ label }) => label)).size, COUNT);
    assert.deepEqual(
      made.filter(({ tooltip }) => tooltip !== undefined),
      [],
    );
    const [first] = rows;
    assert.match(
      (first && tooltipOf(first)?.value) ?? '',
      /^\*\*session 0\*\*[^]*\| Pool \| pool \|[^]*\| ID \| 000000orfit78e1m2biiifpb \|$/,
    );
  });

  it('say and show the same facts, each in its own words', () => {
    const { label, description, accessibilityInformation } = itemOf({
      kind: 'session',
      connection: CONNECTION,
      session: { id: 'a', name: 'checkout', pool: 'p', viewport: { width: 1280, height: 800 }, shownById: true },
      isDefault: 'used',
      extensions: ['Hello', 'Other', 'Third'],
    });
    assert.deepEqual([label, description], ['checkout', 'p · Hello, Other, +1']);
    const spoken = 'Session checkout, of pool p, Hello, Other, +1, 1280 by 800 pixels, last used, shown by ID';
    assert.equal(accessibilityInformation?.label, spoken);
    const ended = itemOf({ kind: 'session', connection: CONNECTION, session: { id: 'a', pool: 'p', gone: true } });
    assert.deepEqual([ended.description, ended.accessibilityInformation?.label], ['ended · p', 'a, ended, of pool p']);
    assert.ok(ended.iconPath instanceof vscode.ThemeIcon);
  });
});
