import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../support/until';
import { openFixture, type Fixture } from './fixture';

const MANIFEST = {
  manifest_version: 3,
  name: 'Greeter',
  version: '1.0',
  background: { service_worker: 'worker.js' },
  action: { default_popup: 'popup.html' },
  permissions: ['storage'],
};
const POPUP = `<h1>Greeter</h1><button>Greet</button><p>nobody</p><script src="popup.js"></script>`;
const POPUP_SCRIPT = `document.querySelector('button').onclick = () => {
  document.querySelector('p').textContent = 'Hello';
  console.log('greeted');
};`;

/** Calls a tool as an agent of the editor does. */
async function call(name: string, input: object): Promise<vscode.LanguageModelToolResult> {
  return vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
}

async function textOf(name: string, input: object): Promise<string> {
  const { content } = await call(name, input);
  const [first] = content;
  assert.ok(first instanceof vscode.LanguageModelTextPart);
  return first.value;
}

describe('The tools of agents, in the editor', () => {
  let fixture: Fixture;
  let session: string;
  let folder: string;

  before(async () => {
    fixture = await openFixture();
    session = await fixture.openSession('/plain');
    // Another file of this window may have had its agents work at another address of the same connection.
    await call('list_browser_sessions', { connection: 'Test service' });
    folder = await fixture.makeExtension({
      'manifest.json': JSON.stringify({ ...MANIFEST, background: { service_worker: 'missing.js' } }),
      'worker.js': `console.log('awake'); chrome.storage.local.set({ count: 3 }); nothing.here();`,
      'popup.html': POPUP,
      'popup.js': POPUP_SCRIPT,
    });
  });
  after(() => fixture.clear());

  /** Reads the log until it has a line. @returns what was said. */
  async function untilSaid(line: RegExp, since: number): Promise<string> {
    let log = '';
    await until(`the log has ${String(line)}`, async () => {
      log = await textOf('read_extension_log', { session, extension: 'Greeter', since });
      return line.test(log);
    });
    return log;
  }

  it('are known to it, each with what it takes', () => {
    const names = vscode.lm.tools.map(({ name }) => name);
    const { packageJSON } = vscode.extensions.all.find(({ id }) => id.endsWith('.browser-sessions')) ?? {};
    for (const { name } of packageJSON.contributes.languageModelTools) assert.ok(names.includes(name), name);
  });

  it('check, mend, upload, read, mend, upload again, act and see', async () => {
    assert.match(await textOf('list_browser_sessions', {}), new RegExp(session));
    assert.match(
      await textOf('check_extension', { folder }),
      /manifest\.json:1:\d+ error file-missing: File not found: missing\.js/,
    );
    await assert.rejects(
      textOf('upload_extension', { folder, session }),
      /Not uploaded: .*manifest\.json:1\) Nothing was done\./,
    );
    await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(MANIFEST));
    const first = await textOf('upload_extension', { folder, session });
    assert.match(first, /Uploaded “Greeter” 1\.0 to/);
    const failed = await untilSaid(/uncaught worker: .*nothing is not defined.* \(.*worker\.js:1:\d+\)/, 0);
    const mark = Number(/mark (\d+)$/.exec(failed)?.[1]);
    await writeFile(path.join(folder, 'worker.js'), `console.log('mended'); chrome.storage.local.set({ count: 3 });`);
    assert.match(await textOf('upload_extension', { folder, session }), /Reloaded “Greeter” 1\.0 in/);
    assert.doesNotMatch(await untilSaid(/info worker: mended/, mark), /uncaught/);
    assert.match(
      await textOf('open_extension_page', { session, extension: 'Greeter', page: 'popup' }),
      /In front: popup p\d+/,
    );
    assert.match(await textOf('read_session_page', { session }), /# Greeter\n\[e\d+ button "Greet"\]\nnobody/);
    const acted = await textOf('act_in_session', { session, role: 'button', name: 'Greet' });
    assert.match(acted, /Clicked button "Greet"\./);
    assert.match(acted, /nobody → Hello/);
    assert.match(acted, /info popup\.html: greeted/);
    assert.match(await textOf('inspect_extension', { session, extension: 'Greeter' }), /"count": 3/);
  });

  it('save what was done in the workspace, and run it in a browser of its own', async () => {
    const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail();
    const file = path.join(workspace, 'greeted.sequence.json');
    await textOf('upload_extension', { folder, session });
    await textOf('open_extension_page', { session, extension: 'Greeter', page: 'popup' });
    await textOf('act_in_session', { session, role: 'button', name: 'Greet' });
    try {
      // Its folder is none of the workspace, which is said.
      assert.match(await textOf('save_sequence', { session, file }), /^Saved 3 steps to .*\nThe folder .* is outside/);
      const { steps }: { steps: object[] } = JSON.parse(await readFile(file, 'utf8'));
      assert.deepEqual(steps, [
        { open: 'popup' },
        { click: { role: 'button', name: 'Greet' } },
        { expect: { text: 'Hello' } },
      ]);
      assert.match(await textOf('run_tests', { session }), /^1 passed, 0 failed/);
      await writeFile(file, JSON.stringify({ steps: [{ wait: 1 }, { expect: { text: 'nowhere' }, timeout: 100 }] }));
      assert.match(
        await textOf('run_tests', { files: [file] }),
        /greeted\.sequence\.json:1: Step 2, Expect the text “nowhere”: The page doesn’t show “nowhere”\./,
      );
      await assert.rejects(
        textOf('save_sequence', { session, file: path.join(folder, 'x.sequence.json') }),
        /is outside of the project/,
      );
    } finally {
      await rm(file);
    }
  });

  it('give a screenshot as a part of the result', async () => {
    const { content } = await call('capture_session', { session });
    const screenshot = content.find((part) => part instanceof vscode.LanguageModelDataPart);
    const { data, mimeType } = Object.assign({ data: new Uint8Array(), mimeType: '' }, screenshot);
    assert.equal(mimeType, 'image/png');
    const bytes = Buffer.from(data);
    assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
    assert.ok(Math.max(bytes.readUInt32BE(16), bytes.readUInt32BE(20)) <= 1568);
  });

  it('say what is wrong with a call, and what to do', async () => {
    await assert.rejects(textOf('read_session_page', {}), /“session” is missing\. Add it and call again\./);
    await assert.rejects(
      textOf('read_session_page', { session: 'nobody' }),
      /No session “nobody” is running\. These are: /,
    );
    await assert.rejects(
      textOf('act_in_session', { session, ref: 'e9999' }),
      /No element has the reference “e9999”\. Read the page again/,
    );
  });
});
