import { UserError } from '../core/errors';
import { asNumber, asText } from '../core/json';
import { message } from '../core/message';

/** A part of JSON Schema: what the tools need, and what every client understands. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

export type PropertySchema = { readonly description?: string } & (
  | { readonly type: 'string'; readonly enum?: readonly string[] }
  | { readonly type: 'number' | 'integer' | 'boolean' }
  | { readonly type: 'array'; readonly items: { readonly type: 'string' | 'number' } }
  | { readonly type: 'object'; readonly properties?: Readonly<Record<string, PropertySchema>> }
);

export type ToolInput = Readonly<Record<string, unknown>>;

// What several tools take.
export const SESSION: PropertySchema = { type: 'string', description: 'Name or ID' };
export const EXTENSION: PropertySchema = { type: 'string', description: 'Name, ID, or folder' };
export const TAKE_OVER: PropertySchema = { type: 'boolean', description: 'Go on although another agent works there' };
export const MARK: PropertySchema = { type: 'integer', description: 'A mark of an earlier answer' };
export const PAGE: PropertySchema = {
  type: 'string',
  description: 'Name (p1) or part of title or address; by default the popup or page in front',
};

/**
 * Checks an input against the schema of its tool.
 * @throws UserError with the argument that is missing, unknown or of another kind.
 */
export function checkInput({ properties, required = [] }: InputSchema, input: ToolInput): void {
  for (const name of required)
    if (input[name] === undefined || input[name] === '')
      throw new UserError(message('“{0}” is missing. Add it and call again.', name));
  for (const [name, value] of Object.entries(input)) {
    const schema = properties[name];
    if (!schema)
      throw new UserError(
        message('“{0}” is not an argument of this tool. It takes: {1}.', name, Object.keys(properties).join(', ')),
      );
    if (value === undefined) continue;
    const kind = Array.isArray(value) ? 'array' : typeof value;
    const wanted = schema.type === 'integer' ? 'number' : schema.type;
    if (kind !== wanted) throw new UserError(message('“{0}” must be of the type {1}.', name, schema.type));
    if (schema.type === 'string' && schema.enum && !schema.enum.some((each) => each === value))
      throw new UserError(message('“{0}” must be one of: {1}.', name, schema.enum.join(', ')));
  }
}

export function textOf(input: ToolInput, name: string): string | undefined {
  return asText(input[name]);
}

export function textsOf(input: ToolInput, name: string): string[] {
  const value = input[name];
  return Array.isArray(value) ? value.map(String) : [];
}

export function numberOf(input: ToolInput, name: string): number | undefined {
  return asNumber(input[name]);
}
