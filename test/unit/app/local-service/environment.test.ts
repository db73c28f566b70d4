import assert from 'node:assert/strict';
import { serviceEnvironment } from '../../../../src/app/local-service/service-process';

describe('The environment of the local service', () => {
  it('has no token of the person, however its name is written', () => {
    const env = serviceEnvironment(
      { BROWSER_SESSIONS_TOKEN: 'a', KERNEL_API_KEY: 'b', Kernel_Api_Key: 'c', PATH: '/bin' },
      undefined,
    );
    assert.deepEqual(env, { PATH: '/bin', ELECTRON_RUN_AS_NODE: '1' });
  });

  it('has nothing that makes its Node more than that: no port of a debugger, no channel of the editor', () => {
    const env = serviceEnvironment(
      {
        NODE_OPTIONS: '--inspect=9229',
        NODE_CHANNEL_FD: '3',
        VSCODE_INSPECTOR_OPTIONS: '{}',
        VSCODE_IPC_HOOK_CLI: '/run/x',
        ELECTRON_ENABLE_LOGGING: '1',
        HTTPS_PROXY: 'http://p',
      },
      undefined,
    );
    assert.deepEqual(env, { HTTPS_PROXY: 'http://p', ELECTRON_RUN_AS_NODE: '1' });
  });

  it('names the browser that the person chose, else the one that their environment names', () => {
    const named = { BROWSER_SESSIONS_CHROMIUM: '/of/the/variable' };
    assert.equal(serviceEnvironment(named, '/of/the/setting')['BROWSER_SESSIONS_CHROMIUM'], '/of/the/setting');
    for (const none of [undefined, ''])
      assert.equal(serviceEnvironment(named, none)['BROWSER_SESSIONS_CHROMIUM'], '/of/the/variable');
  });
});
