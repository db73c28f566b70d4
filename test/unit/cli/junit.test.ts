import assert from 'node:assert/strict';
import { junitXml } from '../../../src/cli/junit';
import type { Test } from '../../../src/app/tests/load-test';
import type { TestResult } from '../../../src/app/tests/test-results';
import { shownTest } from '../../../src/cli/test-words';
import { message } from '../../../src/core/message';
import { junitProblems } from '../../support/schemas';

describe('A JUnit report of tests', () => {
  it('is valid by the schema, whatever the names are', async () => {
    const name = 'a <b> & "c"\u0000\u001B\uD800\uFFFE\n]]>';
    const steps = [{ kind: 'open', page: name }] as const;
    const sequence = { steps, places: [{ offset: 0, length: 1 }], name, file: `/tmp/${name}`, text: '{}' };
    const test: Test = { id: name, sequence, setups: [], extension: undefined, top: '/tmp' };
    const of = sequence;
    const common = { test, repeat: 1, took: 12 };
    const results: TestResult[] = [
      { ...common, outcome: 'passed', attempts: [{ outcome: 'passed', took: 12, of, screenshots: [] }] },
      {
        ...common,
        outcome: 'failed',
        attempts: [
          { outcome: 'failed', took: 12, of, screenshots: [], error: message('The page doesn’t show “{0}”.', name) },
        ],
      },
      { ...common, outcome: 'skipped', attempts: [], reason: name },
      { ...common, outcome: 'canceled', attempts: [] },
    ];
    const tests = results.map((result) => shownTest(result, (text) => text));
    const xml = junitXml(tests, [{ id: name, file: name, line: 1, column: 1, text: name }]);
    assert.deepEqual(await junitProblems(xml), []);
    assert.match(xml, /name="a &lt;b&gt; &amp; &quot;c&quot;/);
    assert.match(xml, /<testsuite [^>]*tests="5" failures="1" errors="1" skipped="2" time="0\.048"/);
    assert.deepEqual(await junitProblems(junitXml([], [])), []);
    assert.notDeepEqual(await junitProblems(xml.replace('<skipped/>', '<passed/>')), []);
  });
});
