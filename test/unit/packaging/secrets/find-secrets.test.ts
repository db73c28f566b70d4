import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { english } from '../../../../src/core/message';
import { findSecrets, type PackedFile } from '../../../../src/packaging';
import { checked, drawn, HEX, jwt, MADE_UP, MARK, privateKey, UPPER } from './made-up-secrets';
import { requires } from '../../abilities';
import { temporaryFolder } from '../../../support/temporary-folder';

const { signal } = new AbortController();

describe('The secret guard', () => {
  let root: string;
  beforeEach(() => (root = temporaryFolder()));

  const file = async (name: string, content: string | Buffer): Promise<PackedFile> => {
    const source = path.join(root, name);
    await mkdir(path.dirname(source), { recursive: true });
    await writeFile(source, content);
    return { path: name, source, bytes: (await stat(source)).size };
  };
  /** What is reported for one file, as `line:column kind`. */
  const told = async (content: string | Buffer, name = 'a.js'): Promise<string[]> =>
    (await findSecrets([await file(name, content)], 'salt', signal)).map(
      ({ line, column, kind }) => `${line}:${column} ${english(kind)}`,
    );
  const kinds = async (content: string, name?: string): Promise<string[]> =>
    (await told(content, name)).map((each) => each.replace(/^\S+ /, ''));

  for (const [index, [kind, secret]] of MADE_UP.entries()) {
    it(`finds ${kind} (${index + 1}), once, and shows nothing of it`, async () => {
      const found = await findSecrets(
        [await file('a.js', `const a = 1; // before\nconst b = \`${secret}\`; // behind\n`)],
        'salt',
        signal,
      );
      assert.deepEqual(
        found.map((each) => [each.file, each.line, english(each.kind)]),
        [['a.js', 2, kind]],
      );
      assert.deepEqual(
        Object.keys(found[0] ?? {}).toSorted((one, other) => (one < other ? -1 : 1)),
        ['column', 'file', 'fingerprint', 'kind', 'line'],
      );
      assert.match(found[0]?.fingerprint ?? '', /^[\w-]{16}$/);
    });
  }

  async function print(name: string, secret: string, salt: string): Promise<string | undefined> {
    const [found] = await findSecrets([await file(name, `const b = \`${secret}\`;\n`)], salt, signal);
    return found?.fingerprint;
  }

  it('knows a value again by its fingerprint, which tells nothing without the salt', async () => {
    const [[, one] = ['', ''], [, other] = ['', '']] = MADE_UP;
    const known = await print('a.js', one, 'salt');
    assert.equal(await print('b.js', one, 'salt'), known);
    assert.notEqual(await print('a.js', other, 'salt'), known);
    assert.notEqual(await print('a.js', one, 'another salt'), known);
  });

  const ofEnv = async (name: string, content: string): Promise<string | undefined> => {
    const included = { ...(await file(name, content)), path: '.env' };
    return (await findSecrets([included], 'salt', signal))[0]?.fingerprint;
  };

  it('knows a file again that is one as a whole, until it changes, and not its namesake elsewhere', async () => {
    const long = 'x'.repeat(200_000);
    const known = await ofEnv('one/.env', `${long}1`);
    assert.match(known ?? '', /^[\w-]{16}$/);
    assert.equal(await ofEnv('one/.env', `${long}1`), known);
    assert.notEqual(await ofEnv('one/.env', `${long}2`), known);
    assert.notEqual(await ofEnv('one/.env', `${long}1\n`), known);
    assert.notEqual(await ofEnv('other/.env', `${long}1`), known);
  });

  it('finds the key file of a Google service account, and says what it is', async () => {
    const key = {
      type: 'service_account',
      project_id: 'p',
      private_key_id: drawn(40, HEX),
      private_key: privateKey,
      client_email: 'a@p.iam.gserviceaccount.com',
    };
    assert.deepEqual(await kinds(JSON.stringify(key, undefined, 2), 'key.json'), ['a Google service account key']);
  });

  it('knows GitHub and npm tokens by their checksum, and takes nothing for one that has it wrong', async () => {
    for (const prefix of ['ghp_', 'npm_']) {
      const right = checked(prefix);
      const wrong = right.slice(0, 9) + (right[9] === 'a' ? 'b' : 'a') + right.slice(10);
      assert.equal((await told(`"${right}"`)).length, 1);
      assert.deepEqual(await told(`const accessToken = "${wrong}"`), []);
    }
  });

  it('knows signed tokens by what they say: neither expired ones, nor anonymous ones, nor the one of all documents, nor what only looks like one', async () => {
    const later = Math.floor(Date.now() / 1000) + 3600;
    assert.deepEqual(await kinds(jwt({ exp: later })), ['a signed token (JWT)']);
    assert.deepEqual(
      await kinds(
        [
          jwt({ exp: 1 }),
          jwt({ role: 'anon', exp: later }),
          jwt({ sub: '1234567890', name: 'John Doe' }),
          jwt({ a: 1 }, { typ: 'JWT' }),
          `eyJ${drawn(30)}.eyJ${drawn(30)}.${drawn(43)}`,
        ].join('\n'),
      ),
      [],
    );
  });

  const harmless: Record<string, string> = {
    placeholders: `apiKey: "YOUR_API_KEY_GOES_HERE_1234", secret_key: "<your-secret-key-12345>", token = "xxxxxxxxxxxxxxxxxxxxxxxx1234", api_key="\${API_KEY_FROM_ENV_12}", AKIA${drawn(9, UPPER)}EXAMPLE, "AIzaSyYOUR_KEY_${drawn(24)}", "AIza${drawn(36)}"`,
    'names of messages and storage':
      'const accessToken = "app.settings.access-token.v2.1", PASSWORD_KEY = "password-reset-form-key-2024", password: "passwordResetTokenInvalid2", secret:"my_client_secret_name_v1_2"',
    'publishable keys': `stripeKey: "pk_live_${drawn(24)}", siteKey: "${drawn(40)}", publicApiKey: "${drawn(40)}", api_key: "phc_${drawn(40)}"`,
    'headers that are put together': `Authorization: "Bearer " + token, "Basic YOUR_BASE64_CREDENTIALS_1", \`Bearer \${accessToken1234567890}\``,
    'test keys of Stripe': `"sk_test_${drawn(32)}"`,
    'marks of a private key in a library': `if (t.startsWith("-----BEGIN ${MARK}-----")) return e.replace("-----BEGIN RSA ${MARK}-----", "").replace("-----END", "")`,
    'public keys and certificates': `-----BEGIN CERTIFICATE-----\n${drawn(64)}\n-----BEGIN PUBLIC KEY-----\n${drawn(64)}`,
    'the key of an extension': JSON.stringify({ manifest_version: 3, key: drawn(392) }),
    'hashes, data and alphabets': `integrity="sha512-${drawn(86)}==", url(data:font/woff2;base64,${drawn(600)}), hash: "${drawn(64, HEX)}", secret: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"`,
    'addresses without a password, and those of documents':
      'https://a.com:8080/x@y, https://user@host.net, "https://user:password@example.com", `https://${user}:${password}@${host}`, http://admin:s3cr3tXy9@localhost:3000, {"://a:b@c"}',
    'classes and identifiers':
      '.sk-loading-indicator-wrapper-inner-2024-a1, sk_SK, mask_token, task-2f1c8a4be0d94d6f8b21, MTAutoComplete.Helper.prototype',
    'the key that every Azurite has': `AccountKey=Eby8vdM02xN${drawn(75)}==`,
  };
  for (const [what, text] of Object.entries(harmless))
    it(`is not alarmed by ${what}`, async () => assert.deepEqual(await told(text), []));

  it('is not alarmed by the code of real packages', async () => {
    const folders = ['mocha', 'https-proxy-agent', 'hono', 'form-data', 'jsonc-parser', 'esbuild/lib'].map((name) =>
      path.resolve('node_modules', name),
    );
    const entries = (
      await Promise.all(folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })))
    )
      .flat()
      .filter((entry) => entry.isFile());
    const files = await Promise.all(
      entries.map(async ({ parentPath, name }) => {
        const source = path.join(parentPath, name);
        return { path: path.relative('node_modules', source), source, bytes: (await stat(source)).size };
      }),
    );
    assert.ok(files.length > 100, `${files.length} files`);
    assert.deepEqual(
      (await findSecrets(files, 'salt', signal)).map((each) => `${each.file}:${each.line}`),
      [],
    );
  });

  it('tells files by their names, and not the ones that only show what such a file looks like', async () => {
    const names = ['.env', 'a/.env.production', '.envrc', '.npmrc', 'keys/id_ed25519', 'cert.p12', 'release.keystore'];
    const files = await Promise.all(
      [...names, '.env.example', '.env.sample', 'environment.js', 'id_rsa.pub'].map((name) => file(name, 'x')),
    );
    const found = await findSecrets(files, 'salt', signal);
    assert.deepEqual(
      found.map((each) => each.file),
      names,
    );
    assert.ok(found.every(({ line, column }) => line === 1 && column === 1));
  });

  it('asks what a .pem holds: a private key, or a certificate that anybody may see', async () => {
    assert.deepEqual(await kinds(privateKey, 'key.pem'), ['a private key']);
    assert.deepEqual(await kinds(`-----BEGIN CERTIFICATE-----\n${drawn(64)}`, 'cert.pem'), []);
  });

  it('counts lines and columns as editors do, with characters of any width', async () => {
    assert.deepEqual(await told(`one\r\ntwo\n日本 ä 😀 ${checked('ghp_')}\n${checked('gho_')} ${checked('ghp_')}`), [
      '3:9 a GitHub token',
      '4:1 a GitHub token',
      '4:42 a GitHub token',
    ]);
  });

  it('finds one wherever it lies in a long line, also where the reading is cut in two', async () => {
    const secret = checked('ghp_');
    const step = 64 * 1024;
    for (const at of [step - 20, step - 8 * 1024 - 3, step - 8 * 1024 + 1, 2 * step - 40, 3 * step]) {
      const line = 'a;'.repeat(4 * step);
      assert.deepEqual(
        await told(`\n${line.slice(0, at)} ${secret} ${line}`),
        [`2:${at + 2} a GitHub token`],
        `at ${at}`,
      );
    }
  });

  it('tells at most ten of a file, the first ones', async () => {
    const found = await told(Array.from({ length: 40 }, (_, index) => checked('ghp_', String(index))).join('\n'));
    assert.deepEqual(
      found.map((each) => each.split(':')[0]),
      ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
    );
  });

  it('looks into no picture, archive or other binary file', async () => {
    const secret = checked('ghp_');
    assert.deepEqual(await told(secret, 'a.png'), []);
    assert.deepEqual(await told(Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from(` ${secret}`)]), 'a.bin'), []);
    assert.equal((await told(secret, 'a.txt')).length, 1);
  });

  it('passes over a file that is gone, and goes on', async () => {
    const there = await file('b.js', checked('ghp_'));
    assert.deepEqual(
      (await findSecrets([{ path: 'a.js', source: path.join(root, 'a.js'), bytes: 10 }, there], 'salt', signal)).map(
        (each) => each.file,
      ),
      ['b.js'],
    );
  });

  it('passes over what is no file any more, and goes on', async function pipe() {
    requires(this, 'pipes');
    const [[, secret] = ['', '']] = MADE_UP;
    const replaced = await file('a.js', 'text');
    const there = await file('b.js', `const b = \`${secret}\`;\n`);
    for (const make of [() => execFileSync('mkfifo', [replaced.source]), () => mkdir(replaced.source)]) {
      await rm(replaced.source);
      await make();
      const found = await findSecrets([replaced, there], 'salt', signal);
      assert.deepEqual(
        found.map((each) => each.file),
        ['b.js'],
      );
    }
  });

  it('tells them in the order of the files, whatever is read first', async () => {
    const files = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        file(`${index}.js`, ' '.repeat((30 - index) * 10_000) + checked('ghp_')),
      ),
    );
    assert.deepEqual(
      (await findSecrets(files, 'salt', signal)).map((each) => each.file),
      files.map((each) => each.path),
    );
  });

  it('takes time in proportion to the text, also for one that is made to be slow', async () => {
    const nasty = [
      'eyJ',
      `${jwt({ exp: 1 })} `,
      `-----BEGIN ${MARK}-----\\n\\n`,
      'sk-',
      '://a:',
      'MTAy',
      'token="',
      '\\',
      'secret:secret:"a',
    ];
    for (const piece of nasty) {
      const slow = await file('slow.js', piece.repeat(500_000 / piece.length));
      const before = process.cpuUsage();
      assert.deepEqual(await findSecrets([slow], 'salt', signal), []);
      const { user, system } = process.cpuUsage(before);
      assert.ok(user + system < 1_500_000, `${piece}: ${(user + system) / 1000} ms of work for 500 kB`);
    }
  });

  describe('in 20 MB on one line', () => {
    let big: PackedFile;
    beforeEach(async () => {
      const piece = `function a(e,t){return e.password||t.token?"secret":https://a.b/c?key=${drawn(30)}}var api={token:"${'x'.repeat(20)}",sk-a:1};`;
      big = await file('big.js', piece.repeat(Math.ceil(20_000_000 / piece.length)) + checked('ghp_'));
    });

    it('finds the last word, and lets other work have its turn again and again', async () => {
      let turns = 0;
      const count = (): void => void (turns++, (next = setImmediate(count)));
      let next = setImmediate(count);
      const found = await findSecrets([big], 'salt', signal);
      clearImmediate(next);
      assert.deepEqual(
        found.map(({ line, column }) => [line, column]),
        [[1, big.bytes - 39]],
      );
      assert.ok(turns > 100, `${turns} turns`);
    });

    it('stops soon after it is told to', async () => {
      const controller = new AbortController();
      const stopped = assert.rejects(
        findSecrets(
          Array.from({ length: 20 }, () => big),
          'salt',
          controller.signal,
        ),
        { name: 'Cancelled' },
      );
      await new Promise((resolve) => setImmediate(resolve));
      const before = process.cpuUsage();
      controller.abort();
      await stopped;
      const { user, system } = process.cpuUsage(before);
      assert.ok(user + system < 100_000, `${(user + system) / 1000} ms of work after it`);
    });
  });
});
