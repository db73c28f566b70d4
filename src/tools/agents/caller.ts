import { createHash } from 'node:crypto';
import type { ConnectionSettings } from '../../core/connection-settings';
import { asSha256, asText, readerOf } from '../../core/json';
import { oneLine } from '../../core/one-line';

/** Who calls: one agent, or one command. */
export interface Caller {
  /** Different for each agent, even if they have the same name. */
  readonly id: string;
  /** For people and other agents: `Copilot`, `Claude Code`. */
  readonly name: string;
  /** Where it works since its first call. */
  at?: BoundConnection;
}

/** A connection, as a caller is bound to it. */
export interface BoundConnection {
  readonly name: string;
  /** A SHA-256 of its name and place, in hexadecimal digits. */
  readonly key: string;
}

/** What a caller is bound to by working at a connection. */
export function boundTo({
  settings,
  place,
}: {
  readonly settings: Pick<ConnectionSettings, 'name'>;
  readonly place: string;
}): BoundConnection {
  const name = oneLine(settings.name);
  return {
    name,
    key: createHash('sha256')
      .update(JSON.stringify([name, place]))
      .digest('hex'),
  };
}

const readWritten = readerOf<BoundConnection>({ name: asText, key: asSha256 }, {});

/** The same as another process has written it; undefined if it is nothing of the kind. */
export function readBound(value: unknown): BoundConnection | undefined {
  const bound = readWritten(value);
  return bound && { ...bound, name: oneLine(bound.name).slice(0, 60) };
}
