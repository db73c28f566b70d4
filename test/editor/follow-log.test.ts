import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createClient, type Client } from '../../src/api';
import { DevToolsConnection, listLoaded, type LoadedExtension } from '../../src/devtools';
import { networkSettings } from '../../src/ui/editor/network-settings';
import { CONNECTION } from '../connection';
import { request } from '../local-service';
import { until } from '../service/local-service/until';
import { connect, setStage, type Stage } from './stage';

const run = (name: string, args: object = {}): Thenable<void> =>
  vscode.commands.executeCommand(`browserSessions.${name}`, args);

/** The texts of the logs that are open. */
function logs(): string[] {
  return vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'output').map((each) => each.getText());
}

describe('A followed log, on a real browser', () => {
  let stage: Stage;
  let client: Client;
  let session: string;

  before(async () => {
    stage = await setStage();
    client = createClient({ baseUrl: stage.service.url, token: stage.service.token, network: networkSettings });
  });
  beforeEach(async () => {
    await connect(stage.service);
    session = await stage.openSession('/plain');
  });
  afterEach(async () => {
    await connect(stage.service);
    await run('stopFollowing');
  });
  after(async () => {
    client.close();
    await stage.clear();
  });

  /** Uploads an extension that says this word all the time. */
  async function upload(word: string, title: string): Promise<LoadedExtension> {
    const folder = await stage.makeExtension({
      'manifest.json': JSON.stringify({
        manifest_version: 3,
        name: title,
        version: '1.0',
        background: { service_worker: 'worker.js' },
      }),
      'worker.js': `setInterval(() => console.log('${word}'), 100);`,
    });
    await run('uploadFolder', { folder, session, name: word });
    const { signal } = new AbortController();
    const address = await client.devToolsAddress(session, signal);
    assert.ok(address);
    const devtools = await DevToolsConnection.open(address, client.network, signal);
    const loaded = (await listLoaded(devtools, signal)).find(({ path }) => path.endsWith(`/${word}`));
    devtools.close();
    return loaded ?? assert.fail('it is not loaded');
  }

  function rowOf(extension: LoadedExtension): object {
    return {
      kind: 'loaded',
      connection: { name: CONNECTION, address: stage.service.url },
      session: { id: session },
      extension,
    };
  }

  it('has a channel of its own for each of two extensions with the same name', async () => {
    const [one, other] = [await upload('first', 'Twin'), await upload('second', 'Twin')];
    await run('followLog', rowOf(one));
    await until('the first is shown', () => logs().some((text) => text.includes(') first')));
    await run('followLog', rowOf(other));
    await until('the second is shown', () => logs().some((text) => text.includes(') second')));
    for (const text of logs()) assert.ok(!(text.includes(') first') && text.includes(') second')), text);
  });

  it('says in the log that it has ended with the session', async () => {
    await run('followLog', rowOf(await upload('ended', 'Ended')));
    await until('it is shown', () => logs().some((text) => text.includes(') ended')));
    await request(stage.service, 'DELETE', `/browsers/${session}`);
    await until('it has stopped', () => logs().some((text) => text.includes(') ended') && text.includes('Stopped')));
  });

  it('can be stopped while the connection in use is invalid', async () => {
    await run('followLog', rowOf(await upload('invalid', 'Invalid')));
    await until('it is shown', () => logs().some((text) => text.includes(') invalid')));
    await connect(stage.service, { production: 'perhaps' });
    await run('stopFollowing');
    await until('it has stopped', () => logs().some((text) => text.includes(') invalid') && text.includes('Stopped')));
  });

  it('ends when its connection is removed from the settings', async () => {
    await run('followLog', rowOf(await upload('removed', 'Removed')));
    await until('it is shown', () => logs().some((text) => text.includes(') removed')));
    await connect(stage.service, { name: 'Another' });
    await until('it has stopped', () => logs().some((text) => text.includes(') removed') && text.includes('Stopped')));
  });
});
