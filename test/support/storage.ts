import type { ListedKeyValue, SecretBox } from '../../src/state';

/** A storage for plain values, for tests of records. */
export function storage(): ListedKeyValue & { readonly values: Map<string, unknown> } {
  const values = new Map<string, unknown>();
  return {
    values,
    keys: () => [...values.keys()],
    get: (key) => values.get(key),
    update: async (key, value) =>
      void (value === undefined ? values.delete(key) : values.set(key, structuredClone(value))),
  };
}

export function secretBox(): SecretBox & { readonly values: Map<string, string> } {
  const values = new Map<string, string>();
  return {
    values,
    get: async (key) => values.get(key),
    store: async (key, value) => void values.set(key, value),
    delete: async (key) => void values.delete(key),
  };
}
