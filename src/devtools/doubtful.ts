/**
 * What a browser says: the names are those of the protocol, and nothing else is certain, because the browser, or a page
 * in it, may be hostile. Whatever came in place of an object, a field of it is undefined at the worst, so `?.` is all
 * that objects need; never spread one, because of a long text that would make millions of fields. All else is unknown
 * or opaque until it is checked: a text by `asText`, a number by `asCount`, a list by `listOf`. What is only compared
 * needs no check.
 */
export type Doubtful<Answer> = unknown extends Answer
  ? unknown
  : Answer extends readonly (infer Item)[]
    ? DoubtfulList<Item>
    : Answer extends object
      ? { readonly [Field in keyof Answer]?: Doubtful<NonNullable<Answer[Field]>> | null }
      : unknown;

/** What should be a list. It has nothing that can be used, so that nobody iterates over a number. */
interface DoubtfulList<Item> {
  readonly [ITEM]?: Item;
}

declare const ITEM: unique symbol;

/**
 * The items of what should be a list; none if it is not.
 * @param most of which are taken: a hostile host may send more than anything has.
 */
export function listOf<Item>(list: DoubtfulList<Item> | null | undefined, most = Infinity): readonly Doubtful<Item>[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of an item nothing is certain either
  const items = Array.isArray(list) ? (list as (Doubtful<Item> | null)[]).slice(0, most) : [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- in place of null, so that it can be looked into
  return items.map((item) => item ?? ({} as Doubtful<Item>));
}
