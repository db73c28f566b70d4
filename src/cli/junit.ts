/** A step of what was run, as a test case. */
export interface TestedCase {
  readonly name: string;
  /** Milliseconds. */
  readonly took: number;
  /** Why it failed; undefined if it did not. */
  readonly failure?: string;
  /** It was not reached. */
  readonly isSkipped: boolean;
}

/** The cases of one sequence as JUnit XML, as CI services show it. */
export function junitXml(sequence: string, cases: readonly TestedCase[]): string {
  const name = escape(sequence);
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const skipped = cases.filter(({ isSkipped }) => isSkipped).length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="0"`;
  const time = seconds(cases.reduce((sum, { took }) => sum + took, 0));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="browser-sessions" ${counts} time="${time}">`,
    `  <testsuite name="${name}" ${counts} skipped="${skipped}" time="${time}">`,
    ...cases.map((each) => caseXml(name, each)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function caseXml(sequence: string, { name, took, failure, isSkipped }: TestedCase): string {
  const start = `    <testcase name="${escape(name)}" classname="${sequence}" time="${seconds(took)}"`;
  if (failure !== undefined)
    return `${start}><failure message="${escape(failure)}" type="failure">${escape(failure)}</failure></testcase>`;
  return isSkipped ? `${start}><skipped/></testcase>` : `${start}/>`;
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
