import GithubSlugger from 'github-slugger';
import { marked } from 'marked';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

/** What a page of Markdown leads to and shows, also in its HTML, and what a link can lead to in it. */
export interface MarkdownPage {
  readonly links: readonly string[];
  readonly pictures: readonly string[];
  readonly anchors: ReadonlySet<string>;
}

export function readMarkdown(text: string): MarkdownPage {
  const elements = elementsIn(parse(marked.parse(text, { async: false })));
  const slugger = new GithubSlugger();
  const valuesOf = (name: string): string[] =>
    elements.flatMap(({ attrs }) => attrs.filter((each) => each.name === name).map(({ value }) => value));
  const headings = elements.filter(({ tagName }) => /^h[1-6]$/.test(tagName));
  return {
    links: valuesOf('href'),
    pictures: [...valuesOf('src'), ...valuesOf('srcset').flatMap((set) => set.split(/\s*,\s*/).map(addressOfSet))],
    anchors: new Set([...headings.map((heading) => slugger.slug(textOf(heading))), ...valuesOf('id')]),
  };
}

/** In a `srcset`, a width or a density may follow the address. */
function addressOfSet(candidate: string): string {
  return candidate.trim().split(/\s+/)[0] ?? '';
}

function elementsIn(node: Node): DefaultTreeAdapterTypes.Element[] {
  const below = 'childNodes' in node ? node.childNodes.flatMap(elementsIn) : [];
  return 'tagName' in node ? [node, ...below] : below;
}

function textOf(node: Node): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
