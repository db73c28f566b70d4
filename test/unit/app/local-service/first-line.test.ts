import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { firstLine } from '../../../../src/app/local-service/service-process';

describe('The first line of the local service', () => {
  it('is read though it comes in pieces, a letter of two bytes cut in half', async () => {
    const bytes = Buffer.from('{"a":"ü"}\nmore');
    assert.equal(await firstLine(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)])), '{"a":"ü"}');
  });

  it('is none where the stream ends or breaks before', async () => {
    assert.equal(await firstLine(Readable.from([Buffer.from('half')])), undefined);
    const broken = new PassThrough();
    const line = firstLine(broken);
    broken.destroy(new Error('reset'));
    assert.equal(await line, undefined);
  });

  it('is none where it does not end; the rest is read all the same', async () => {
    const flood = new PassThrough();
    const line = firstLine(flood);
    for (let count = 0; count < 100; count++) if (!flood.write('x'.repeat(1000))) await once(flood, 'drain');
    assert.equal(await line, undefined);
    flood.end();
    await finished(flood);
  });
});
