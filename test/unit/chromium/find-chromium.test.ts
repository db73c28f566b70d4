import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findChromium, isProgram } from '../../../src/chromium/find-chromium';
import { requires } from '../abilities';
import { temporaryFolder } from '../../support/temporary-folder';

/** What is found on a machine with these programs. */
function found(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, ...programs: string[]): string | undefined {
  return findChromium({ platform, env, exists: (program) => programs.includes(program) });
}

/** What is found on a machine whose user has named a browser. */
function foundBy(platform: NodeJS.Platform, named: string): string | undefined {
  return found(platform, { BROWSER_SESSIONS_CHROMIUM: named });
}

describe('Finding a browser', () => {
  it('takes the one that is named, also one that is not there', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      assert.equal(found(platform, { BROWSER_SESSIONS_CHROMIUM: '/my/own' }, '/usr/bin/chromium'), '/my/own');
    assert.equal(found('linux', { BROWSER_SESSIONS_CHROMIUM: '' }, '/usr/bin/chromium'), '/usr/bin/chromium');
  });

  it('takes what is named as the systems write it: a path in quotes, and a program of macOS', () => {
    assert.equal(
      foundBy('win32', '"C:\\Program Files\\Chromium\\chrome.exe" '),
      'C:\\Program Files\\Chromium\\chrome.exe',
    );
    const program = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    for (const name of ['/Applications/Google Chrome.app', '/Applications/Google Chrome.app/', `'${program}'`])
      assert.equal(foundBy('darwin', name), program);
    assert.equal(foundBy('linux', '/opt/chrome.app'), '/opt/chrome.app');
    assert.equal(
      findChromium({ platform: 'darwin', env: {}, named: '/a/Chromium.app' }),
      '/a/Chromium.app/Contents/MacOS/Chromium',
    );
  });

  it('finds none where there is none', () => {
    for (const platform of ['linux', 'darwin', 'win32', 'freebsd'] as const)
      assert.equal(found(platform, {}), undefined);
  });

  it('takes no folder, and no file that may not be run, for a program', function realFiles() {
    requires(this, 'modes');
    const folder = temporaryFolder();
    const file = path.join(folder, 'chromium');
    writeFileSync(file, '#!/bin/sh\n', { mode: 0o644 });
    assert.deepEqual([isProgram(folder), isProgram(file), isProgram(`${file}-gone`)], [false, false, false]);
    chmodSync(file, 0o755);
    assert.equal(isProgram(file), true);
  });

  describe('on Linux', () => {
    const alone = [
      '/usr/bin/chromium',
      '/usr/bin/google-chrome',
      '/usr/bin/google-chrome-stable',
      '/opt/google/chrome/chrome',
      '/usr/bin/microsoft-edge',
      '/opt/microsoft/msedge/msedge',
      '/usr/bin/google-chrome-beta',
      '/usr/bin/google-chrome-unstable',
      '/usr/bin/microsoft-edge-dev',
      '/usr/bin/chromium-browser',
      '/snap/bin/chromium',
    ];
    for (const program of alone)
      it(`finds ${program}`, () => assert.equal(found('linux', { PATH: '/bin' }, program), program));

    it('prefers what most people have to a beta, a beta to what is built every day, and all of them to a snap', () => {
      const order = [
        '/usr/bin/chromium',
        '/usr/bin/google-chrome-stable',
        '/usr/bin/microsoft-edge',
        '/opt/google/chrome-beta/chrome',
        '/usr/bin/google-chrome-unstable',
        '/usr/bin/chromium-browser',
        '/snap/bin/chromium',
      ];
      order.forEach((program, index) => assert.equal(found('linux', {}, ...order.slice(index).toReversed()), program));
    });

    it('finds any of these names on PATH', () => {
      assert.equal(
        found(
          'linux',
          { PATH: '/bin:/home/me/bin:/run/current-system/sw/bin' },
          '/run/current-system/sw/bin/google-chrome-stable',
        ),
        '/run/current-system/sw/bin/google-chrome-stable',
      );
      assert.equal(found('linux', { PATH: '/a:/b' }, '/b/chromium', '/a/chromium'), '/a/chromium');
    });

    it('takes a snap last, though its folder is on PATH', () => {
      assert.equal(
        found('linux', { PATH: '/snap/bin:/usr/bin' }, '/snap/bin/chromium', '/usr/bin/microsoft-edge'),
        '/usr/bin/microsoft-edge',
      );
    });

    it('looks in no folder that depends on where it was started', () => {
      assert.equal(
        found(
          'linux',
          { PATH: ':.:bin:node_modules/.bin' },
          'chromium',
          './chromium',
          'bin/chromium',
          'node_modules/.bin/chromium',
        ),
        undefined,
      );
    });
  });

  describe('on macOS', () => {
    const chrome = 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    const edge = 'Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge';

    it('finds Chrome, Chromium and Edge, for all and for one person', () => {
      for (const program of [
        chrome,
        edge,
        'Applications/Chromium.app/Contents/MacOS/Chromium',
        'Applications/Google Chrome Beta.app/Contents/MacOS/Google Chrome Beta',
      ]) {
        assert.equal(found('darwin', { HOME: '/Users/me' }, `/${program}`), `/${program}`);
        assert.equal(found('darwin', { HOME: '/Users/me' }, `/Users/me/${program}`), `/Users/me/${program}`);
      }
    });

    it('prefers Chrome to Edge, and what is there for all', () => {
      assert.equal(found('darwin', { HOME: '/Users/me' }, `/${edge}`, `/Users/me/${chrome}`), `/Users/me/${chrome}`);
      assert.equal(found('darwin', { HOME: '/Users/me' }, `/${chrome}`, `/Users/me/${chrome}`), `/${chrome}`);
    });

    it('does without a home', () => assert.equal(found('darwin', {}, `/${edge}`), `/${edge}`));
  });

  describe('on Windows', () => {
    const env = {
      ProgramFiles: 'D:\\Programme',
      'ProgramFiles(x86)': 'D:\\Programme (x86)',
      LOCALAPPDATA: 'E:\\me\\AppData\\Local',
    };
    const chrome = 'Google\\Chrome\\Application\\chrome.exe';
    const edge = 'Microsoft\\Edge\\Application\\msedge.exe';

    it('finds them in the folders that the environment names, wherever they are', () => {
      for (const folder of Object.values(env))
        for (const program of [chrome, edge])
          assert.equal(found('win32', env, `${folder}\\${program}`), `${folder}\\${program}`);
      assert.equal(found('win32', env, `C:\\Program Files\\${chrome}`), undefined);
    });

    it('finds a Canary, which lies with its person', () => {
      assert.equal(
        found('win32', env, `${env.LOCALAPPDATA}\\Google\\Chrome SxS\\Application\\chrome.exe`),
        `${env.LOCALAPPDATA}\\Google\\Chrome SxS\\Application\\chrome.exe`,
      );
    });

    it('prefers a Chrome of this person to an Edge, which every Windows has', () => {
      const own = `${env.LOCALAPPDATA}\\${chrome}`;
      assert.equal(found('win32', env, `${env['ProgramFiles(x86)']}\\${edge}`, own), own);
    });
  });
});
