import assert from 'node:assert/strict';
import type { Report } from '../../../../src/app/report/report';
import { reportPage } from '../../../../src/app/report/report-html';
import { Localizer } from '../../../../src/core/localizer';
import { AT, sampleLine, sampleReport } from '../../../support/sample-report';

const { t, localize } = new Localizer((template) => template);
const words = { t, localize, language: 'en' };
const pageOf = (report: Report): string => reportPage(report, words);
/** Without the steps that are read back, which the page does not show. */
const shown = (report: Report): string => pageOf(report).replace(/<template[^]*<\/template>/, '');

describe('The page of a report', () => {
  it('tells first what happened, where and when', () => {
    const page = shown(sampleReport());
    assert.match(page, /<h1>“sign-in\.sequence\.json” failed at step 3 of 4<\/h1>/);
    const [header = ''] = /<header>[^]*<\/header>/.exec(page) ?? [];
    for (const fact of [
      'Step 3: Expect the text “Welcome back”.',
      'The page doesn’t show “Welcome back”.',
      'Uncaught error</strong> content script on shop.example.com, <span class="mono">src/content.ts:41:17</span>',
      'Uncaught TypeError: Cannot read properties of undefined',
      'Failed request</strong> worker',
      'GET https://api.example.com/prices?currency=EUR 503 Service Unavailable',
      'Step 2</strong> clicked at 640, 360: no element is named “Sign in”',
      '2026-01-31 20:22:50 UTC',
      'Checkout',
      'Staging',
      'browsers.example.com',
      'Chromium 150.0.7871.100',
      'Price Watch 1.4.0',
    ])
      assert.ok(header.includes(fact), fact);
  });

  it('has a banner of two errors at most, and says how many are below', () => {
    const lines = [1, 2, 3, 4].map((at) => sampleLine({ text: `Error ${at}`, level: 'error', isUncaught: true }));
    const [banner = ''] =
      /<div class="verdict bad">[^]*?<\/div>/.exec(shown(sampleReport({ log: { lines, moreLines: 0 } }))) ?? [];
    assert.match(banner, /Error 2/);
    assert.doesNotMatch(banner, /Error 3/);
    assert.match(banner, /<li>2 more, below<\/li>/);
  });

  it('shows the screenshot and the steps, and folds the rest', () => {
    const page = shown(sampleReport({ notes: ['The screenshot is too large for a report.'] }));
    const headings = [...page.matchAll(/(<summary>)?<h2>([^<]+?) ?</g)].map(([, folds, text]) => [
      text,
      folds !== undefined,
    ]);
    assert.deepEqual(headings, [
      ['Screenshot', false],
      ['Steps', false],
      ['Errors and failed requests', true],
      ['Timeline', true],
      ['Extensions', true],
      ['Log', true],
      ['Storage', true],
      ['Missing from this report', false],
    ]);
    assert.doesNotMatch(page, /<details[^>]* open/);
  });

  it('has headlines for what passed, was stopped, was recorded, and for no steps', () => {
    const { path } = sampleReport();
    assert.ok(path);
    const headline = (results: NonNullable<typeof path>['results']): string =>
      /<h1>(.*)<\/h1>/.exec(shown(sampleReport({ path: { ...path, results } })))?.[1] ?? '';
    const done = { state: 'passed', began: AT, ended: AT + 1 } as const;
    assert.equal(headline([done, done, done, done]), '“sign-in.sequence.json” passed in “Checkout”');
    assert.equal(
      headline([done, { state: 'canceled' }, { state: 'skipped' }, { state: 'skipped' }]),
      '“sign-in.sequence.json” was stopped after 1 of 4 steps',
    );
    assert.equal(headline([]), '“sign-in.sequence.json”, recorded in “Checkout”');
    const { path: _path, ...without } = sampleReport();
    assert.match(shown(without), /<h1>Session “Checkout”<\/h1>/);
  });

  it('runs nothing and loads nothing: no script, no address to load, and a policy', () => {
    const page = pageOf(sampleReport());
    assert.match(
      page,
      /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">/,
    );
    assert.ok(!/<script|<link|<iframe|<object|<form|<a |\son\w+=|@import|url\(/i.test(page));
    for (const [, address] of page.matchAll(/\s(?:src|href|srcset|action)="([^"]*)"/g))
      assert.match(address ?? '', /^data:image\/png;base64,/);
  });

  it('shows hostile texts of every field as text', () => {
    const hostile = `<img src=x onerror=alert(1)>"'></title></style></template><script>alert(2)</script>\u202Egnp`;
    const { path, extensions } = sampleReport();
    const [extension] = extensions ?? [];
    assert.ok(path && extension?.upload);
    const page = pageOf(
      sampleReport({
        session: { id: hostile, label: hostile },
        connection: { name: hostile, host: hostile },
        versions: { extension: hostile, editor: hostile, chromium: hostile },
        path: {
          ...path,
          name: hostile,
          extension: hostile,
          steps: [{ kind: 'named', target: { role: hostile, name: hostile }, click: {}, timeout: 1 }],
          results: [{ state: 'failed', error: hostile }],
        },
        extensions: [
          {
            ...extension,
            id: hostile,
            name: hostile,
            version: hostile,
            upload: {
              ...extension.upload,
              sha256: hostile,
              files: [{ path: hostile, bytes: 1, sha256: hostile }],
              problems: [{ severity: 'error', place: hostile, text: hostile }],
            },
          },
        ],
        log: {
          lines: [
            sampleLine({ text: hostile, place: hostile, stack: [hostile], source: { kind: 'page', path: hostile } }),
            sampleLine({ source: { kind: 'contentScript', host: hostile }, text: `a\n${hostile}` }),
          ],
          moreLines: 0,
        },
        storage: [{ extension: hostile, area: 'local', json: hostile, isCut: true }],
        notes: [hostile],
      }),
    );
    assert.ok(!page.includes('<img src=x'));
    assert.ok(!page.includes('<script'));
    assert.ok(!page.replace(/<template[^]*<\/template>/, '').includes('\u202E'));
    assert.equal(page.split('</template>').length, 2);
    assert.equal(page.split('</style>').length, 2);
  });

  it('draws each click on the picture with the number of its step', () => {
    const page = shown(sampleReport());
    const [figure = ''] = /<figure>[^]*?<\/figure>/.exec(page) ?? [];
    assert.match(figure, /viewBox="0 0 1280 801"/);
    assert.match(figure, /<circle cx="640" cy="360"[^]*<text[^>]*>2<\/text>/);
    assert.ok(!figure.includes('cx="100"'), 'a step that was not reached has no mark');
  });

  it('has the same times on the axis and in the table', () => {
    const page = shown(sampleReport());
    const [axis = ''] = /<svg class="axis"[^]*?<\/svg>/.exec(page) ?? [];
    assert.equal(axis.split('<rect class="step"').length - 1, 2);
    assert.equal(axis.split('<rect class="bad"').length - 1, 1);
    assert.match(axis, /◂ 1 min 30 s earlier/, 'the upload was long before');
    for (const time of ['+0.00 s', '+0.64 s', '+1.20 s', '−1 min 30 s'])
      assert.ok(page.includes(`>${time}</td>`), time);
  });
});
