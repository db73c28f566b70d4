import { CHROMIUM_VARIABLE } from '../../chromium/find-chromium';
import { withoutTokens, withoutVariables } from '../../core/environment';

/**
 * Variables for us and not for what we start: options of our Node such as the port of a debugger, and the editor's own.
 */
const OURS = /^(NODE|VSCODE|ELECTRON)_/;

/**
 * What the service and its browsers get of our environment: no token, and a Node that is just that. In a desktop's
 * extension host the program that runs us is the editor itself, which the last variable makes a plain Node.
 */
export function serviceEnvironment(env: NodeJS.ProcessEnv, chromium: string | undefined): NodeJS.ProcessEnv {
  const inherited = withoutVariables(withoutTokens(env), (name) => OURS.test(name));
  return { ...inherited, ...(chromium && { [CHROMIUM_VARIABLE]: chromium }), ELECTRON_RUN_AS_NODE: '1' };
}
