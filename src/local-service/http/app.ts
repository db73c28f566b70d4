import { Hono, type MiddlewareHandler } from 'hono';
import { NONCE, PROOF_PATH, proofOf } from '../../core/service-proof';
import { Problem } from '../problem';
import { isSameSecret } from '../secret';
import { addBrowserRoutes, addUploadRoutes } from './browser-routes';
import { addCatalogRoutes } from './catalog-routes';
import { addComputerRoutes } from './computer-routes';
import type { App, Env, Service } from './context';
import { errorResponse } from './error-response';
import { addFileRoutes } from './file-routes';
import { addMissingRoutes } from './missing-routes';
import { addPoolRoutes } from './pool-routes';
import { addProfileRoutes } from './profile-routes';

/** The HTTP interface of the service: the four operations of docs/service.md, and those that are needed to use them. */
export function createApp(service: Service): App {
  const app: App = new Hono<Env>();
  app.onError(errorResponse);
  app.notFound((c) =>
    errorResponse(new Problem(404, 'not_found', `there is no operation ${c.req.method} ${c.req.path}`), c),
  );
  if (service.provesToken) addProofRoute(app, service);
  app.use(requireToken(service.token));
  // Before `/extensions/:id`, which would take `from_chrome_store` for a name.
  addMissingRoutes(app);
  addBrowserRoutes(app, service);
  addUploadRoutes(app, service);
  addComputerRoutes(app, service);
  addFileRoutes(app, service);
  addPoolRoutes(app, service);
  addProfileRoutes(app, service);
  addCatalogRoutes(app, service);
  refuseOtherMethods(app);
  return app;
}

/** The one operation without the token: whoever has it can ask whether this is the service that it is for. */
function addProofRoute(app: App, { token, address }: Pick<Service, 'token' | 'address'>): void {
  app.get(PROOF_PATH, async (c) => {
    const nonce = c.req.query('nonce') ?? '';
    if (!NONCE.test(nonce)) throw new Problem(400, 'bad_request', 'nonce must be 22 to 100 letters, digits, _ or -');
    return c.text(await proofOf(token, address(), nonce));
  });
}

function refuseOtherMethods(app: App): void {
  const methods = new Map<string, string[]>();
  for (const { path, method } of app.routes)
    if (method !== 'ALL') methods.set(path, [...(methods.get(path) ?? []), method]);
  for (const [path, allowed] of methods) {
    app.all(path, (c) => {
      c.header('Allow', allowed.join(', '));
      throw new Problem(405, 'method_not_allowed', `${path} takes ${allowed.join(' and ')}, not ${c.req.method}`);
    });
  }
}

/** Every operation requires `Authorization: Bearer TOKEN`. Source: docs/service.md, "Authentication". */
function requireToken(token: string): MiddlewareHandler {
  return async (c, next) => {
    const given = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (given === undefined || !isSameSecret(given, token)) {
      throw new Problem(401, 'unauthorized', 'missing or invalid authorization token');
    }
    await next();
  };
}
