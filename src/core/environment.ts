/**
 * Environment variables that hold the user's tokens: our own, and the one of the official tools. Source of the second:
 * docs/service.md, "Authentication".
 */
export const TOKEN_VARIABLE = 'BROWSER_SESSIONS_TOKEN';
export const OFFICIAL_TOKEN_VARIABLE = 'KERNEL_API_KEY';
/** The DevTools address of a browser that runs already, which is used in place of a service: a secret as well. */
export const DEVTOOLS_VARIABLE = 'BROWSER_SESSIONS_DEVTOOLS';
/** What that browser’s host wants in the header `Authorization`, if it wants one. */
export const DEVTOOLS_TOKEN_VARIABLE = 'BROWSER_SESSIONS_DEVTOOLS_TOKEN';
/** Given in place of the user's folder for what is remembered. */
export const STATE_VARIABLE = 'BROWSER_SESSIONS_STATE';
const TOKENS = [TOKEN_VARIABLE, OFFICIAL_TOKEN_VARIABLE, DEVTOOLS_VARIABLE, DEVTOOLS_TOKEN_VARIABLE];

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
