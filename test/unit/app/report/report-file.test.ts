import assert from 'node:assert/strict';
import { REPORT_LIMITS, type Report } from '../../../../src/app/report/report';
import { readReports } from '../../../../src/app/report/report-file';
import { reportPage } from '../../../../src/app/report/report-html';
import { UserError } from '../../../../src/core/errors';
import { Localizer } from '../../../../src/core/localizer';
import { grayPng, sampleLine, sampleReport } from '../../../support/sample-report';

const { t, localize } = new Localizer((template) => template);
const words = { t, localize, language: 'en' };
const pageOf = (...reports: Report[]): string => reportPage(reports, words);
const read = (text: string): readonly Report[] => readReports(text, 'x.report.html');

/** The page with other data in it. */
function withData(change: (data: Record<string, unknown>) => unknown): string {
  const page = pageOf(sampleReport());
  const [, json = ''] = /data-version="1">([^<]*)</.exec(page) ?? [];
  const [data] = JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#39;', "'"));
  const changed = JSON.stringify([change(data)])
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');
  return page.replace(json, () => changed);
}

const refusal = (text: string): string => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  return assert.fail('it was read');
};

describe('The file of a report', () => {
  it('is read back as it was written, alone or with its replay', () => {
    const [one, other] = [sampleReport(), sampleReport({ session: { id: 'other', label: '“<Other>” & co' } })];
    assert.deepEqual(read(pageOf(one)), [one]);
    assert.deepEqual(read(pageOf(one, other)), [one, other]);
  });

  it('is read back with any text in it', () => {
    const hostile = `</template><script>alert(1)</script> \u202E &amp;lt; \u0000 \uD800 \`"'\\`;
    const report = sampleReport({
      session: { id: 'x', label: hostile },
      log: { lines: [sampleLine({ text: hostile, stack: [hostile] })], moreLines: 3 },
      notes: [hostile],
    });
    assert.deepEqual(read(pageOf(report)), [report]);
  });

  it('is none of ours, from a later version, or damaged: each in its words', () => {
    const page = pageOf(sampleReport());
    for (const foreign of ['', '<html></html>', '<template id="browser-sessions-report" data-version="'])
      assert.match(refusal(foreign), /isn’t a report/);
    assert.match(refusal(page.replace('data-version="1"', 'data-version="2"')), /another version/);
    assert.match(refusal(page.replace('data-version="1">', 'data-version="1">x')), /damaged/);
    assert.match(refusal(page.slice(0, page.indexOf('</template>'))), /isn’t a report/);
    assert.match(refusal(withData(() => 1)), /damaged/);
    assert.match(refusal(withData(() => null)), /damaged/);
    assert.match(refusal(withData((data) => ({ ...data, at: 'now' }))), /damaged/);
    assert.match(refusal(withData((data) => ({ ...data, path: { steps: [{ run: 'rm' }] } }))), /damaged/);
    assert.match(refusal(withData((data) => ({ ...data, path: { steps: [{ point: 'Named' }] } }))), /damaged/);
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    assert.match(refusal(page.replace(/(data-version="1">)[^<]*/, (_, start: string) => start + deep)), /damaged/);
  });

  it('reads of anything else only what is valid, within the limits', () => {
    const [report] = read(
      withData((data) => ({
        ...data,
        connection: 7,
        versions: [],
        picture: { at: 1, image: 'picture-1"><script>' },
        extensions: [{ name: 'x'.repeat(100_000), upload: { sha256: '<b>', files: 'none', folder: 'elsewhere' } }],
        log: { lines: Array.from({ length: 5000 }, () => ({ at: 1, text: 'y'.repeat(10_000), level: 'loud' })) },
        storage: [
          { area: 'managed!', json: '{}' },
          { area: 'local', json: 'z'.repeat(1_000_000) },
        ],
      })),
    );
    assert.ok(report);
    assert.deepEqual(report.connection, { name: '', host: '' });
    assert.equal(report.picture, undefined);
    assert.equal(report.extensions?.[0]?.name.length, REPORT_LIMITS.name);
    assert.deepEqual(report.extensions?.[0]?.upload?.files, []);
    assert.equal(report.extensions?.[0]?.upload?.sha256, '');
    assert.equal(report.extensions?.[0]?.upload?.folder, 'unknown');
    assert.equal(report.log?.lines.length, REPORT_LIMITS.lines);
    assert.deepEqual([report.log?.lines[0]?.level, report.log?.lines[0]?.text.length], ['info', REPORT_LIMITS.text]);
    assert.equal(report.storage?.length, 1);
    assert.deepEqual([report.storage?.[0]?.json.length, report.storage?.[0]?.isCut], [REPORT_LIMITS.storage, true]);
    assert.ok(pageOf(report).length < 10_000_000);
  });

  it('takes only a PNG for a picture', () => {
    const page = pageOf(sampleReport());
    const other = Buffer.from('<svg onload="alert(1)"/>').toString('base64');
    const [report] = read(
      page.replace(/(<img id="picture-1" src="data:image\/png;base64,)[^"]*/, (_, start: string) => start + other),
    );
    assert.equal(report?.picture, undefined);
    assert.ok(report?.path?.picture);
  });

  it('is not written if it is too large', () => {
    const png = Buffer.concat([grayPng(10, 10), Buffer.alloc(REPORT_LIMITS.file)]);
    assert.throws(() => pageOf(sampleReport({ picture: { at: 1, png } })), /too large \(limit 32\.0 MB\)/);
  });
});
