/**
 * Environment variables that hold the user's tokens: our own, and the one of the official tools. Source of the second:
 * docs/service.md, "Authentication".
 */
export const TOKEN_VARIABLE = 'BROWSER_SESSIONS_TOKEN';
export const OFFICIAL_TOKEN_VARIABLE = 'KERNEL_API_KEY';
/** Given in place of the user's folder for what is remembered. */
export const STATE_VARIABLE = 'BROWSER_SESSIONS_STATE';
const TOKENS = [TOKEN_VARIABLE, OFFICIAL_TOKEN_VARIABLE];

type Environment = Record<string, string | undefined>;

/** The environment for a program that must not see a token. Windows ignores case in these names, so this does too. */
export function withoutTokens(environment: Environment): Environment {
  return withoutVariables(environment, (name) => TOKENS.includes(name));
}

/**
 * The environment without the variables for which `isOut` returns true.
 * @param isOut receives the variable's name in upper case.
 */
export function withoutVariables(environment: Environment, isOut: (name: string) => boolean): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isOut(name.toUpperCase())));
}
