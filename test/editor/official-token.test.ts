import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { BUTTON_AT } from '../pages';
import { FaultServer } from '../service/faults/fault-server';
import { answer } from '../service/faults/faults';
import { until } from '../until';
import { connect, setStage, type Stage } from './stage';

const click = (session: string): Thenable<void> =>
  vscode.commands.executeCommand('browserSessions.click', { session, click: `${BUTTON_AT.x}, ${BUTTON_AT.y}` });

/** What the rules of it are, the unit tests hold; here, that the editor's own environment is what they go by. */
describe('The token of the official tools, in the environment of the editor', () => {
  let stage: Stage;
  before(async () => {
    stage = await setStage();
    process.env['BROWSER_SESSIONS_TOKEN'] = '';
    process.env['KERNEL_API_KEY'] = stage.service.token;
  });
  after(async () => {
    delete process.env['KERNEL_API_KEY'];
    delete process.env['KERNEL_BASE_URL'];
    await stage.clear();
  });

  it('serves where its address is the connection’s', async () => {
    process.env['KERNEL_BASE_URL'] = stage.service.url;
    await click(await stage.openSession('/button'));
    await stage.pages.waitFor(({ type }) => type === 'click');
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
