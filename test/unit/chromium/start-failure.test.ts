import assert from 'node:assert/strict';
import { BrowserGone, NotDevTools, NotStarted } from '../../../src/chromium/failures';
import { browserFailure, tellingLine } from '../../../src/chromium/start-failure';
import { NoAnswer } from '../../../src/core/devtools-failure';

const BROWSER = '/usr/bin/chromium';
const CRASHPAD =
  '[1121/144645.020647:ERROR:third_party/crashpad/crashpad/util/file/file_io_posix.cc:145] open /sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq: No such file or directory (2)';

function failure(words: string, browser = BROWSER): ReturnType<typeof browserFailure> {
  return browserFailure(browser, new NotStarted(browser, words, new BrowserGone()));
}

describe('Why a browser did not start', () => {
  // The messages of Chromium 150, of earlier versions, and for root.
  const sandbox = [
    '[10701:10701:1121/144645.107942:ERROR:content/browser/zygote_host/zygote_host_impl_linux.cc:128] No usable sandbox! If this is a Debian system, please install the chromium-sandbox package to solve this problem.',
    `[10672:10672:1121/144644.965828:FATAL:sandbox/linux/suid/client/setuid_sandbox_host.cc:166] The SUID sandbox helper binary was found, but is not configured correctly. Rather than run without sandboxing I'm aborting now.\n${CRASHPAD}`,
    `[2007:2007:0425/163136.680338:FATAL:zygote_host_impl_linux.cc(132)] No usable sandbox! If you are running on Ubuntu 23.10+ or another Linux distro that has disabled unprivileged user namespaces with AppArmor, see https://chromium.example.\n${'#0 0x6290a3f3a4c2 base::debug::CollectStackTrace()\n'.repeat(60)}`,
    '[8315:8315:1121/144606.754447:ERROR:content/browser/zygote_host/zygote_host_impl_linux.cc:101] Running as root without --no-sandbox is not supported. See https://crbug.com/638180.',
  ];
  for (const words of sandbox)
    it(`knows by its words that there is no sandbox: ${words.replace(/^\S+ /, '').slice(0, 40)} …`, () =>
      assert.deepEqual(failure(words), { code: 'no-sandbox', browser: BROWSER }));

  it('knows a snap by its place, and by the words of what starts it', () => {
    assert.deepEqual(failure('', '/snap/bin/chromium'), { code: 'snap', browser: '/snap/bin/chromium' });
    assert.deepEqual(
      failure(
        'Sorry, home directories outside of /home are not currently supported. \nSee https://forum.snapcraft.io/t/11209 for details.',
      ),
      { code: 'snap', browser: BROWSER },
    );
  });

  it('tells one that does not answer from one that ended', () => {
    assert.deepEqual(
      browserFailure(BROWSER, new NotStarted(BROWSER, 'x', new NoAnswer('Browser.getVersion', 30_000))),
      { code: 'browser-silent', seconds: 30 },
    );
    assert.deepEqual(browserFailure(BROWSER, new NotStarted(BROWSER, 'x', new NotDevTools('x'))), {
      code: 'no-devtools',
      browser: BROWSER,
    });
    assert.deepEqual(browserFailure(BROWSER, new NoAnswer('Target.setAutoAttach', 30_000)), {
      code: 'browser-silent',
      seconds: 30,
    });
    assert.deepEqual(browserFailure(BROWSER, new BrowserGone()), {
      code: 'browser-failed',
      browser: BROWSER,
      words: 'the browser process has ended',
    });
  });

  it('says nothing of what is about something else', () =>
    assert.equal(browserFailure(BROWSER, new Error('the disk is full')), undefined));

  it('quotes the line that says why, without what means nothing to a person, and not all of a long one', () => {
    assert.equal(
      tellingLine(`[1:1:1121/144644.965828:FATAL:content/x.cc:166] Out of luck.\n#0 0x62 stack\n${CRASHPAD}`),
      'Out of luck.',
    );
    assert.equal(
      tellingLine(
        "node:internal/modules:1228\n  throw err;\n\nError: Cannot find module '/x'\n    at node:internal\n\nNode.js v20.20.2",
      ),
      "Error: Cannot find module '/x'",
    );
    assert.equal(tellingLine('first\n/usr/bin/node: bad option: --kiosk\n\n'), '/usr/bin/node: bad option: --kiosk');
    assert.equal(tellingLine(''), '');
    assert.equal(tellingLine('x'.repeat(5000)).length, 300);
  });
});
