import { english } from '../core/message';
import { countResults, type TestResult } from '../app/tests/test-results';
import { describeStep } from '../core/steps';
import { failureOf, findingLine, nameOf, type BadFile } from './test-words';

/**
 * Results of tests as JUnit XML, as CI services show it: a case for each test.
 * @param bad files that could not be run: errors.
 */
export function junitXml(results: readonly TestResult[], bad: readonly BadFile[] = []): string {
  const { failed, skipped, canceled } = countResults(results);
  const counts = `tests="${results.length + bad.length}" failures="${failed}" errors="${bad.length}"`;
  const time = seconds(results.reduce((sum, { took }) => sum + took, 0));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="browser-sessions" ${counts} time="${time}">`,
    `  <testsuite name="sequences" ${counts} skipped="${skipped + canceled}" time="${time}">`,
    ...results.map(caseXml),
    ...bad.map(badXml),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function caseXml(result: TestResult): string {
  const { outcome, took, test } = result;
  const start = `    <testcase name="${escape(nameOf(result))}" classname="${escape(test.id)}" time="${seconds(took)}"`;
  if (outcome === 'skipped' || outcome === 'canceled') return `${start}><skipped/></testcase>`;
  const failure = failureOf(result);
  if (outcome !== 'failed' || !failure) return `${start}/>`;
  const lines = [
    findingLine(failure),
    ...test.sequence.steps.map((step, index) => `${index + 1}. ${english(describeStep(step))}`),
    ...failure.log,
  ];
  return `${start}><failure message="${escape(failure.text)}" type="failure">${escape(lines.join('\n'))}</failure></testcase>`;
}

function badXml(file: BadFile): string {
  const [name, text] = [escape(file.id), escape(file.text)];
  const error = `<error message="${text}" type="error">${escape(findingLine(file))}</error>`;
  return `    <testcase name="${name}" classname="${name}" time="0.000">${error}</testcase>`;
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
