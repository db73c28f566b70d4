import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { LocalService } from '../../support/local-service';

/** The folder of a service, inside its temporary folder. */
export function homeOf({ pid }: Pick<LocalService, 'pid'>, temporary = os.tmpdir()): string {
  const name = readdirSync(temporary).find((each) => each.startsWith(`browser-sessions-${pid}-`));
  if (name === undefined) throw new Error(`the service ${pid} has no folder in ${temporary}`);
  return path.join(temporary, name);
}

/** How many non-empty folders for uploads a service has. */
export function stagedIn(service: Pick<LocalService, 'pid'>, temporary = os.tmpdir()): number {
  const home = homeOf(service, temporary);
  return readdirSync(home).filter(
    (name) =>
      /^s\w{6}$/.test(name) && existsSync(path.join(home, name)) && readdirSync(path.join(home, name)).length > 0,
  ).length;
}
