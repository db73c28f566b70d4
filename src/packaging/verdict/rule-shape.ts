import type { Node } from 'jsonc-parser';
import { elements, member } from '../manifest/manifest-text';

const ACTIONS: ReadonlySet<unknown> = new Set([
  'block',
  'redirect',
  'allow',
  'upgradeScheme',
  'modifyHeaders',
  'allowAllRequests',
]);
const RESOURCE_TYPES: ReadonlySet<unknown> = new Set([
  'main_frame',
  'sub_frame',
  'stylesheet',
  'script',
  'image',
  'font',
  'object',
  'xmlhttprequest',
  'ping',
  'csp_report',
  'media',
  'websocket',
  'webtransport',
  'webbundle',
  'other',
]);
const METHODS: ReadonlySet<unknown> = new Set([
  'connect',
  'delete',
  'get',
  'head',
  'options',
  'patch',
  'post',
  'put',
  'other',
]);
const OPERATIONS: ReadonlySet<unknown> = new Set(['append', 'set', 'remove']);

const isText = ({ type }: Node): boolean => type === 'string';
const oneOf =
  (values: ReadonlySet<unknown>) =>
  ({ value }: Node): boolean =>
    values.has(value);
const listOf =
  (fits: (node: Node) => boolean) =>
  (node: Node): boolean =>
    node.type === 'array' && elements(node).every(fits);
const isWhole = ({ value }: Node): boolean => Number.isInteger(value);

const CONDITION: Readonly<Record<string, (node: Node) => boolean>> = {
  urlFilter: isText,
  regexFilter: isText,
  isUrlFilterCaseSensitive: ({ type }) => type === 'boolean',
  domainType: oneOf(new Set(['firstParty', 'thirdParty'])),
  resourceTypes: listOf(oneOf(RESOURCE_TYPES)),
  excludedResourceTypes: listOf(oneOf(RESOURCE_TYPES)),
  requestMethods: listOf(oneOf(METHODS)),
  excludedRequestMethods: listOf(oneOf(METHODS)),
  domains: listOf(isText),
  excludedDomains: listOf(isText),
  initiatorDomains: listOf(isText),
  excludedInitiatorDomains: listOf(isText),
  requestDomains: listOf(isText),
  excludedRequestDomains: listOf(isText),
  tabIds: listOf(isWhole),
  excludedTabIds: listOf(isWhole),
};

/** Whether every part of a rule has the type that Chromium expects: Chromium ignores other rules. */
export function isRule(rule: Node): boolean {
  const [id, priority, action, condition] = ['id', 'priority', 'action', 'condition'].map((key) => member(rule, key));
  return (
    id !== undefined &&
    isWhole(id) &&
    (!priority || isWhole(priority)) &&
    isAction(action) &&
    condition?.type === 'object' &&
    Object.entries(CONDITION).every(([key, fits]) => fitsIfThere(condition, key, fits))
  );
}

function isAction(action: Node | undefined): boolean {
  const operations = ['requestHeaders', 'responseHeaders'].flatMap((key) => elements(member(action, key)));
  return (
    ACTIONS.has(member(action, 'type')?.value) &&
    operations.every((header) => OPERATIONS.has(member(header, 'operation')?.value))
  );
}

function fitsIfThere(node: Node, key: string, fits: (node: Node) => boolean): boolean {
  const found = member(node, key);
  return !found || fits(found);
}

/** The text of a key; empty if there is none. */
export function textAt(node: Node | undefined, key: string): string {
  const value: unknown = member(node, key)?.value;
  return typeof value === 'string' ? value : '';
}
