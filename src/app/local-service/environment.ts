import { CHROMIUM_VARIABLE } from '../../chromium/find-chromium';
import { withoutTokens, withoutVariables } from '../../core/environment';

/**
 * Variables that are meant for this process and not for its children: options of our Node, such as a debugger port, and
 * the editor's own.
 */
const OURS = /^(NODE|VSCODE|ELECTRON)_/;

/**
 * The environment for the service and its browsers: without tokens, and with a plain Node. In the extension host of the
 * desktop editor, our Node is the editor's own program; the last variable makes it run as plain Node.
 */
export function serviceEnvironment(env: NodeJS.ProcessEnv, chromium: string | undefined): NodeJS.ProcessEnv {
  const inherited = withoutVariables(withoutTokens(env), (name) => OURS.test(name));
  return { ...inherited, ...(chromium && { [CHROMIUM_VARIABLE]: chromium }), ELECTRON_RUN_AS_NODE: '1' };
}
