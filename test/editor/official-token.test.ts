import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { BUTTON_AT } from '../support/pages';
import { FaultServer } from '../support/faults/fault-server';
import { answer } from '../support/faults/faults';
import { until } from '../support/until';
import { connect, openFixture, type Fixture } from './fixture';

const click = (session: string): Thenable<void> =>
  vscode.commands.executeCommand('browserSessions.click', { session, click: `${BUTTON_AT.x}, ${BUTTON_AT.y}` });

/** What the rules of it are, the unit tests hold; here, that the editor's own environment is what they go by. */
describe('The token of the official tools, in the environment of the editor', () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await openFixture();
    process.env['BROWSER_SESSIONS_TOKEN'] = '';
    process.env['KERNEL_API_KEY'] = fixture.service.token;
  });
  after(async () => {
    delete process.env['KERNEL_API_KEY'];
    delete process.env['KERNEL_BASE_URL'];
    await fixture.clear();
  });

  it('serves where its address is the connection’s', async () => {
    process.env['KERNEL_BASE_URL'] = fixture.service.url;
    await click(await fixture.openSession('/button'));
    await fixture.pages.waitFor(({ type }) => type === 'click');
  });

  it('is sent nowhere else: who is asked for a token and gives none has sent nothing', async () => {
    const elsewhere = await FaultServer.start();
    elsewhere.will(({ body, write }) => body().then(() => write(answer(200))));
    await connect({ url: elsewhere.url, token: '' });
    let ended = false;
    const clicking = click('any').then(() => (ended = true));
    await until('the box is left', async () => {
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      return ended;
    });
    await clicking;
    assert.deepEqual(elsewhere.arrived, []);
    await elsewhere.stop();
  });
});
