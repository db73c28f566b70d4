import assert from 'node:assert/strict';
import { type LocalService, request, startLocalService } from '../../support/local-service';
import { extension } from './extension';
import { formBytes, type Part, postForm } from './upload';

describe('the form of an upload', () => {
  let service: LocalService;
  const zip = extension('any');

  before(async () => {
    service = await startLocalService();
  });
  after(() => service.stop());

  const post = (body: Buffer, contentType?: string, session = service.session) =>
    postForm(service, `/browsers/${session}/extensions`, body, contentType);

  const wrong: [string, Part[], string][] = [
    ['without any extension', [], 'extensions is required: at least one name with its zip_file'],
    ['with a name and no zip', [['extensions[0][name]', 'a']], 'extension a has no zip_file'],
    ['with a zip and no name', [['extensions[0][zip_file]', zip]], 'each zip_file needs a name'],
    [
      'with a name and a zip of different indexes',
      [
        ['extensions[0][name]', 'a'],
        ['extensions[1][zip_file]', zip],
      ],
      'extension a has no zip_file',
    ],
    [
      'with a text in place of a zip',
      [
        ['extensions[0][name]', 'a'],
        ['extensions[0][zip_file]', 'text'],
      ],
      'extensions[0][zip_file] must be a file',
    ],
    [
      'with the same index twice',
      [
        ['extensions[0][name]', 'a'],
        ['extensions[0][name]', 'b'],
      ],
      'field given twice: extensions[0][name]',
    ],
    [
      'with a field of another name',
      [
        ['extensions[0][name]', 'a'],
        ['replace', 'yes'],
      ],
      'invalid field: replace',
    ],
    ['with a file of another name', [['zip', zip]], 'invalid field: zip'],
    [
      'with a name that leads out',
      [
        ['extensions.name', '..'],
        ['extensions.zip_file', zip],
      ],
      'invalid extension name: ".." (1 to 255 letters, digits, dots, dashes or underscores)',
    ],
    [
      'with a name of one dot',
      [
        ['extensions.name', '.'],
        ['extensions.zip_file', zip],
      ],
      'invalid extension name: "." (1 to 255 letters, digits, dots, dashes or underscores)',
    ],
    [
      'with a name that has a space',
      [
        ['extensions.name', 'a b'],
        ['extensions.zip_file', zip],
      ],
      'invalid extension name: "a b" (1 to 255 letters, digits, dots, dashes or underscores)',
    ],
    [
      'with 21 extensions',
      Array.from({ length: 21 }, (_, index): Part[] => [
        ['extensions.name', `e${index}`],
        ['extensions.zip_file', zip],
      ]).flat(),
      'too many extensions: 21 (max: 20)',
    ],
  ];
  for (const [what, parts, message] of wrong) {
    it(`is refused ${what}`, async () => {
      const { status, body } = await post(formBytes(parts));
      assert.deepEqual([status, body], [400, { code: 'bad_request', message }]);
    });
  }

  it('is refused when it is cut off', async () => {
    const { status, text } = await post(
      formBytes([
        ['extensions.name', 'a'],
        ['extensions.zip_file', zip],
      ]).subarray(0, -60),
    );
    assert.equal(status, 400);
    assert.match(text, /invalid multipart form/);
  });

  it('is refused when it is something else', async () => {
    for (const contentType of ['application/json', 'multipart/form-data']) {
      const { status, text } = await post(Buffer.from('{}'), contentType);
      assert.equal(status, 400);
      assert.match(text, /the body must be multipart\/form-data/);
    }
  });

  it('is answered with 404 for a session that does not exist, also when it is large', async () => {
    const large: Part[] = [
      ['extensions.name', 'a'],
      ['extensions.zip_file', Buffer.alloc(20_000_000)],
    ];
    const { status, body } = await post(formBytes(large), undefined, 'nobody');
    assert.deepEqual([status, body], [404, { code: 'not_found', message: 'browser session not found: nobody' }]);
  });

  it('is answered with 401 for a wrong token, also when it is large', async () => {
    const large = formBytes([
      ['extensions.name', 'a'],
      ['extensions.zip_file', Buffer.alloc(20_000_000)],
    ]);
    assert.equal(
      (await postForm({ ...service, token: 'wrong' }, `/browsers/${service.session}/extensions`, large)).status,
      401,
    );
  });

  it('does not harm the service when its sender goes away in the middle', async () => {
    const leaving = new AbortController();
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.from('--part\r\n')) });
    const left = fetch(`${service.url}/browsers/${service.session}/extensions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'multipart/form-data; boundary=part' },
      body: endless,
      duplex: 'half',
      signal: leaving.signal,
    }).catch(() => 'left');
    leaving.abort();
    assert.equal(await left, 'left');
    assert.equal((await request(service, 'GET', '/browsers')).status, 200);
  });
});
