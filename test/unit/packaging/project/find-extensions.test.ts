import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { findExtensionFolders, proposeFolder, type ExtensionFolder } from '../../../../src/packaging';
import { packageOf, writeProject } from './project-folder';
import { manifest } from '../../../support/files';
import { temporaryFolder } from '../../../support/temporary-folder';

const { signal } = new AbortController();

describe('The search for extensions at and below a folder', () => {
  let root: string;
  beforeEach(() => (root = temporaryFolder()));

  const within = ({ folder }: ExtensionFolder): string => path.relative(root, folder).replaceAll(path.sep, '/');
  const find = async (): Promise<string[]> => (await findExtensionFolders(root, signal)).map(within);
  const propose = async (folder = root): Promise<string | string[]> => {
    const proposal = await proposeFolder(folder, signal);
    if ('none' in proposal) return 'none';
    return 'chosen' in proposal ? within(proposal.chosen) : proposal.choices.map(within);
  };

  it('finds nothing where nothing is', async () => {
    assert.deepEqual(await find(), []);
    assert.equal(await propose(), 'none');
  });

  it('takes the folder itself when it has a manifest and no build is made of it, and nothing that is part of it', async () => {
    await writeProject(root, { 'manifest.json': manifest('a'), 'modes/dark/manifest.json': manifest('part') });
    assert.deepEqual(await find(), ['']);
    assert.equal(await propose(), '');
  });

  it('enters neither node_modules nor hidden folders but the output of WXT', async () => {
    const names = ['node_modules/x', '.git/x', '.cache/x', '.output/chrome-mv3'];
    await writeProject(root, Object.fromEntries(names.map((name) => [`${name}/manifest.json`, manifest('a')])));
    assert.deepEqual(await find(), ['.output/chrome-mv3']);
  });

  it('is not misled by the manifest of a web app, and not by one that cannot be read', async () => {
    await writeProject(root, {
      'public/manifest.json': { name: 'a', start_url: '/', icons: [] },
      'broken/manifest.json': '{ "manifest_version": 3, "name": ',
    });
    assert.equal(await propose(), 'broken');
  });

  const tools = [
    ['WXT', 'wxt', '.output/chrome-mv3'],
    ['Plasmo', 'plasmo', 'build/chrome-mv3-prod'],
    ['Extension.js', 'extension', 'dist/chrome'],
    ['Bedframe', '@bedframe/cli', 'dist/chrome'],
    ['CRXJS', '@crxjs/vite-plugin', 'dist'],
    ['Vite', 'vite', 'dist'],
    ['Parcel', 'parcel', 'dist'],
    ['webpack', 'webpack', 'build'],
  ] as const;
  for (const [tool, dependency, output] of tools) {
    it(`knows what ${tool} built, in ${output}`, async () => {
      await writeProject(root, {
        'package.json': packageOf('esbuild', dependency),
        [`${output}/manifest.json`]: manifest('Built'),
      });
      const [found] = await findExtensionFolders(root, signal);
      assert.deepEqual(
        { ...found, builtAt: undefined },
        {
          folder: path.join(root, output),
          kind: 'build',
          tool,
          name: 'Built',
          manifestVersion: 3,
          forChromium: true,
          forDevelopment: false,
          needsBuild: false,
          hasBuild: false,
          builtAt: undefined,
          staleSince: undefined,
        },
      );
      assert.deepEqual(found?.builtAt, new Date(1_000_000));
    });
  }

  it('knows the output of WXT and Plasmo by its place, where the package.json is of another folder', async () => {
    await writeProject(root, { 'a/.output/chrome-mv3/manifest.json': manifest('a'), 'package.json': packageOf('wxt') });
    const [found] = await findExtensionFolders(path.join(root, 'a/.output/chrome-mv3'), signal);
    assert.equal(found?.tool, 'WXT');
    await rm(path.join(root, 'package.json'));
    await writeProject(root, { 'build/chrome-mv3-dev/manifest.json': manifest('b') });
    assert.deepEqual((await findExtensionFolders(root, signal)).map(({ tool, kind }) => `${tool} ${kind}`).toSorted(), [
      'Plasmo build',
      'WXT build',
    ]);
  });

  it('takes the build for Chrome before those for other browsers, without a question', async () => {
    const outputs = ['dist/chrome', 'dist/edge', 'dist/firefox', 'dist/safari', 'dist/gecko-based'];
    await writeProject(root, Object.fromEntries(outputs.map((output) => [`${output}/manifest.json`, manifest('a')])));
    assert.equal(await propose(), 'dist/chrome');
    const found = await findExtensionFolders(root, signal);
    assert.deepEqual(found.filter(({ forChromium }) => forChromium).map(within), ['dist/chrome', 'dist/edge']);
  });

  it('takes one with manifest version 3 before one with 2, and knows Firefox by its background scripts', async () => {
    await writeProject(root, {
      'dist/v2/manifest.json': { ...manifest('a'), manifest_version: 2 },
      'dist/v3/manifest.json': manifest('a'),
      'dist/ff/manifest.json': manifest('a', { background: { scripts: ['a.js'] } }),
    });
    assert.deepEqual(await find(), ['dist/v3', 'dist/v2', 'dist/ff']);
    assert.equal(await propose(), 'dist/v3');
  });

  it('asks between a build for use and one of a development server, the newest first', async () => {
    await writeProject(root, { 'package.json': packageOf('wxt'), '.output/chrome-mv3/manifest.json': manifest('a') });
    await writeProject(
      root,
      { '.output/chrome-mv3-dev/manifest.json': manifest('a'), '.output/firefox-mv2/manifest.json': manifest('a') },
      2_000,
    );
    assert.deepEqual(await propose(), ['.output/chrome-mv3-dev', '.output/chrome-mv3']);
    const [development] = await findExtensionFolders(root, signal);
    assert.equal(development?.forDevelopment, true);
  });

  it('knows a build of the development server of CRXJS, which lies where the finished one would', async () => {
    await writeProject(root, {
      'package.json': packageOf('@crxjs/vite-plugin'),
      'dist/manifest.json': manifest('a', {
        background: { service_worker: 'service-worker-loader.js', type: 'module' },
      }),
      'dist/service-worker-loader.js':
        "import 'http://localhost:5173/@vite/env';\nimport 'http://localhost:5173/src/background.ts';\n",
    });
    assert.equal((await findExtensionFolders(root, signal))[0]?.forDevelopment, true);
    await writeProject(root, { 'dist/service-worker-loader.js': "import './assets/background.ts-Bx1.js';\n" });
    assert.equal((await findExtensionFolders(root, signal))[0]?.forDevelopment, false);
  });

  it('takes the one build that is newer than its sources, and asks where that is one of a development server', async () => {
    await writeProject(root, {
      'package.json': packageOf('plasmo'),
      'build/chrome-mv3-dev/manifest.json': manifest('a'),
    });
    await writeProject(root, { 'popup.tsx': '' }, 2_000);
    await writeProject(root, { 'build/chrome-mv3-prod/manifest.json': manifest('a') }, 3_000);
    assert.equal(await propose(), 'build/chrome-mv3-prod');
    await writeProject(root, { 'popup.tsx': '' }, 4_000);
    await writeProject(root, { 'build/chrome-mv3-dev/manifest.json': manifest('a') }, 5_000);
    assert.deepEqual(await propose(), ['build/chrome-mv3-dev', 'build/chrome-mv3-prod']);
  });

  it('takes the build before the template it was made from, in the root, in src and in public', async () => {
    const template = manifest('Mine', { background: { service_worker: 'src/background.ts' } });
    for (const place of ['manifest.json', 'src/manifest.json', 'public/manifest.json']) {
      const project = path.join(root, place.replaceAll('/', '-'));
      await writeProject(project, {
        'package.json': packageOf('vite'),
        [place]: template,
        'dist/manifest.json': manifest('DEV | Mine'),
      });
      const proposal = await proposeFolder(project, signal);
      assert.equal('chosen' in proposal && path.relative(project, proposal.chosen.folder), 'dist', place);
    }
  });

  it('takes the build before a manifest of the same name, although that would load', async () => {
    await writeProject(root, { 'manifest.json': manifest('Mine'), 'dist/manifest.json': manifest('Mine') });
    assert.equal(await propose(), 'dist');
    await writeProject(root, { 'dist/manifest.json': manifest('Another') });
    assert.equal(await propose(), '');
  });

  it('hands over a template that is not built yet, and says that it needs a build', async () => {
    await writeProject(root, {
      'package.json': packageOf('webpack'),
      'src/manifest.json': manifest('a', { background: { service_worker: 'worker.js' } }),
    });
    const proposal = await proposeFolder(root, signal);
    assert.deepEqual(
      'chosen' in proposal && [within(proposal.chosen), proposal.chosen.needsBuild, proposal.chosen.tool],
      ['src', true, 'webpack'],
    );
    await writeProject(root, { 'src/worker.js': '' });
    assert.equal((await findExtensionFolders(root, signal))[0]?.needsBuild, false);
  });

  it('asks between the packages of a monorepo, and names what tells them apart', async () => {
    await writeProject(root, {
      'package.json': packageOf(),
      'packages/one/package.json': packageOf('vite'),
      'packages/one/dist/manifest.json': manifest('One'),
      'apps/two/package.json': packageOf('wxt'),
      'apps/two/.output/chrome-mv3/manifest.json': manifest('Two'),
      'packages/one/test/x/manifest.json': manifest('Fixture'),
    });
    assert.deepEqual(await propose(), ['apps/two/.output/chrome-mv3', 'packages/one/dist']);
    assert.deepEqual(
      (await findExtensionFolders(root, signal)).map(({ name, tool }) => [name, tool]),
      [
        ['Two', 'WXT'],
        ['One', 'Vite'],
        ['Fixture', undefined],
      ],
    );
  });

  it('takes the folder that was given, whatever lies beside it', async () => {
    await writeProject(root, {
      'package.json': packageOf('wxt'),
      '.output/chrome-mv3/manifest.json': manifest('a'),
      '.output/firefox-mv3/manifest.json': manifest('a'),
    });
    assert.equal(await propose(path.join(root, '.output/firefox-mv3')), '.output/firefox-mv3');
    assert.equal(await propose(`${path.join(root, '.output')}${path.sep}`), '.output/chrome-mv3');
  });

  it('gives the name as people read it', async () => {
    await writeProject(root, {
      'dist/manifest.json': manifest('__MSG_appName__', { default_locale: 'en' }),
      'dist/_locales/en/messages.json': { appname: { message: 'Readable' } },
    });
    assert.equal((await findExtensionFolders(root, signal))[0]?.name, 'Readable');
  });

  it('ends in a folder with very many others, and stops when it is told to', async () => {
    await writeProject(
      root,
      Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`p${index}/dist/manifest.json`, manifest('a')])),
    );
    assert.equal((await find()).length, 20);
    await assert.rejects(findExtensionFolders(root, AbortSignal.abort()), { name: 'Cancelled' });
    const controller = new AbortController();
    const stopped = assert.rejects(proposeFolder(root, controller.signal), { name: 'Cancelled' });
    controller.abort();
    await stopped;
  });
});
