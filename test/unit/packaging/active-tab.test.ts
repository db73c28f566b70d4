import assert from 'node:assert/strict';
import { inspectExtension, type Problem } from '../../../src/packaging';
import { type Files, lay } from '../../verdicts/case';
import { temporaryFolder } from '../../support/temporary-folder';

const MANIFEST = {
  manifest_version: 3,
  name: 'a',
  version: '1',
  background: { service_worker: 'worker.js' },
  permissions: ['scripting'],
  host_permissions: ['<all_urls>'],
};
const ON_CLICK =
  "chrome.action.onClicked.addListener(({ id }) => chrome.scripting.executeScript({ target: { tabId: id }, files: ['in.js'] }));";
const IN_TAB =
  "const [tab] = await chrome.tabs.query({ active: true, currentWindow: true }); await chrome.scripting.insertCSS({ target: { tabId: tab.id }, css: '' });";

async function check(code: string, more: object = {}, files: Files = {}): Promise<readonly Problem[]> {
  const folder = temporaryFolder();
  await lay(folder, {
    name: '',
    files: { 'manifest.json': { ...MANIFEST, ...more }, 'worker.js': code, 'in.js': 'document.title = 1', ...files },
  });
  return (await inspectExtension(folder, {}, new AbortController().signal)).problems;
}
const told = async (...[code, more, files]: Parameters<typeof check>): Promise<boolean> =>
  (await check(code, more, files)).some((problem) => problem.code === 'host-permission-unneeded');

describe('Hosts in whose place activeTab would do', () => {
  it('are told where scripts run after a click, and are replaced', async () => {
    const [problem, ...others] = await check(ON_CLICK);
    assert.deepEqual(
      [problem?.code, problem?.severity, problem?.line, others.length],
      ['host-permission-unneeded', 'warning', 11, 0],
    );
    const fix = problem?.fixes?.[0];
    assert.ok(fix?.kind === 'edit' && fix.edits.some(({ text }) => text.includes('"activeTab"')));
    assert.ok(await told(ON_CLICK, { permissions: ['activeTab', 'scripting', 'storage'] }));
  });

  it('are told where a popup runs them in the tab that is seen', async () =>
    assert.ok(
      await told(
        '',
        { action: { default_popup: 'popup.html' } },
        { 'popup.html': '<script type="module" src="popup.js"></script>', 'popup.js': IN_TAB },
      ),
    ));

  for (const [why, code, more] of [
    ['something is requested', `${ON_CLICK} fetch("https://example.com/")`],
    ['all tabs are asked for', `${ON_CLICK} chrome.tabs.query({}).then(console.log)`],
    ['tabs of other windows are', ON_CLICK.replace(/^/, 'chrome.tabs.query({ active: true });')],
    ['frames are', ON_CLICK.replace('tabId: id', 'tabId: id, allFrames: true')],
    ['a message begins it', ON_CLICK.replace('action.onClicked', 'runtime.onMessage')],
    ['an update of a tab does', ON_CLICK.replace('action.onClicked', 'tabs.onUpdated')],
    ['the start does', `${ON_CLICK} chrome.runtime.onStartup.addListener(() => {})`],
    ['the worker does at its start', IN_TAB],
    ['a notification does', `${ON_CLICK} chrome.notifications.onClicked.addListener(() => {})`],
    ['it comes later', `${ON_CLICK} setTimeout(() => {}, 1000)`],
    ['the API has another name', `${ON_CLICK} const api = chrome; api.tabs.onUpdated`],
    ['no script is run', 'chrome.action.setTitle({ title: "a" })'],
    ['there are content scripts', ON_CLICK, { content_scripts: [{ matches: ['<all_urls>'], js: ['in.js'] }] }],
    ['cookies are read', ON_CLICK, { permissions: ['scripting', 'cookies'] }],
    ['hosts are those of files only', ON_CLICK, { host_permissions: ['file:///*'] }],
  ] as const)
    it(`are not told where ${why}`, async () => assert.equal(await told(code, more), false));
});
