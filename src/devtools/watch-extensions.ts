import { asRecord, asText } from '../core/json';
import type { DevToolsConnection } from './connection';
import { DevToolsFailure } from './failures';

/** Milliseconds without another event: a reload ends a worker and starts another one. */
const QUIET = 200;
/** More are not remembered; a list of a hostile host may be endless. */
const MAX_WORKERS = 1000;

/**
 * Calls `listener` when the workers of extensions have started or ended, as they do when one is loaded, reloaded or
 * removed. This adds one request to a connection that is open, and does not keep it open.
 */
export function watchExtensions(connection: DevToolsConnection, listener: () => void): void {
  const workers = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  // What runs when the watch begins is reported too, and is no news.
  let isNews = false;
  const happened = (): void => {
    clearTimeout(timer);
    if (isNews) timer = setTimeout(listener, QUIET).unref();
  };
  connection.onEvent('Target.targetCreated', ({ targetInfo }) => {
    const { targetId, url } = asRecord(targetInfo);
    const id = asText(targetId);
    if (id === undefined || !asText(url)?.startsWith('chrome-extension://') || workers.size >= MAX_WORKERS) return;
    workers.add(id);
    happened();
  });
  connection.onEvent('Target.targetDestroyed', ({ targetId }) => {
    if (workers.delete(asText(targetId) ?? '')) happened();
  });
  const ended = new AbortController();
  connection.onClose(() => {
    ended.abort();
    clearTimeout(timer);
  });
  // Without a filter, because `Target.getTargets` of this connection would then use the same one.
  void connection.send('Target.setDiscoverTargets', { discover: true }, { signal: ended.signal }).then(
    () => (isNews = true),
    (error: unknown) => {
      // A session that does not tell of its workers is listed again only when someone asks.
      if (!(error instanceof DevToolsFailure)) throw error;
    },
  );
}
