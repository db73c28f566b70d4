/** The names of this machine in an address. No other one is shared, whatever it leads to. */
const HOSTS = ['localhost', '127.0.0.1', '[::1]'];
const MAX_PORT = 65_535;
/** The port of an address without one. */
const USUAL_PORT = 80;

/** Ports that are shared with one session at a time. */
export const MAX_SHARED_PORTS = 8;

/** A port from outside; undefined if it is none. */
export function asPort(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_PORT ? value : undefined;
}

/** A list of different ports from outside; undefined if it is none. */
export function asPorts(value: unknown): readonly number[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_SHARED_PORTS) return undefined;
  const ports = [...new Set(value.map(asPort))].filter((port) => port !== undefined);
  return ports.length === value.length ? ports : undefined;
}

/** As a person knows it: `localhost:5173`. */
export function portName(port: number): string {
  return `localhost:${port}`;
}

/** The origins of a shared port, as a page names them. */
export function originsOf(port: number, scheme: 'http:' | 'ws:'): readonly string[] {
  return HOSTS.map((host) => `${scheme}//${host}${port === USUAL_PORT ? '' : `:${port}`}`);
}

/** The address of a request to one of these ports of this machine; undefined if it is any other. */
export function sharedAddress(
  address: string,
  ports: ReadonlySet<number>,
  scheme: 'http:' | 'ws:',
): { readonly url: URL; readonly port: number } | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const port = url.port === '' ? USUAL_PORT : Number(url.port);
  return url.protocol === scheme && HOSTS.includes(url.hostname) && ports.has(port) ? { url, port } : undefined;
}
