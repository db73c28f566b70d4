import { UserError } from '../core/errors';
import { asText } from '../core/json';
import { message } from '../core/message';
import type { InputSchema, ToolInput } from './tool';

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
  const value = input[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
