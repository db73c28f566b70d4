import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { build } from 'esbuild';
import { createCoverageMap } from 'istanbul-lib-coverage';
import { linesNeverRun } from '../../support/counted';
import { manifest } from '../../support/files';
import { startLocalService, type LocalService } from '../../support/local-service';
import { listen } from '../../support/network/listen';
import { Person, type Ended } from '../cli/command-line';

/** Each statement whose line ends with this never runs. */
const NEVER = '// never';

const SOURCES = {
  'src/shared.ts': `export function priceOf(text: string): number {
  if (text === '') {
    return 0; ${NEVER}
  }
  return Number(text);
}
export function unused(): string {
  return 'unused'; ${NEVER}
}
`,
  'src/worker.ts': `import { priceOf } from './shared';
chrome.runtime.onInstalled.addListener(async ({ reason }) => {
  if (reason === 'install') {
    await chrome.storage.local.set({ price: priceOf('3') });
  } else {
    await chrome.storage.local.set({ price: -1 }); ${NEVER}
  }
});
chrome.runtime.onMessage.addListener((question: string, _sender, answer: (text: string) => void) => {
  if (question === 'first') {
    answer('one');
  } else {
    answer('other');
  }
});
`,
  'src/content.ts': `import { priceOf } from './shared';
const asked = location.pathname === '/first' ? 'first' : 'second';
async function ask(): Promise<void> {
  const answer: string = await chrome.runtime.sendMessage(asked);
  document.body.textContent = \`\${answer} \${priceOf('5')}\`;
}
void ask();
`,
  'src/popup.ts': `import { unused } from './shared';\ndocument.body.textContent = unused(); ${NEVER}\n`,
};

function truth(text: string): readonly number[] {
  return text.split('\n').flatMap((line, index) => (line.endsWith(NEVER) ? [index + 1] : []));
}

function passed({ code, out, err }: Ended): void {
  assert.equal(code, 0, `${out}\n${err}`);
}

describe('The coverage of tests', () => {
  const shop = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Shop</title><p>Shop</p>');
  });
  let site = '';
  let service: LocalService;
  let person: Person;

  before(async () => {
    site = `http://127.0.0.1:${await listen(shop)}`;
    service = await startLocalService();
  });
  beforeEach(() => {
    person = new Person({ BROWSER_SESSIONS_ADDRESS: service.url, BROWSER_SESSIONS_TOKEN: service.token });
  });
  afterEach(() => person.leave());
  after(async () => {
    await service.stop();
    shop.close();
    shop.closeAllConnections();
  });

  /** Writes a project, and builds it with maps that the upload leaves out. */
  async function writeProject(minify = false): Promise<void> {
    person.write('.', {
      ...SOURCES,
      '.git/HEAD': '',
      'package.json': { name: 'shop' },
      'dist/manifest.json': manifest('Shop', {
        permissions: ['storage'],
        background: { service_worker: 'worker.js' },
        action: { default_popup: 'popup.html' },
        content_scripts: [{ matches: ['http://127.0.0.1/*'], js: ['content.js'], run_at: 'document_idle' }],
      }),
      'dist/popup.html': '<!doctype html><script src="popup.js"></script>',
      'first.sequence.json': {
        extension: 'dist',
        start: `${site}/first`,
        steps: [
          { waitFor: { storage: { local: { price: 3 } } } },
          { open: `${site}/first` },
          { waitFor: { text: 'one 5' } },
        ],
      },
      'second.sequence.json': {
        extension: 'dist',
        start: `${site}/second`,
        steps: [{ open: `${site}/second` }, { waitFor: { text: 'other 5' } }, { worker: 'stop' }],
      },
    });
    await build({
      absWorkingDir: person.folder,
      entryPoints: ['src/worker.ts', 'src/content.ts', 'src/popup.ts'],
      outdir: 'dist',
      bundle: true,
      format: 'iife',
      sourcemap: true,
      minify,
      logLevel: 'silent',
    });
  }

  function written(): Readonly<Record<string, readonly number[]>> {
    const map = createCoverageMap(JSON.parse(readFileSync(path.join(person.folder, 'coverage.json'), 'utf8')));
    return Object.fromEntries(
      map
        .files()
        .map((file) => [
          path.relative(person.folder, file).split(path.sep).join('/'),
          linesNeverRun(map.fileCoverageFor(file)),
        ]),
    );
  }

  for (const flags of [[], ['--reuse', '--workers', '1']])
    it(`is that of worker, content script and what never ran, over all tests${flags.length > 0 ? ', in a browser that is reused' : ''}`, async () => {
      await writeProject();
      const files = ['--coverage-json', 'coverage.json', '--coverage-lcov', 'lcov.info', '--report', 'report'];
      const ended = await person.run('test', ...files, ...flags);
      passed(ended);
      assert.deepEqual(
        written(),
        Object.fromEntries(Object.entries(SOURCES).map(([file, text]) => [file, truth(text)])),
      );
      assert.match(ended.out, /^src\/shared\.ts +50\.0 % +50\.0 % +50\.0 % +50\.0 % {2}3, 8$/m);
      assert.match(ended.out, /^All files /m);
      const index = readFileSync(path.join(person.folder, 'report/index.html'), 'utf8');
      assert.match(
        index,
        /<a href="\.\.\/src\/shared\.ts">src\/shared\.ts<\/a><\/td><td class="percent">50\.0 %<\/td><td class="mono">3, 8</,
      );
      const lcov = readFileSync(path.join(person.folder, 'lcov.info'), 'utf8');
      const shared = lcov.split('end_of_record\n').find((record) => record.includes('SF:src/shared.ts\n')) ?? '';
      assert.match(shared, /^DA:3,0$/m);
      assert.match(shared, /^DA:5,[1-9]\d*$/m);
      assert.match(shared, /^FNDA:0,unused$/m);
    });

  it('fails below the least that is asked for', async () => {
    await writeProject();
    const least = await person.run('test', '--coverage-min', '50', 'first.sequence.json');
    passed(least);
    const ended = await person.run('test', '--coverage-min', '95', 'first.sequence.json');
    assert.equal(ended.code, 1);
    assert.match(ended.err, /[\d.]+ % of the lines ran, less than 95 %\./);
    const told = JSON.parse((await person.run('test', '--coverage', '--json', 'first.sequence.json')).out);
    assert.ok(told.coverage.lines > 50 && told.coverage.lines < 95, JSON.stringify(told.coverage));
  });

  it('is merged over shards by Istanbul’s own merge', async () => {
    await writeProject();
    const map = createCoverageMap();
    for (const shard of ['1/2', '2/2']) {
      passed(await person.run('test', '--shard', shard, '--coverage-json', `shard-${shard[0]}.json`));
      map.merge(JSON.parse(readFileSync(path.join(person.folder, `shard-${shard[0]}.json`), 'utf8')));
    }
    writeFileSync(path.join(person.folder, 'coverage.json'), JSON.stringify(map));
    assert.deepEqual(written(), Object.fromEntries(Object.entries(SOURCES).map(([file, text]) => [file, truth(text)])));
  });

  it('shows nothing of lines that a map invents', async () => {
    await writeProject();
    // The first line is that of line 1001, of sources here and elsewhere.
    const map = { version: 3, sources: ['../src/shared.ts', '../../outside.ts'], names: [], mappings: 'AAw/BA,CCAA' };
    person.write('.', { 'dist/content.js.map': map });
    passed(await person.run('test', '--coverage-json', 'coverage.json'));
    const found = written();
    assert.deepEqual(Object.keys(found).toSorted(), ['src/popup.ts', 'src/shared.ts', 'src/worker.ts']);
    assert.deepEqual(found['src/shared.ts'], truth(SOURCES['src/shared.ts']));
  });

  it('counts another build that a step uploads for its own sources', async () => {
    await writeProject();
    const next = `chrome.runtime.onInstalled.addListener(async ({ reason }) => {
  const { price } = await chrome.storage.local.get('price');
  if (reason === 'update') {
    await chrome.storage.local.set({ price: price + 1 });
  } else {
    await chrome.storage.local.clear(); ${NEVER}
  }
});
`;
    person.write('.', {
      'src/next.ts': next,
      'next/manifest.json': manifest('Shop', {
        version: '2.0',
        permissions: ['storage'],
        background: { service_worker: 'worker.js' },
      }),
      'update.sequence.json': {
        extension: 'dist',
        start: `${site}/first`,
        steps: [
          { waitFor: { storage: { local: { price: 3 } } } },
          { upload: 'next' },
          { waitFor: { storage: { local: { price: 4 } } } },
        ],
      },
    });
    await build({
      absWorkingDir: person.folder,
      entryPoints: { worker: 'src/next.ts' },
      outdir: 'next',
      bundle: true,
      format: 'iife',
      sourcemap: 'inline',
      logLevel: 'silent',
    });
    passed(await person.run('test', '--coverage-json', 'coverage.json', 'update.sequence.json'));
    const found = written();
    assert.deepEqual(found['src/next.ts'], truth(next));
    assert.deepEqual(found['src/shared.ts'], truth(SOURCES['src/shared.ts']));
  });
});
