import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { createClient, type Client } from '../../src/api';
import { loadUnpacked, type LoadedExtension } from '../../src/devtools';
import { networkSettings } from '../../src/ui/editor/network-settings';
import { CONNECTION } from '../support/connection';
import { request } from '../support/local-service';
import { until } from '../support/until';
import { connect, loadedAs, overDevTools, openFixture, type Fixture } from './fixture';

const run = (name: string, args: object = {}): Thenable<void> =>
  vscode.commands.executeCommand(`browserSessions.${name}`, args);

/** The texts of the logs that are open. */
function logs(): string[] {
  return vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'output').map((each) => each.getText());
}

/** The uncaught errors of extensions. */
function problems(): string[] {
  return vscode.languages
    .getDiagnostics()
    .flatMap(([, all]) => all)
    .filter(({ code }) => code === 'uncaught')
    .map((each) => each.message);
}

describe('A followed log, on a real browser', () => {
  let fixture: Fixture;
  let client: Client;
  let session: string;

  before(async () => {
    fixture = await openFixture();
    client = createClient({ baseUrl: fixture.service.url, token: fixture.service.token, network: networkSettings });
  });
  beforeEach(async () => {
    await connect(fixture.service);
    session = await fixture.openSession('/plain');
  });
  afterEach(async () => {
    await connect(fixture.service);
    await run('stopFollowing');
  });
  after(async () => {
    client.close();
    await fixture.clear();
  });

  /** Uploads an extension that says this word all the time. */
  async function upload(word: string, title: string): Promise<LoadedExtension> {
    return (await uploadWorker(word, title, `setInterval(() => console.log('${word}'), 100);`)).loaded;
  }

  async function uploadWorker(
    word: string,
    title: string,
    worker: string,
  ): Promise<{ folder: string; loaded: LoadedExtension }> {
    const folder = await fixture.makeExtension({
      'manifest.json': JSON.stringify({
        manifest_version: 3,
        name: title,
        version: '1.0',
        background: { service_worker: 'worker.js' },
      }),
      'worker.js': worker,
    });
    await run('uploadFolder', { folder, session, name: word });
    return { folder, loaded: await loadedAs(client, session, word) };
  }

  function rowOf(extension: LoadedExtension): object {
    return {
      kind: 'loaded',
      connection: { name: CONNECTION, address: fixture.service.url },
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

  it('keeps its errors among the problems until it is reloaded, also if another tool reloads it', async () => {
    const fails = "setTimeout(() => { throw new Error('of before'); }, 500);";
    const { folder, loaded } = await uploadWorker('failing', 'Failing', fails);
    const record = { name: 'failing', folder, title: 'Failing', version: '1.0', sha256: '', at: Date.now() };
    await run('followLog', { ...rowOf(loaded), kind: 'upload', upload: record, loaded });
    await until('the error is a problem', () => problems().some((text) => text.includes('of before')));
    await writeFile(path.join(loaded.path, 'worker.js'), "console.log('new version');");
    await overDevTools(client, session, (devtools, signal) => loadUnpacked(devtools, loaded.path, signal));
    await until('the new version speaks', () => logs().some((text) => text.includes(') new version')));
    await until('the error is no problem', () => problems().length === 0);
  });

  it('says in the log that it has ended with the session', async () => {
    await run('followLog', rowOf(await upload('ended', 'Ended')));
    await until('it is shown', () => logs().some((text) => text.includes(') ended')));
    await request(fixture.service, 'DELETE', `/browsers/${session}`);
    await until('it has stopped', () => logs().some((text) => text.includes(') ended') && text.includes('Stopped')));
  });

  it('can be stopped while the connection in use is invalid', async () => {
    await run('followLog', rowOf(await upload('invalid', 'Invalid')));
    await until('it is shown', () => logs().some((text) => text.includes(') invalid')));
    await connect(fixture.service, { production: 'perhaps' });
    await run('stopFollowing');
    await until('it has stopped', () => logs().some((text) => text.includes(') invalid') && text.includes('Stopped')));
  });

  it('ends when its connection is removed from the settings', async () => {
    await run('followLog', rowOf(await upload('removed', 'Removed')));
    await until('it is shown', () => logs().some((text) => text.includes(') removed')));
    await connect(fixture.service, { name: 'Another' });
    await until('it has stopped', () => logs().some((text) => text.includes(') removed') && text.includes('Stopped')));
  });
});
