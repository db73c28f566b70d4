import { countResults } from '../app/tests/test-results';
import { badTest, placeOf, type BadFile, type ShownTest } from './test-words';

/**
 * Results of tests as JUnit XML, as CI services show it: a case for each test.
 * @param bad files that could not be run: errors.
 */
export function junitXml(tests: readonly ShownTest[], bad: readonly BadFile[]): string {
  const { failed, skipped, canceled } = countResults(tests);
  const counts = `tests="${tests.length + bad.length}" failures="${failed}" errors="${bad.length}"`;
  const time = seconds(tests.reduce((sum, { took }) => sum + took, 0));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="browser-sessions" ${counts} time="${time}">`,
    `  <testsuite name="sequences" ${counts} skipped="${skipped + canceled}" time="${time}">`,
    ...tests.map((test) => caseXml(test, 'failure')),
    ...bad.map((file) => caseXml(badTest(file), 'error')),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function caseXml({ outcome, took, file, name, failure }: ShownTest, wrong: 'failure' | 'error'): string {
  const start = `    <testcase name="${escape(name)}" classname="${escape(file)}" time="${seconds(took)}"`;
  if (outcome === 'skipped' || outcome === 'canceled') return `${start}><skipped/></testcase>`;
  if (outcome !== 'failed' || !failure) return `${start}/>`;
  const lines = [
    `${placeOf(failure)}: error: ${failure.text}`,
    ...failure.steps.map((step, index) => `${index + 1}. ${step}`),
    ...failure.log,
  ];
  return `${start}><${wrong} message="${escape(failure.text)}" type="${wrong}">${escape(lines.join('\n'))}</${wrong}></testcase>`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** XML has no way to write other control characters, or half a surrogate pair. */
const NOT_XML = /[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]|\p{Surrogate}/gu;

function escape(text: string): string {
  return text
    .replaceAll(NOT_XML, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
