/** What the state needs of the editor's storage for plain values. */
export interface KeyValue {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** The same, with a list of what it has. */
export interface ListedKeyValue extends KeyValue {
  keys(): readonly string[];
}

/** What the state needs of the editor's storage for secrets. */
export interface SecretBox {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}
