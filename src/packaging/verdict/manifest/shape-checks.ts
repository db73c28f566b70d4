import type { Node } from 'jsonc-parser';
import { message, sentences, type Message } from '../../../core/message';
import { elements, member, members, type ManifestText } from '../../manifest/manifest-text';
import type { Fix, Problem } from '../../problem';
import { pathOf, errorAt, removing, replacing } from '../finding';
import { reportedOnlyBy } from '../versions';
import { MANIFEST_FORMAT, type Shape } from './manifest-format';
import { lettersOf } from './nearest';
import type { PackageContents } from '../package-contents';

/** Reports values of the manifest that do not match their shape. */
export function checkShapes({ manifest }: PackageContents): Problem[] {
  return members(manifest.root).flatMap(({ key, value }) => {
    const shape = MANIFEST_FORMAT[String(key.value)];
    return shape ? checkShape(manifest, value, shape) : [];
  });
}

/** Reports a value, or values inside it, that do not match the shape. */
export function checkShape(manifest: ManifestText, node: Node, shape: Shape): Problem[] {
  switch (shape.kind) {
    case 'lenient':
      return checkShape(manifest, node, shape.of).map((problem): Problem => ({ ...problem, severity: 'warning' }));
    case 'either':
      return checkShape(manifest, node, shape.of.find((each) => isOfKind(node, each)) ?? shape.of[0] ?? shape);
    case 'list':
      return isOfKind(node, shape) ? checkElements(manifest, node, shape.of) : [wrongType(manifest, node, shape)];
    case 'object':
      return isOfKind(node, shape)
        ? checkMembers(manifest, node, shape)
        : [{ ...wrongType(manifest, node, shape), severity: shape.loose ? 'warning' : 'error' }];
    case 'record':
      return isOfKind(node, shape)
        ? members(node).flatMap(({ value }) => checkShape(manifest, value, shape.of))
        : [reportedOnlyBy(wrongType(manifest, node, shape), shape.typeCheckedBy)];
    case 'icons':
      return isOfKind(node, shape)
        ? members(node).flatMap((each) => checkIcon(manifest, each))
        : [wrongType(manifest, node, shape)];
    case 'text':
    case 'choice':
    case 'flag':
      return fits(node, shape) ? [] : [wrongType(manifest, node, shape)];
  }
}

/** Elements that all have the same wrong type have one cause, and are reported once, at the first of them. */
function checkElements(manifest: ManifestText, node: Node, of: Shape): Problem[] {
  const all = elements(node);
  const [first, ...others] = all.filter((each) => !isOfKind(each, of));
  if (first === undefined || others.length === 0) return all.flatMap((each) => checkShape(manifest, each, of));
  const sameForAll = message('The same applies to every element of “{0}”.', pathOf(node));
  return [
    ...checkShape(manifest, first, of).map((problem) => ({
      ...problem,
      message: sentences(problem.message, sameForAll),
    })),
    ...all.filter((each) => isOfKind(each, of)).flatMap((each) => checkShape(manifest, each, of)),
  ];
}

function checkMembers(manifest: ManifestText, node: Node, shape: Extract<Shape, { kind: 'object' }>): Problem[] {
  const missing = shape.required.filter((key) => member(node, key) === undefined);
  const path = pathOf(node);
  return [
    ...missing.map((key) =>
      errorAt(
        manifest,
        'key-missing',
        node,
        message('“{0}” must have “{1}”. Add it or remove “{0}”.', path, key),
        removing(manifest, node),
      ),
    ),
    ...Object.entries(shape.members).flatMap(([key, of]) => {
      const found = member(node, key);
      return found ? checkShape(manifest, found, of) : [];
    }),
  ];
}

/** Chromium accepts sizes from 1 to 2048, and no path with `*` or control characters. */
function checkIcon(manifest: ManifestText, { key, value }: { key: Node; value: Node }): Problem[] {
  const size = String(key.value);
  if (!/^\+?\d+$/.test(size) || Number(size) < 1 || Number(size) > 2048) {
    return [
      errorAt(
        manifest,
        'icon-size',
        key,
        message('“{0}” isn’t a valid icon size. Use an integer from 1 to 2048, such as "128".', size),
        removing(manifest, value),
      ),
    ];
  }
  return typeof value.value === 'string' && !/^\/?$|[*\p{Cc}]/u.test(value.value)
    ? []
    : [
        errorAt(
          manifest,
          'wrong-type',
          value,
          message('“{0}” must be the path of an image, as a string.', pathOf(value)),
          removing(manifest, value),
        ),
      ];
}

function isOfKind(node: Node, shape: Shape): boolean {
  if (shape.kind === 'either') return shape.of.some((each) => isOfKind(node, each));
  if (shape.kind === 'lenient') return isOfKind(node, shape.of);
  if (shape.kind === 'list') return node.type === 'array';
  if (shape.kind === 'object' || shape.kind === 'record' || shape.kind === 'icons') return node.type === 'object';
  return shape.kind === 'flag' ? node.type === 'boolean' : node.type === 'string';
}

function fits(node: Node, shape: Shape): boolean {
  if (!isOfKind(node, shape)) return false;
  if (shape.kind === 'text') return !shape.filled || node.value !== '';
  return shape.kind !== 'choice' || shape.of.includes(String(node.value));
}

/** A shape that stands for itself: of an `either` with no fitting alternative the first one is reported. */
type PlainShape = Exclude<Shape, { readonly kind: 'either' | 'lenient' }>;

function wrongType(manifest: ManifestText, node: Node, shape: PlainShape): Problem {
  return errorAt(manifest, 'wrong-type', node, mustBe(node, shape), [
    ...remedies(manifest, node, shape),
    ...removing(manifest, node),
  ]);
}

function mustBe(node: Node, shape: PlainShape): Message {
  const path = pathOf(node);
  switch (shape.kind) {
    case 'text':
      return shape.filled
        ? message('“{0}” must be a non-empty string.', path)
        : message('“{0}” must be a string in double quotes.', path);
    case 'choice':
      return mustBeOneOf(path, node, shape.of.map((each) => `"${each}"`).join(', '));
    case 'flag':
      return message('“{0}” must be true or false, without quotes.', path);
    case 'list':
      return message('“{0}” must be an array: [ … ].', path);
    case 'object':
    case 'record':
      return message('“{0}” must be an object: { … }.', path);
    case 'icons':
      return message('“{0}” must be an object of sizes and images: { "128": "icon.png" }.', path);
  }
}

function mustBeOneOf(path: string, { type, value }: Node, choices: string): Message {
  return type === 'string'
    ? message('“{0}” can’t be "{1}". Use one of {2}.', path, String(value), choices)
    : message('“{0}” must be one of {1}.', path, choices);
}

/**
 * Fixes for obvious mistakes: a single element without its brackets, true in quotation marks, a choice in another case.
 */
function remedies(manifest: ManifestText, node: Node, shape: Shape): Fix[] {
  const raw = manifest.text.getText(node);
  const value: unknown = node.value;
  if (shape.kind === 'list' && isOfKind(node, shape.of)) return [replacing(manifest, node, `[${raw}]`)];
  if (shape.kind === 'flag' && (value === 'true' || value === 'false')) return [replacing(manifest, node, value)];
  if (shape.kind === 'text' && (node.type === 'number' || node.type === 'boolean'))
    return [replacing(manifest, node, `"${raw}"`)];
  const meant =
    shape.kind === 'choice' && typeof value === 'string'
      ? shape.of.find((each) => lettersOf(each) === lettersOf(value))
      : undefined;
  return meant === undefined ? [] : [replacing(manifest, node, `"${meant}"`)];
}
