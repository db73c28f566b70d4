/**
 * Identifies a connection as the owner of tokens and records: they mean nothing to another account or at another
 * address.
 */
export interface ConnectionKey {
  readonly name: string;
  readonly address: string;
}

/** The connection's key, unique among all connections. An address contains no spaces. */
export function keyOf({ name, address }: ConnectionKey): string {
  return `${address} ${name}`;
}
