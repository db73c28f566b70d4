import type { Node } from 'jsonc-parser';
import { message, type Message } from '../../core/message';
import { parseJson } from '../manifest/json';
import { elements, member } from '../manifest/manifest-text';
import { members } from '../manifest/messages';
import type { Problem } from '../problem';
import { notJson, problemAt } from './finding';

/**
 * Checks the schema of managed storage against the part of JSON Schema that Chromium supports; Chromium rejects the
 * extension for anything else.
 */
export function checkSchema(file: string, bytes: Buffer): Problem[] {
  const parsed = parseJson(bytes, { comments: true, trailingCommas: true });
  if ('brokenAt' in parsed) return [notJson(file, parsed)];
  const [first] = faultsOf(parsed.root);
  if (!first) return [];
  return [
    problemAt({ file, text: parsed.text }, first.node, {
      severity: 'error',
      code: 'schema',
      message: message('Chromium rejects this storage schema. {0}', first.why),
    }),
  ];
}

interface Fault {
  readonly node: Node;
  readonly why: Message;
}

const TYPES: ReadonlySet<unknown> = new Set(['object', 'array', 'string', 'integer', 'number', 'boolean']);

function faultsOf(root: Node): readonly Fault[] {
  if (root.type !== 'object') return [{ node: root, why: message('It must be one object: { … }.') }];
  const outer = ['additionalProperties', 'patternProperties']
    .map((key) => member(root, key))
    .filter((node) => node !== undefined);
  const type = member(root, 'type');
  return [
    ...(type && type.value !== 'object' ? [{ node: type, why: message('At the top "type" must be "object".') }] : []),
    ...outer.map((node) => ({
      node,
      why: message('“additionalProperties” and “patternProperties” aren’t supported at the top level.'),
    })),
    ...schemaFaults(root, new Set(idsIn(root))),
  ];
}

function idsIn(node: Node): readonly unknown[] {
  const own: unknown = member(node, 'id')?.value;
  return [own, ...(node.children ?? []).flatMap(idsIn)];
}

function schemaFaults(schema: Node, ids: ReadonlySet<unknown>): readonly Fault[] {
  if (schema.type !== 'object') return [{ node: schema, why: message('A property must be an object: { "type": … }.') }];
  const reference = member(schema, '$ref');
  if (reference) return ids.has(reference.value) ? [] : [{ node: reference, why: message('No schema has this "id".') }];
  const type = member(schema, 'type');
  if (!type) return [{ node: schema, why: message('Each property needs a "type".') }];
  if (!TYPES.has(type.value))
    return [
      {
        node: type,
        why: message('The type must be "object", "array", "string", "integer", "number" or "boolean".'),
      },
    ];
  return [...wordFaults(schema), ...childFaults(schema, type, ids)];
}

function wordFaults(schema: Node): readonly Fault[] {
  const [values, pattern] = [member(schema, 'enum'), member(schema, 'pattern')];
  return [
    ...(values && elements(values).length === 0
      ? [{ node: values, why: message('"enum" must be a list that isn’t empty.') }]
      : []),
    ...(pattern && !isPattern(pattern.value)
      ? [{ node: pattern, why: message('"pattern" isn’t a regular expression.') }]
      : []),
  ];
}

function childFaults(schema: Node, type: Node, ids: ReadonlySet<unknown>): readonly Fault[] {
  const [items, additional] = [member(schema, 'items'), member(schema, 'additionalProperties')];
  const within = [...members(member(schema, 'properties')), ...members(member(schema, 'patternProperties'))].map(
    ({ value }) => value,
  );
  const objects = [items, additional].filter((node) => node !== undefined);
  return [
    ...(type.value === 'array' && items?.type !== 'object'
      ? [
          {
            node: items ?? schema,
            why: message('An array needs "items", an object with the type of its elements.'),
          },
        ]
      : []),
    ...objects
      .filter((node) => node.type !== 'object')
      .map((node) => ({ node, why: message('It must be an object with a type, such as { "type": "string" }.') })),
    ...[...within, ...objects.filter((node) => node.type === 'object')].flatMap((child) => schemaFaults(child, ids)),
  ];
}

function isPattern(value: unknown): boolean {
  try {
    return new RegExp(String(value)) instanceof RegExp;
  } catch {
    return false;
  }
}
