/** A connection, as far as something belongs to it: to another account, or at another address, it means nothing. */
export interface ConnectionKey {
  readonly name: string;
  readonly address: string;
}

/** Names the connection among all of them. An address has no blanks. */
export function keyOf({ name, address }: ConnectionKey): string {
  return `${address} ${name}`;
}
