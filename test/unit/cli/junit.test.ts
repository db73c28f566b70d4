import assert from 'node:assert/strict';
import { junitXml } from '../../../src/cli/junit';
import { junitProblems } from '../../support/schemas';

describe('A JUnit report of a sequence', () => {
  it('is valid by the schema, whatever the names are', async () => {
    const name = 'a <b> & "c"\u0000\u001B\uD800\uFFFE\n]]>';
    const xml = junitXml(name, [
      { name, took: 12, isSkipped: false },
      { name, took: 1, failure: name, isSkipped: false },
      { name, took: 0, isSkipped: true },
    ]);
    assert.deepEqual(await junitProblems(xml), []);
    assert.match(xml, /name="a &lt;b&gt; &amp; &quot;c&quot;/);
    assert.deepEqual(await junitProblems(junitXml('empty', [])), []);
    assert.notDeepEqual(await junitProblems(xml.replace('<skipped/>', '<passed/>')), []);
  });
});
