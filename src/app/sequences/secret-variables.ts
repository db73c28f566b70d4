/** Characters of a name that a page decides about. */
const MAX_NAME = 60;

/** The variables that stand for what is typed into fields for secrets: each field has its own. */
export class SecretVariables {
  private readonly known = new Map<string, string>();

  has(field: string): boolean {
    return this.known.has(field);
  }

  /**
   * @param field ID of the field.
   * @param name what a person sees of it; undefined if the field is not known.
   */
  nameFor(field: string, name: string | undefined): string {
    const known = this.known.get(field);
    if (known !== undefined) return known;
    const word = (name ?? 'text')
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]+/g, '_')
      .replaceAll(/^[_\d]+|_+$/g, '')
      .slice(0, MAX_NAME);
    const base = word === '' ? 'PASSWORD' : word;
    const used = new Set(this.known.values());
    let variable = base;
    for (let number = 2; used.has(variable); number++) variable = `${base}_${number}`;
    this.known.set(field, variable);
    return variable;
  }
}
