/** A connection, as far as something belongs to it: to another account, or at another address, it means nothing. */
export interface Owner {
  readonly name: string;
  readonly address: string;
}
