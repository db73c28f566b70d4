/** With more of them, all are forgotten. */
const MAX_FACTS = 100;

/** What many rows show alike is made once. */
export class SharedFacts<Fact> {
  private readonly facts = new Map<string, Fact>();

  get(key: string, make: () => Fact): Fact {
    const known = this.facts.get(key);
    if (known !== undefined) return known;
    const fact = make();
    if (this.facts.size >= MAX_FACTS) this.facts.clear();
    this.facts.set(key, fact);
    return fact;
  }
}
