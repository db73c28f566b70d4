/**
 * Variables that hold the person's tokens: ours, and that of the official tools. Source of the second: docs/service.md,
 * "Authentication".
 */
export const TOKEN_VARIABLE = 'BROWSER_SESSIONS_TOKEN';
export const OFFICIAL_TOKEN_VARIABLE = 'KERNEL_API_KEY';
const TOKENS = [TOKEN_VARIABLE, OFFICIAL_TOKEN_VARIABLE];

type Environment = Record<string, string | undefined>;

/**
 * The environment for a program that is to know no token. Windows minds no case in these names, so this does not
 * either.
 */
export function withoutTokens(environment: Environment): Environment {
  return withoutVariables(environment, (name) => TOKENS.includes(name));
}

/** The environment without the variables whose name, in capitals, is out. */
export function withoutVariables(environment: Environment, isOut: (name: string) => boolean): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isOut(name.toUpperCase())));
}
