import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { compareWith } from '../../../src/app/compare/compare-with';
import { Channel } from '../../../src/chromium/channel';
import { findChromium } from '../../../src/chromium/find-chromium';
import { chromiumFlags } from '../../../src/chromium/flags';
import { Launcher } from '../../../src/chromium/launcher';
import { Pipe } from '../../../src/chromium/pipe';
import { permissionWarnings } from '../../../src/chromium/permission-warnings';
import { makeProcessFolder, removeFolder } from '../../../src/chromium/process-folders';
import { english } from '../../../src/core/message';
import {
  accessProblems,
  compareVersions,
  inspectExtension,
  questionsOf,
  type Comparison,
} from '../../../src/packaging';
import { manifest, writeFiles } from '../../support/files';
import { temporaryFolder } from '../../support/temporary-folder';
import { until } from '../../support/until';
import { crxBytes, extensionKey, type ExtensionKey } from '../../support/update-crx';
import { PUBLIC_EXTENSIONS, SINGLE_CHANGES, type UpdatePair } from '../../support/update-pairs';
import { nightly } from '../../support/nightly';

const { signal } = new AbortController();
const PAIRS = [...PUBLIC_EXTENSIONS, ...SINGLE_CHANGES];
const FILES = { 'page.html': '', 'content.js': '' };

function filesOf({ name }: UpdatePair, version: string, keys: object): Record<string, object | string> {
  return { ...FILES, 'manifest.json': { ...manifest(name), ...keys, version } };
}

/** An extension in a browser, as `chrome.management` tells of it. */
interface Installed {
  readonly id: string;
  readonly version: string;
  readonly enabled: boolean;
  readonly disabledReason?: string;
}

/** Installs all packages in a profile from files, as an installer does on Linux, and tells of them. */
async function install(
  home: string,
  version: string,
  packages: readonly { readonly key: ExtensionKey; readonly crx: Buffer }[],
): Promise<Installed[]> {
  const external = path.join(home, 'profile', 'External Extensions');
  mkdirSync(external, { recursive: true });
  for (const { key, crx } of packages) {
    const file = path.join(home, `${key.id}-${version}.crx`);
    writeFileSync(file, crx);
    writeFiles(external, { [`${key.id}.json`]: { external_crx: file, external_version: version } });
  }
  const { devtools, ended } = start(home);
  let installed: Installed[] = [];
  const ask = await asker(devtools);
  await until('all are installed', async () => {
    installed = await ask();
    return installed.filter((each) => each.version === version).length === packages.length;
  });
  await devtools.send('Browser.close');
  await ended;
  return installed;
}

/** Our own start has a flag with which Chromium installs nothing from files. */
function start(home: string): { readonly devtools: Channel; readonly ended: Promise<unknown> } {
  const flags = chromiumFlags(path.join(home, 'profile'), { width: 800, height: 600 });
  const child = spawn(
    findChromium() ?? '',
    flags.filter((flag) => flag !== '--disable-default-apps'),
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: home } },
  );
  const [, , , writer, reader] = child.stdio;
  if (!(writer instanceof Writable && reader instanceof Readable)) throw new Error('no pipe');
  return { devtools: new Channel(new Pipe(writer, reader)), ended: once(child, 'exit') };
}

async function asker(devtools: Channel): Promise<() => Promise<Installed[]>> {
  const { targetId } = await devtools.send('Target.createTarget', { url: 'chrome://extensions/' });
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: true });
  const expression = `Promise.resolve(chrome.management?.getAll() ?? []).then((all) => all.map(({ id, version, enabled, disabledReason }) => ({ id, version, enabled, disabledReason })))`;
  return async () => {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    // On a busy machine there may be no answer while so many are installed.
    const answer = await devtools
      .page(sessionId)
      .send('Runtime.evaluate', asked)
      .catch(() => undefined);
    return Array.isArray(answer?.result.value) ? answer.result.value : [];
  };
}

async function comparison(each: UpdatePair): Promise<Comparison> {
  const [before, after] = [temporaryFolder(), temporaryFolder()];
  writeFiles(before, filesOf(each, '1.0', each.before));
  writeFiles(after, filesOf(each, '2.0', each.after));
  const [old, now] = await Promise.all([before, after].map((folder) => inspectExtension(folder, {}, signal)));
  return compareVersions(
    { folder: before, files: old?.files ?? [] },
    { folder: after, files: now?.files ?? [] },
    signal,
  );
}

const noService = (): never => assert.fail('no service is needed');

describe('What an update does, as a real Chromium has it', () => {
  const keys = PAIRS.map(() => extensionKey());
  const launcher = new Launcher(findChromium() ?? '');
  let homes: string[] = [];
  beforeEach(async () => (homes = [await makeProcessFolder(), await makeProcessFolder()]));
  afterEach(() => Promise.all(homes.map(removeFolder)));

  const packagesOf = (version: string, which: 'before' | 'after'): { key: ExtensionKey; crx: Buffer }[] =>
    PAIRS.flatMap((each, index) => {
      const key = keys[index];
      const files = filesOf(each, version, each[which]);
      const texts = Object.entries(files).map(([name, content]): [string, string] => [
        name,
        typeof content === 'string' ? content : JSON.stringify(content),
      ]);
      return key ? [{ key, crx: crxBytes(Object.fromEntries(texts), key) }] : [];
    });

  nightly(
    'is told for twelve public extensions and single changes as it disables them, installed old over new',
    async function () {
      this.timeout(180_000);
      const [home = '', asking = ''] = homes;
      await install(home, '1.0', packagesOf('1.0', 'before'));
      const updated = await install(home, '2.0', packagesOf('2.0', 'after'));
      const really = keys.map(
        ({ id }) => updated.find((each) => each.id === id)?.disabledReason === 'permissions_increase',
      );
      assert.deepEqual(
        PAIRS.map(({ name }, index) => [name, really[index]]),
        PAIRS.map(({ name, disables }) => [name, disables]),
      );
      const compared = await Promise.all(PAIRS.map(comparison));
      const questions = compared.map(({ access }) => questionsOf(access));
      const answers = await permissionWarnings(launcher, asking, questions.flat(), signal);
      const told = compared.map(({ access }, index) => {
        const from = questions.slice(0, index).flat().length;
        return accessProblems(access, answers.slice(from, from + (questions[index]?.length ?? 0)));
      });
      assert.deepEqual(
        PAIRS.map(({ name }, index) => [name, (told[index]?.length ?? 0) > 0]),
        PAIRS.map(({ name }, index) => [name, really[index]]),
      );
      const words = (name: string): string[] =>
        (told[PAIRS.findIndex((each) => each.name === name)] ?? []).map((each) => english(each.message));
      assert.deepEqual(words('all sites'), [
        'Chrome will disable the extension until each user accepts “Read and change all your data on all websites”. New hosts: <all_urls>. Move them to “optional_host_permissions”, or use narrower hosts or “activeTab”.',
      ]);
      assert.deepEqual(words('SponsorBlock'), [
        'Chrome will disable the extension until each user accepts “Read and change your data on all youtube.com sites, sponsor.ajay.app, and www.youtube-nocookie.com”. New hosts: https://www.youtube-nocookie.com/embed/*. Move them to “optional_host_permissions”, or use narrower hosts or “activeTab”.',
      ]);
      assert.deepEqual(words('rules'), [
        'Chrome will disable the extension until each user accepts “Block content on any page”. It can’t be optional. Use “declarativeNetRequestWithHostAccess”, which Chrome doesn’t warn of.',
      ]);
    },
  );

  it('is told at its line, and by name where no browser can be asked', async () => {
    const [old, folder] = [temporaryFolder(), temporaryFolder()];
    writeFiles(old, { 'manifest.json': manifest('Asked') });
    writeFiles(folder, { 'manifest.json': { ...manifest('Asked'), version: '2.0', permissions: ['history'] } });
    const inspection = await inspectExtension(folder, {}, signal);
    const request = { named: old, cwd: folder, folder, inspection, secrets: [], salt: '', connect: noService };
    const asked = await compareWith(request, signal);
    assert.deepEqual(
      asked.problems.map(({ severity, code, file, line, column, length }) => [
        severity,
        code,
        file,
        line,
        column,
        length,
      ]),
      [['error', 'update-disables', 'manifest.json', 6, 5, 9]],
    );
    assert.equal(asked.isUnasked, false);
    const unasked = await compareWith({ ...request, executable: path.join(folder, 'no-browser') }, signal);
    assert.deepEqual([unasked.problems[0]?.severity, unasked.isUnasked], ['warning', true]);
    await assert.rejects(compareWith(request, AbortSignal.abort()), { name: 'Cancelled' });
  });
});
