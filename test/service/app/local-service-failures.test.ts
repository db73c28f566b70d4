import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import type { LocalServiceOptions } from '../../../src/app/local-service/service-process';
import { UserError } from '../../../src/core/errors';
import { listen } from '../../support/network/listen';
import { StartFixture } from './start-fixture';

describe('A local service that does not start', () => {
  const fixture = new StartFixture();

  /** What the user reads, and the button. Nothing must be left over by then. */
  async function told(options: Partial<LocalServiceOptions>): Promise<[string, string | undefined]> {
    const error: unknown = await fixture.start(options).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof UserError, String(error));
    assert.deepEqual(fixture.left(), []);
    return [error.message, error.recovery];
  }

  /** Writes a file that is used as the browser, or as the service. */
  async function write(name: string, text: string, mode: number): Promise<string> {
    const file = path.join(fixture.folder, name);
    await writeFile(file, text, { mode });
    return file;
  }

  it('says that the browser is not there', async () => {
    assert.deepEqual(await told({ chromium: '/nowhere/chromium' }), [
      'No browser at /nowhere/chromium.',
      'chooseChromium',
    ]);
  });

  it('says that a program is no browser, with its last words', async () => {
    const [said, recovery] = await told({ chromium: process.execPath });
    assert.match(
      said,
      /node didn’t start as a browser\. Set browserSessions\.chromium to another one\. It said: “.*node: bad option: --[\w-=]+”$/,
    );
    assert.equal(recovery, 'chooseChromium');
    assert.equal(
      (await told({ chromium: '/bin/true' }))[0],
      '/bin/true didn’t start as a browser. Set browserSessions.chromium to another one.',
    );
  });

  it('says that a file, or a folder, cannot be run', async () => {
    const text = await write('text', 'a browser', 0o644);
    const folder = path.join(fixture.folder, 'Browser.app');
    await mkdir(folder);
    for (const chromium of [text, folder]) {
      assert.deepEqual(await told({ chromium }), [
        `${chromium} didn’t start as a browser. Set browserSessions.chromium to another one. It said: “spawn ${chromium} EACCES”`,
        'chooseChromium',
      ]);
    }
  });

  it('quotes a bounded part of a browser that never stops talking', async () => {
    const chromium = await write(
      'loud',
      `#!/bin/sh\nexec '${process.execPath}' -e 'process.stderr.write("x".repeat(5_000_000))'\n`,
      0o755,
    );
    const [said] = await told({ chromium });
    assert.ok(said.length < 600, `${said.length}`);
    assert.match(said, /to another one\. It said: “x{300}”/);
  });

  it('says that a program does not say what Chromium says, and reads a bounded part of that', async () => {
    for (const [name, said] of [
      ['garbage', 'echo garbage'],
      ['endless', 'yes'],
    ]) {
      const chromium = await write(`${name}`, `#!/bin/sh\n${said} >&4; printf 'x\\0' >&4; sleep 100\n`, 0o755);
      assert.deepEqual(await told({ chromium }), [
        `${chromium} didn’t start like Chromium. Set browserSessions.chromium to another browser.`,
        'chooseChromium',
      ]);
    }
  });

  it('says which port is taken', async () => {
    const other = createServer();
    const port = await listen(other);
    const said = await told({ port }).finally(() => other.close());
    assert.deepEqual(said, [
      `Couldn’t start the local browser: port ${port} is in use. Stop the other program or choose another port (0 for any free one).`,
      'choosePort',
    ]);
  });

  it('says what Node says where the service is not there', async () => {
    const [said, recovery] = await told({ program: '/nowhere/local-service.mjs' });
    assert.match(
      said,
      /^The local browser stopped before it was ready \(exit code 1\)\. Try again\. It said: “Error: Cannot find module '\/nowhere\/local-service\.mjs'”$/,
    );
    assert.equal(recovery, 'showLog');
  });

  const others: [string, string][] = [
    ['says nothing', ''],
    [
      'says what is no JSON',
      'console.log("hello"); setInterval(() => {}, 1000); process.stdin.resume().on("end", () => process.exit(3));',
    ],
    [
      'floods both its outputs',
      'for (let count = 0; count < 50; count++) for (const out of [process.stdout, process.stderr]) out.write("x".repeat(100_000)); ',
    ],
  ];
  for (const [what, source] of others) {
    it(`ends in a sentence where the program ${what}`, async () => {
      const [said] = await told({ program: await write('other.mjs', source, 0o644) });
      assert.match(
        said,
        /^The local browser stopped before it was ready \(exit code [03]\)\. Try again\.( It said: “x{300}”)?$/,
      );
    });
  }

  it('says so where the program that runs us is not there any more', async () => {
    const before = process.execPath;
    process.execPath = '/nowhere/node';
    try {
      assert.deepEqual(await told({}), [
        'Couldn’t start the local browser (spawn /nowhere/node ENOENT). Reload the window and try again.',
        'showLog',
      ]);
    } finally {
      process.execPath = before;
    }
  });
});
