import { UserError } from '../core/errors';
import { message } from '../core/message';

/** @throws UserError always: this build has no server for agents yet. */
export async function runMcp(_process: {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}): Promise<void> {
  throw new UserError(message('This build has no server for agents.'), 'setToken');
}
