import assert from 'node:assert/strict';
import { multipartBody } from '../../../src/api/multipart';

describe('The body of an upload', () => {
  it('has name before file, pair by pair, and the length it declares', async () => {
    const body = await multipartBody([{ name: 'one', zip: Buffer.from('ZIP1') }, { name: 'two', zip: Buffer.from('ZIP2') }], () => {});
    const bytes = Buffer.concat(await body.stream.toArray());
    assert.equal(bytes.length, body.length);
    assert.deepEqual([...bytes.toString().matchAll(/name="([^"]+)"(?:; filename="([^"]+)")?/g)].map(([, name, file]) => [name, file]), [
      ['extensions[0][name]', undefined],
      ['extensions[0][zip_file]', 'one.zip'],
      ['extensions[1][name]', undefined],
      ['extensions[1][zip_file]', 'two.zip'],
    ]);
    assert.match(bytes.toString(), /Content-Type: application\/octet-stream\r\n\r\nZIP1\r\n/);
  });

  it('reports its bytes as they go, never less than before, and all at the end', async () => {
    const reports: number[] = [];
    const body = await multipartBody([{ name: 'big', zip: Buffer.alloc(1_000_000) }], (sent) => reports.push(sent));
    await body.stream.toArray();
    assert.ok(reports.length > 10, `${reports.length} reports`);
    assert.deepEqual(reports, reports.toSorted((one, other) => one - other));
    assert.equal(reports.at(-1), body.length);
  });
});
