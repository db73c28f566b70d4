import { createHash } from 'node:crypto';
import { UserError } from '../core/errors';
import { asRecord, asText } from '../core/json';
import { message } from '../core/message';
import { oneLine } from './answer';
import type { BoundConnection, ToolCall, ToolConnection } from './tool';

/** What a caller is bound to by working at a connection. */
export function boundTo({ settings, place }: Pick<ToolConnection, 'settings' | 'place'>): BoundConnection {
  const name = oneLine(settings.name);
  return {
    name,
    key: createHash('sha256')
      .update(JSON.stringify([name, place]))
      .digest('hex'),
  };
}

/** The same as another process has written it; undefined if it is nothing of the kind. */
export function readBound(value: unknown): BoundConnection | undefined {
  const fields = asRecord(value);
  const [name, key] = [asText(fields['name']), asText(fields['key'])];
  if (name === undefined || key === undefined || !/^[\da-f]{64}$/.test(key)) return undefined;
  return { name: oneLine(name).slice(0, 60), key };
}

/**
 * The connection of a call. A caller stays at that of its first call: a session with the same name at another one is
 * another browser, perhaps in production, and nobody may come there without knowing.
 * @param confirmed the name of the connection that the caller goes on at, if it has read that it is another one.
 * @returns whether the caller has changed to it with this call.
 * @throws UserError if it is another one, and that is not confirmed.
 */
export async function connectionOf(
  { host, caller }: Pick<ToolCall, 'host' | 'caller'>,
  confirmed?: string,
): Promise<{ readonly connection: ToolConnection; readonly isAnother: boolean }> {
  const connection = await host.connect();
  const now = boundTo(connection);
  if (confirmed !== undefined && oneLine(confirmed) !== now.name)
    throw new UserError(
      message(
        'The connection in use is “{0}”, not “{1}”, and nothing was done. Only a person can change to another one.',
        now.name,
        confirmed,
      ),
    );
  const isAnother = caller.at !== undefined && caller.at.key !== now.key;
  if (isAnother && confirmed === undefined) throw changed(caller.at?.name, now.name);
  caller.at = now;
  return { connection, isAnother };
}

function changed(before: string | undefined, now: string): UserError {
  return new UserError(
    before === undefined || before === now
      ? message(
          'The connection “{0}” has another address now, and nothing was done. To go on there, call list_browser_sessions with connection: “{0}”.',
          now,
        )
      : message(
          'The connection has changed from “{1}” to “{0}”, and nothing was done. To go on there, call list_browser_sessions with connection: “{0}”.',
          now,
          before,
        ),
  );
}
