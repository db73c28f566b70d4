import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { multipartBody } from '../../../src/api/multipart';

describe('The body of an upload', () => {
  it('has name before file, pair by pair, and the length it declares', async () => {
    const body = await multipartBody(
      [
        { name: 'one', zip: Buffer.from('ZIP1') },
        { name: 'two', zip: Buffer.from('ZIP2') },
      ],
      'indexed',
      () => {},
    );
    const bytes = Buffer.concat(await Readable.from(body.body()).toArray());
    assert.equal(bytes.length, body.length);
    assert.deepEqual(
      [...bytes.toString().matchAll(/name="([^"]+)"(?:; filename="([^"]+)")?/g)].map(([, name, file]) => [name, file]),
      [
        ['extensions[0][name]', undefined],
        ['extensions[0][zip_file]', 'one.zip'],
        ['extensions[1][name]', undefined],
        ['extensions[1][zip_file]', 'two.zip'],
      ],
    );
    assert.match(bytes.toString(), /Content-Type: application\/octet-stream\r\n\r\nZIP1\r\n/);
  });

  it('has the same names for each item in the other naming', async () => {
    const body = await multipartBody(
      [
        { name: 'one', zip: Buffer.from('ZIP1') },
        { name: 'two', zip: Buffer.from('ZIP2') },
      ],
      'paired',
      () => {},
    );
    const text = Buffer.concat(await Readable.from(body.body()).toArray()).toString();
    assert.deepEqual(
      [...text.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name),
      ['extensions.name', 'extensions.zip_file', 'extensions.name', 'extensions.zip_file'],
    );
  });

  it('is the same as often as it is asked for, and comes in pieces', async () => {
    const body = await multipartBody([{ name: 'big', zip: Buffer.alloc(1_000_000) }], 'indexed', () => {});
    const [first, second] = [await Readable.from(body.body()).toArray(), await Readable.from(body.body()).toArray()];
    assert.ok(first.length > 10, `${first.length} pieces`);
    assert.ok(Buffer.concat(first).equals(Buffer.concat(second)));
  });
});
