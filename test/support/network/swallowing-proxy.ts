import { startServiceProxy, type ServiceProxy } from './service-proxy';

/** A service that takes uploads and loads nothing, as an older browser image does with some; all else is passed on. */
export function startSwallowingProxy(url: string): Promise<ServiceProxy> {
  return startServiceProxy(url, (incoming, outgoing) => {
    const isUpload = incoming.method === 'POST' && incoming.url?.endsWith('/extensions') === true;
    if (isUpload) incoming.resume().on('end', () => outgoing.writeHead(201).end());
    return isUpload;
  });
}
