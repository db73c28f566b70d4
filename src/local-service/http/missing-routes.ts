import { notImplemented } from '../problem';
import type { App } from './context';

/** Operations that this service knows and does not have: it says so, and why. */
export function addMissingRoutes(app: App): void {
  app.get('/extensions/from_chrome_store', missing('the local service fetches nothing from the Chrome Web Store'));
  app.get('/proxies', missing('the local service has no proxies'));
  const replays = missing('the local service records no replays');
  app.get('/browsers/:id/replays', replays);
  app.post('/browsers/:id/replays', replays);
  app.get('/browsers/:id/replays/:replay', replays);
  app.post('/browsers/:id/replays/:replay/stop', replays);
}

function missing(why: string): () => never {
  return () => {
    throw notImplemented(why);
  };
}
