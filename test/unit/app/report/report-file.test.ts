import assert from 'node:assert/strict';
import { REPORT_LIMITS, type Report, type ReportPath } from '../../../../src/app/report/report';
import { readSequenceOf, requireReport } from '../../../../src/app/report/report-file';
import { reportPage } from '../../../../src/app/report/report-html';
import { UserError } from '../../../../src/core/errors';
import { escapeHtml } from '../../../../src/core/escape-html';
import { Localizer } from '../../../../src/core/localizer';
import { MAX_SEQUENCE_BYTES } from '../../../../src/core/sequence';
import { grayPng, sampleReport } from '../../../support/sample-report';

const { t, localize } = new Localizer((template) => template);
const pageOf = (report: Report): string => reportPage(report, { t, localize, language: 'zh-cn' });
const pathOf = (more: Partial<ReportPath>): Report =>
  sampleReport({ path: { name: 'x.sequence.json', steps: [], results: [], ...more } });
const read = (page: string): ReturnType<typeof readSequenceOf> => readSequenceOf(page, 'x.report.html');

/** The page with another sequence in it. */
function withSequence(text: string): string {
  const start = '<template id="browser-sessions-sequence">';
  const [before, after = ''] = pageOf(sampleReport()).split(start);
  return `${before}${start}${escapeHtml(text)}${after.slice(after.indexOf('</template>'))}`;
}

function refusal(page: string, use: (page: string, name: string) => unknown = readSequenceOf): string {
  try {
    use(page, 'x.report.html');
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  return assert.fail('it was read');
}

describe('The file of a report', () => {
  it('gives its steps back as they were, with the extension that they are about, whatever their texts are', () => {
    const { path } = sampleReport();
    assert.ok(path);
    assert.deepEqual(read(pageOf(sampleReport())), { steps: path.steps, extension: undefined, incomplete: [] });
    const hostile = `</template><script>alert(1)</script> \u202E &amp;lt; \u0000 \uD800 \`"'\\`;
    const steps = [{ kind: 'open', page: hostile } as const];
    assert.deepEqual(read(pageOf(pathOf({ steps, extension: hostile }))), {
      steps,
      extension: hostile,
      incomplete: [],
    });
  });

  it('tells which steps something was removed from', () => {
    const [pause, typed] = [
      { kind: 'wait', milliseconds: 1 } as const,
      { kind: 'type', text: '[removed]', into: undefined, timeout: 5000 } as const,
    ];
    assert.deepEqual(read(pageOf(pathOf({ steps: [pause, typed, pause, typed] }))).incomplete, [1, 3]);
  });

  it('is none of ours, has no steps, or has some that cannot be read: each in its words', () => {
    const page = pageOf(sampleReport());
    const { path: _path, ...without } = sampleReport();
    for (const foreign of ['', '<html></html>', '<template id="browser-sessions-sequence">', ` ${page}`])
      assert.match(refusal(foreign), /isn’t shown as a report/);
    assert.match(refusal(pageOf(without)), /has no steps/);
    assert.match(refusal(page.slice(0, page.indexOf('</template>'))), /has no steps/);
    assert.match(refusal(withSequence('x')), /can’t be read\. This isn’t valid JSON/);
    assert.match(refusal(withSequence('{ "steps": [] }')), /can’t be read\. A sequence needs/);
    assert.match(refusal(withSequence('{ "steps": [{ "run": "rm" }] }')), /can’t be read\. /);
    assert.match(
      refusal(withSequence('{ "steps": [{ "click": { "point": "Named" } }] }')),
      /can’t be read\. No point is named/,
    );
    assert.match(refusal(withSequence(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)), /nested too deeply/);
    assert.match(refusal(withSequence(' '.repeat(MAX_SEQUENCE_BYTES + 1))), /too large/);
  });

  it('has nothing that leads anywhere, in whichever way it is written', () => {
    const page = pageOf(sampleReport());
    for (const added of [
      '<script>alert(1)</script>',
      '<a href="https://example.com">more</a>',
      '<A\nHREF="https://example.com">more',
      '<svg><a href="https://example.com"/></svg>',
      '<map><area href="https://example.com"></map>',
      '<form action="https://example.com"><button>Go</button></form>',
      '<iframe srcdoc="x"></iframe>',
      '<meta http-equiv="refresh" content="0;url=https://example.com">',
      '<meta name="x" content="y" http-equiv="refresh">',
    ])
      assert.match(
        refusal(
          page.replace('<main>', () => `<main>${added}`),
          requireReport,
        ),
        /isn’t shown as a report/,
        added,
      );
  });

  it('is shown only if its policy stands before all else, in each language', () => {
    const page = pageOf(sampleReport());
    requireReport(page, 'x');
    for (const changed of [
      page.replace('<head>', '<head><script>alert(1)</script>'),
      page.replace('lang="zh-cn"', 'lang="zh-cn" onload="alert(1)"'),
      page.replace('lang="zh-cn"', 'lang="x"><script>alert(1)</script><html lang="zh-cn"'),
      page.replace("default-src 'none'", 'default-src *'),
      `<!doctype html><html lang="en"><body></body>${page}`,
    ])
      assert.match(refusal(changed, requireReport), /isn’t shown as a report/);
  });

  it('is not written if it is too large', () => {
    const png = Buffer.concat([grayPng(10, 10), Buffer.alloc(REPORT_LIMITS.file)]);
    assert.throws(() => pageOf(sampleReport({ picture: { at: 1, png } })), /too large \(limit 32\.0 MB\)/);
  });
});
