import assert from 'node:assert/strict';
import { type LocalService, request, startLocalService } from '../../support/local-service';
import { nightly } from '../../support/nightly';
import { extension, markingManifest } from './extension';
import { stagedIn } from './folders';
import { startSession } from './session';
import { upload } from './upload';
import { type ZipEntry, zipBytes } from '../../support/zip-bytes';

const MIB = 1024 * 1024;

/** Paths of 1,500 folders each, with no folder in common. */
function deepPaths(): ZipEntry[] {
  return Array.from({ length: 5_000 }, (_, index) => ({ name: `${index}/${'a/'.repeat(1_500)}b.js` }));
}

/** An extension that would load without these entries. */
function withFiles(...entries: ZipEntry[]): Buffer {
  return extension('hostile', {}, entries);
}

describe('a zip that cannot be trusted', () => {
  let service: LocalService;
  let session: string;

  before(async () => {
    service = await startLocalService();
    session = await startSession(service);
  });
  after(() => service.stop());

  async function refusal(zip: Buffer): Promise<string> {
    const reply = await upload(service, session, { hostile: zip });
    assert.equal(reply.status, 400, reply.text);
    const { code, message }: { code: string; message: string } = JSON.parse(reply.text);
    assert.equal(code, 'bad_request');
    return message;
  }

  const zips: [string, () => Buffer, RegExp][] = [
    ['leads out of its folder', () => withFiles({ name: '../outside.js' }), /invalid relative path: \.\.\/outside\.js/],
    ['leads out of its folder from within', () => withFiles({ name: 'a/../../outside.js' }), /invalid relative path/],
    ['has an absolute name', () => withFiles({ name: '/etc/outside.js' }), /absolute path: \/etc\/outside\.js/],
    ['has the name of a drive', () => withFiles({ name: 'C:/outside.js' }), /absolute path: C:\/outside\.js/],
    ['has a backslash in a name', () => withFiles({ name: '..\\outside.js' }), /invalid characters in fileName/],
    ['has a zero byte in a name', () => withFiles({ name: 'a\0.js' }), /a character that is not allowed/],
    ['has an empty part in a name', () => withFiles({ name: 'a//b.js' }), /invalid relative path/],
    ['has a name that no disk takes', () => withFiles({ name: 'a'.repeat(256) }), /longer than 255 bytes/],
    [
      'has a path that no disk takes',
      () => withFiles({ name: `${'folder/'.repeat(600)}a.js` }),
      /a path is longer than 3500 bytes: folder\/folder/,
    ],
    [
      'makes a folder in a folder without an end',
      () => zipBytes([markingManifest('deep'), ...deepPaths()]),
      /more than 20000 files and folders/,
    ],
    [
      'holds a link',
      () => withFiles({ name: 'passwords', content: '/etc/passwd', mode: 0o120777 }),
      /passwords is a link or another special file/,
    ],
    ['holds a device', () => withFiles({ name: 'disk', mode: 0o060600 }), /disk is a link or another special file/],
    ['holds a file twice', () => withFiles({ name: 'content.js' }), /content\.js is there twice/],
    [
      'holds names that differ only in case',
      () => withFiles({ name: 'Content.js' }),
      /content\.js and Content\.js are the same on some disks/,
    ],
    [
      'holds folders that differ only in case',
      () => withFiles({ name: 'lib/a.js' }, { name: 'Lib/b.js' }),
      /lib\/ and Lib\/ are the same on some disks/,
    ],
    ['has a file as a folder', () => withFiles({ name: 'content.js/inner.js' }), /the same on some disks/],
    [
      'has a wrong checksum',
      () => withFiles({ name: 'a.js', content: 'a', claimedChecksum: 1 }),
      /the checksum of a\.js is wrong/,
    ],
    ['is encrypted', () => withFiles({ name: 'secret.js', content: 'a', flags: 1 }), /secret\.js is encrypted/],
    [
      'claims less than it holds',
      () => withFiles({ name: 'a.js', content: Buffer.alloc(100_000), claimedSize: 10 }),
      /too many bytes in the stream/,
    ],
    [
      'claims more than it holds',
      () => withFiles({ name: 'a.js', content: 'a', claimedSize: 10 }),
      /not enough bytes in the stream/,
    ],
    [
      'claims another size for a file that is not compressed',
      () => withFiles({ name: 'a.js', content: 'a', isStored: true, claimedSize: 2 }),
      /size mismatch/i,
    ],
    [
      'unpacks to many times its size',
      () => withFiles({ name: 'a.bin', content: Buffer.alloc(20 * MIB) }),
      /more than 200 times larger than the zip/,
    ],
    [
      'holds a file that is too large',
      () => withFiles({ name: 'a.bin', content: 'a', claimedSize: 201 * MIB }),
      /a\.bin is larger than 200 MB/,
    ],
    [
      'holds too much in all',
      () => withFiles(...[1, 2, 3].map((index) => ({ name: `${index}.bin`, content: 'a', claimedSize: 190 * MIB }))),
      /larger than 500 MB together/,
    ],
    [
      'holds too many files',
      () =>
        zipBytes([markingManifest('many'), ...Array.from({ length: 10_000 }, (_, index) => ({ name: `${index}` }))]),
      /more than 10000 files/,
    ],
    ['is cut off', () => extension('cut').subarray(0, -10), /End of central directory record signature not found/],
    ['is no zip', () => Buffer.from('no zip'), /End of central directory record signature not found/],
    ['is empty', () => Buffer.alloc(0), /End of central directory record signature not found/],
    ['has no manifest', () => zipBytes([{ name: 'content.js' }]), /manifest\.json is not at the root of the zip$/],
    [
      'has its manifest in a folder',
      () => zipBytes([{ ...markingManifest('deep'), name: 'dist/manifest.json' }]),
      /not at the root of the zip, but at dist\/manifest\.json$/,
    ],
    [
      'has a manifest that is not JSON',
      () => zipBytes([{ name: 'manifest.json', content: '{,}' }]),
      /Manifest is not valid JSON/,
    ],
  ];

  for (const [what, zip, reason] of zips) {
    it(`is refused when it ${what}`, async () => {
      const message = await refusal(zip());
      assert.match(message, /^invalid extension hostile: /);
      assert.match(message, reason);
    });
  }

  it('is refused when it is larger than 50 MiB, also while it is still being sent', async () => {
    const reply = await upload(service, session, { large: Buffer.alloc(50 * MIB + 1) });
    assert.deepEqual(
      [reply.status, reply.body],
      [400, { code: 'bad_request', message: 'extensions[0][zip_file] is larger than 52428800 bytes' }],
    );
  });

  nightly('may have a path of 3,500 bytes', async () => {
    const name = `${'folder/'.repeat(499)}a.js`;
    const long = await startSession(service);
    assert.equal((await upload(service, long, { [`n${'a'.repeat(254)}`]: withFiles({ name }) })).status, 201);
    await request(service, 'DELETE', `/browsers/${long}`);
  });

  it('leaves nothing behind when it is refused', () => {
    assert.equal(stagedIn(service), 0);
  });

  it('leaves the name free and the session as it was', async () => {
    assert.equal((await upload(service, session, { hostile: extension('good') })).status, 201);
    assert.equal((await request(service, 'GET', `/browsers/${session}`)).status, 200);
  });
});
