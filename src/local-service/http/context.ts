import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { Launcher } from '../../chromium/launcher';
import type { Catalog } from '../extensions/catalog';
import type { Pools } from '../pools/pools';
import type { Profiles, ProfileUse } from '../profiles/profiles';
import type { UnpackedExtension } from '../sessions/extension-folders';
import type { Session, SessionSettings } from '../sessions/session';
import type { Sessions } from '../sessions/sessions';

/** What the routes use. */
export interface Service {
  readonly token: string;
  /** Whether it made the token itself: one that was chosen could be guessed from a proof. */
  readonly provesToken: boolean;
  /** Where it listens: `http://127.0.0.1:PORT`. */
  readonly address: () => string;
  readonly launcher: Launcher;
  /** The folder for all files that are written. */
  readonly home: string;
  readonly sessions: Sessions;
  readonly pools: Pools;
  readonly catalog: Catalog;
  /** Aborted when the service ends. */
  readonly ending: AbortSignal;
  /** Runs work that no request waits for. The service waits for it before it ends. */
  readonly inBackground: (work: () => Promise<void>) => void;
  readonly profiles: Profiles;
  startSession(
    settings: SessionSettings,
    extensions?: UnpackedExtension[],
    useProfile?: (userData: string) => Promise<ProfileUse>,
  ): Promise<Session>;
}

export interface Env {
  Bindings: HttpBindings;
}

export type App = Hono<Env>;
export type RequestContext = Context<Env>;
