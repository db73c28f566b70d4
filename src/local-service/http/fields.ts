import { badRequest } from '../problem';

/** Reads typed values from a JSON object. Each reader throws a 400 that names the field. */
export class Fields {
  private readonly values: ReadonlyMap<string, unknown>;
  private readonly prefix: string;

  constructor(value: unknown, allowed: readonly string[], prefix = '') {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw badRequest(`${prefix || 'the body'} must be a JSON object`);
    const unknown = Object.keys(value).find((key) => !allowed.includes(key));
    if (unknown !== undefined) throw badRequest(`invalid field: ${prefix}${prefix && '.'}${unknown}`);
    this.values = new Map(Object.entries(value));
    this.prefix = prefix && `${prefix}.`;
  }

  /** Some clients send `null` for an absent field. */
  has(name: string): boolean {
    return (this.values.get(name) ?? undefined) !== undefined;
  }

  integer(name: string, { min = -Infinity, max = Infinity } = {}): number {
    const value = this.required(name);
    if (typeof value !== 'number' || !Number.isInteger(value)) throw this.wrong(name, 'an integer');
    if (value < min || value > max) throw this.wrong(name, `from ${min} to ${max}`);
    return value;
  }

  string(name: string): string {
    const value = this.required(name);
    if (typeof value !== 'string') throw this.wrong(name, 'a string');
    return value;
  }

  boolean(name: string): boolean {
    const value = this.required(name);
    if (typeof value !== 'boolean') throw this.wrong(name, 'true or false');
    return value;
  }

  choice<T extends string>(name: string, choices: readonly T[]): T {
    const value = this.required(name);
    const choice = choices.find((each) => each === value);
    if (choice === undefined) throw this.wrong(name, `one of ${choices.join(', ')}`);
    return choice;
  }

  array(name: string): unknown[] {
    const value = this.required(name);
    if (!Array.isArray(value)) throw this.wrong(name, 'an array');
    return value;
  }

  object(name: string, allowed: readonly string[]): Fields {
    return new Fields(this.required(name), allowed, `${this.prefix}${name}`);
  }

  /** An object with any values. */
  record(name: string): Readonly<Record<string, unknown>> {
    const value = this.required(name);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw this.wrong(name, 'an object');
    return { ...value };
  }

  /** An object whose values are all strings. */
  texts(name: string): Readonly<Record<string, string>> {
    const value = this.required(name);
    const entries =
      typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined;
    if (!entries?.every((entry): entry is [string, string] => typeof entry[1] === 'string'))
      throw this.wrong(name, 'an object of strings');
    return Object.fromEntries(entries);
  }

  private required(name: string): unknown {
    if (!this.has(name)) throw badRequest(`${this.prefix}${name} is required`);
    return this.values.get(name);
  }

  private wrong(name: string, expected: string): Error {
    return badRequest(`${this.prefix}${name} must be ${expected}`);
  }
}
