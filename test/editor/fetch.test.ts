import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { setStage, type Stage } from './stage';

const SLOT = Symbol.for('undici.globalDispatcher.1');
const slot = (): unknown => Reflect.get(globalThis, SLOT);

describe('The fetch that all extensions share', () => {
  let stage: Stage;
  before(async () => (stage = await setStage()));
  after(() => stage.clear());

  it('goes through the same dispatcher after a click as before', async () => {
    await fetch(`${stage.pages.url}/plain`);
    const [before, patched] = [slot(), globalThis.fetch];
    const session = await stage.openSession('/button');
    await vscode.commands.executeCommand('browserSessions.click', { session, click: '10, 10' });
    await stage.pages.waitFor(({ type }) => type === 'click');
    assert.ok(before !== undefined);
    assert.equal(slot(), before);
    assert.equal(globalThis.fetch, patched);
  });
});
