import type { Node } from 'jsonc-parser';
import { message, type Message } from '../../../core/message';
import { elements, member, members, property, type ManifestText } from '../../manifest/manifest-text';
import type { Problem } from '../../problem';
import { pathOf, errorAt, removing } from '../finding';
import { MAX_INTEGER } from './integer';
import type { PackageContents } from '../package-contents';

/** Checks what Chromium checks within a theme. It ignores a value that should be an object and is not. */
export function checkTheme({ manifest }: PackageContents): Problem[] {
  const theme = property(manifest, 'theme');
  const wrongOf = (key: string, isRight: (node: Node) => boolean): readonly Node[] =>
    members(member(theme, key)).flatMap(({ value }) => (isRight(value) ? [] : [value]));
  return [
    ...wrongOf('colors', (node) => isColor(manifest, node)).map((node) =>
      wrong(
        manifest,
        node,
        message(
          '“{0}” must be a color of three integers and an optional opacity, such as [255, 255, 255].',
          pathOf(node),
        ),
      ),
    ),
    ...wrongOf('tints', isTint).map((node) =>
      wrong(manifest, node, message('“{0}” must be a tint of three numbers, such as [0.5, -1, 0.5].', pathOf(node))),
    ),
    ...wrongOf('images', isImage).map((node) =>
      wrong(manifest, node, message('“{0}” must be the path of an image, as a string.', pathOf(node))),
    ),
  ];
}

function isColor({ text }: ManifestText, node: Node): boolean {
  const parts = elements(node);
  // 1.0 is an integer too, but Chromium checks how it is written.
  const isInteger = (part: Node): boolean =>
    /^(?:0|-?[1-9]\d*)$/.test(text.getText(part)) &&
    Number(part.value) >= -MAX_INTEGER - 1 &&
    Number(part.value) <= MAX_INTEGER;
  return (parts.length === 3 || parts.length === 4) && parts.slice(0, 3).every(isInteger) && parts.every(isNumber);
}

function isTint(node: Node): boolean {
  return elements(node).length === 3 && elements(node).every(isNumber);
}

function isNumber({ type }: Node): boolean {
  return type === 'number';
}

/** One image for all screen scales, or one for each. */
function isImage(node: Node): boolean {
  return (
    node.type === 'string' || (node.type === 'object' && members(node).every(({ value }) => value.type === 'string'))
  );
}

function wrong(manifest: ManifestText, node: Node, words: Message): Problem {
  return errorAt(manifest, 'wrong-type', node, words, removing(manifest, node));
}
