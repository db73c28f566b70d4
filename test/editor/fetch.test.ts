import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openFixture, type Fixture } from './fixture';

const SLOT = Symbol.for('undici.globalDispatcher.1');
const slot = (): unknown => Reflect.get(globalThis, SLOT);

describe('The fetch that all extensions share', () => {
  let fixture: Fixture;
  before(async () => (fixture = await openFixture()));
  after(() => fixture.clear());

  it('goes through the same dispatcher after a click as before', async () => {
    await fetch(`${fixture.pages.url}/plain`);
    const [before, patched] = [slot(), globalThis.fetch];
    const session = await fixture.openSession('/button');
    await vscode.commands.executeCommand('browserSessions.click', { session, click: '10, 10' });
    await fixture.pages.waitFor(({ type }) => type === 'click');
    assert.ok(before !== undefined);
    assert.equal(slot(), before);
    assert.equal(globalThis.fetch, patched);
  });
});
