import type { Node } from 'jsonc-parser';
import { message, type Message } from '../../core/message';
import { parseJson } from '../manifest/json';
import { elements, member } from '../manifest/manifest-text';
import { valuesAt } from '../manifest/named-files';
import type { Problem } from '../problem';
import { notJson, problemAt, type Source } from './finding';
import { isRule, textAt } from './rule-shape';

/**
 * Checks a list of declarativeNetRequest rules the way Chromium indexes it when it loads the extension. Chromium
 * ignores a rule with a value of the wrong type. If the values of a rule contradict each other, it rejects the
 * extension, even if the list is not enabled.
 */
export function checkRules(file: string, bytes: Buffer): Problem[] {
  const parsed = parseJson(bytes, { comments: false });
  if ('brokenAt' in parsed) return [notJson(file, parsed)];
  const source = { file, text: parsed.text };
  if (parsed.root.type !== 'array')
    return [
      problemAt(source, parsed.root, {
        severity: 'error',
        code: 'rules',
        message: message('{0} must contain an array of rules: [ … ].', file),
      }),
    ];
  const rules = elements(parsed.root);
  const passedOver = rules
    .filter((rule) => !isRule(rule))
    .map((rule) =>
      problemAt(source, rule, {
        severity: 'warning',
        code: 'rules',
        message: message(
          'Chromium ignores this rule: a part is missing or has the wrong type. A rule needs an "id" of at least 1, an "action" with a "type", and a "condition".',
        ),
      }),
    );
  const usable = rules.filter(isRule);
  return [...passedOver, ...usable.flatMap((rule) => checkRule(source, rule)), ...sameIds(source, usable)];
}

function sameIds(source: Source, rules: readonly Node[]): Problem[] {
  const seen = new Set<unknown>();
  return rules.flatMap((rule) => {
    const id = member(rule, 'id');
    const isTwice = seen.has(id?.value);
    seen.add(id?.value);
    return isTwice && id ? [errorAt(source, id, message('Duplicate ID. Give each rule its own.'))] : [];
  });
}

type Check = (rule: Node) => readonly (readonly [Node | undefined, Message])[];

/** Chromium's own checks, in the order in which it reports them; tested with Chromium 150. */
const CHECKS: readonly Check[] = [
  numbersFromOne,
  filters,
  emptyLists,
  asciiTexts,
  contradictions,
  allowAllRequests,
  redirect,
  transform,
  headers,
];

/** Chromium stops at the first error of a rule, and so does this. */
function checkRule(source: Source, rule: Node): Problem[] {
  const [first] = CHECKS.flatMap((check) => check(rule));
  return first ? [errorAt(source, first[0] ?? rule, first[1])] : [];
}

function errorAt(source: Source, node: Node, why: Message): Problem {
  return problemAt(source, node, {
    severity: 'error',
    code: 'rules',
    message: message('Chromium rejects this rule. {0}', why),
  });
}

function numbersFromOne(rule: Node): ReturnType<Check> {
  return ['id', 'priority']
    .map((key) => member(rule, key))
    .filter((node) => Number(node?.value) < 1)
    .map((node) => [node, message('The number must be at least 1.')]);
}

function filters(rule: Node): ReturnType<Check> {
  const condition = member(rule, 'condition');
  const [url, regex] = [member(condition, 'urlFilter'), member(condition, 'regexFilter')];
  const why = regex && regexProblem(String(regex.value));
  return [
    ...(url && regex ? [[regex, message('It can have “urlFilter” or “regexFilter”, not both.')] as const] : []),
    ...(url?.value === '' || regex?.value === ''
      ? [
          [
            url?.value === '' ? url : regex,
            message('A filter must not be empty. Remove it to match every address.'),
          ] as const,
        ]
      : []),
    ...(String(url?.value).startsWith('||*') ? [[url, message('“||” must not be followed by “*”.')] as const] : []),
    ...(why ? [[regex, why] as const] : []),
  ];
}

const LISTS = [
  'resourceTypes',
  'domains',
  'initiatorDomains',
  'requestDomains',
  'topDomains',
  'requestMethods',
  'responseHeaders',
  'excludedResponseHeaders',
];

function emptyLists(rule: Node): ReturnType<Check> {
  const condition = member(rule, 'condition');
  const action = member(rule, 'action');
  const lists = [
    ...LISTS.map((key) => member(condition, key)),
    ...['requestHeaders', 'responseHeaders'].map((key) => modified(action, key)),
  ];
  return lists
    .filter((node) => node?.type === 'array' && elements(node).length === 0)
    .map((node) => [node, message('A list must not be empty. Remove it or add an item.')]);
}

function modified(action: Node | undefined, key: string): Node | undefined {
  return textAt(action, 'type') === 'modifyHeaders' ? member(action, key) : undefined;
}

const ASCII_PLACES = [
  'urlFilter',
  ...[
    'domains',
    'excludedDomains',
    'initiatorDomains',
    'excludedInitiatorDomains',
    'requestDomains',
    'excludedRequestDomains',
  ].map((key) => `${key}[]`),
];

function asciiTexts(rule: Node): ReturnType<Check> {
  const condition = member(rule, 'condition');
  const texts = condition ? ASCII_PLACES.flatMap((place) => valuesAt(condition, place)) : [];
  return texts
    .filter(({ value }) => /[^\0-\x7f]/.test(String(value)))
    .map((node) => [node, message('Only ASCII characters are allowed here. Use punycode or percent-encoding.')]);
}

const ALL_TYPES = 15;

function contradictions(rule: Node): ReturnType<Check> {
  const condition = member(rule, 'condition');
  const [domains, tabs] = [
    member(condition, 'domains') ?? member(condition, 'excludedDomains'),
    member(condition, 'tabIds') ?? member(condition, 'excludedTabIds'),
  ];
  const hasBoth = domains && (member(condition, 'initiatorDomains') ?? member(condition, 'excludedInitiatorDomains'));
  const excluded = member(condition, 'excludedResourceTypes');
  const shared = [
    ['resourceTypes', 'excludedResourceTypes'],
    ['requestMethods', 'excludedRequestMethods'],
  ].flatMap(([one = '', other = '']) => sharedValues(member(condition, one), member(condition, other)));
  return [
    ...shared.map((node) => [node, message('It’s both included and excluded.')] as const),
    ...(new Set(elements(excluded).map(({ value }): unknown => value)).size >= ALL_TYPES
      ? [[excluded, message('Every resource type is excluded, so this rule can never apply.')] as const]
      : []),
    ...(hasBoth ? [[domains, message('“domains” is deprecated. Use only “initiatorDomains”.')] as const] : []),
    ...(tabs ? [[tabs, message('Tabs can be used only in session rules, not in a file.')] as const] : []),
  ];
}

function sharedValues(one: Node | undefined, other: Node | undefined): readonly Node[] {
  const values = new Set(elements(one).map(({ value }): unknown => value));
  return elements(other).filter(({ value }) => values.has(value));
}

function allowAllRequests(rule: Node): ReturnType<Check> {
  if (textAt(member(rule, 'action'), 'type') !== 'allowAllRequests') return [];
  const types = member(member(rule, 'condition'), 'resourceTypes');
  const fits = types && elements(types).every(({ value }) => value === 'main_frame' || value === 'sub_frame');
  return fits
    ? []
    : [[types, message('“allowAllRequests” needs “resourceTypes” with “main_frame”, “sub_frame”, or both.')]];
}

function redirect(rule: Node): ReturnType<Check> {
  const action = member(rule, 'action');
  if (textAt(action, 'type') !== 'redirect') return [];
  const target = member(action, 'redirect');
  const [url, file, substitution] = ['url', 'extensionPath', 'regexSubstitution'].map((key) => member(target, key));
  if (file) return String(file.value).startsWith('/') ? [] : [[file, message('The path must start with /.')]];
  if (url && !URL.canParse(String(url.value)))
    return [[url, message('This isn’t a full URL, such as "https://example.com/"')]];
  if (/^\s*javascript:/i.test(String(url?.value))) return [[url, message('A redirect to a script isn’t allowed.')]];
  if (substitution && !member(member(rule, 'condition'), 'regexFilter'))
    return [[substitution, message('“regexSubstitution” needs a “regexFilter” in the condition.')]];
  if (url || substitution || member(target, 'transform')) return [];
  return [[target ?? action, message('A redirect needs “url”, “extensionPath”, “transform” or “regexSubstitution”.')]];
}

const TRANSFORMS: Readonly<Record<string, RegExp>> = {
  scheme: /^(?:https?|ftp|chrome-extension)$/,
  port: /^(?:\d+)?$/,
  query: /^(?:\?|$)/,
  fragment: /^(?:#|$)/,
};

function transform(rule: Node): ReturnType<Check> {
  const action = member(rule, 'action');
  const found = textAt(action, 'type') === 'redirect' ? member(member(action, 'redirect'), 'transform') : undefined;
  const odd = Object.entries(TRANSFORMS)
    .map(([key, fits]) => [member(found, key), fits] as const)
    .filter(([node, fits]) => node && !fits.test(String(node.value)));
  return [
    ...odd.map(
      ([node]) =>
        [
          node,
          message('Invalid URL part. A query starts with ?, a fragment with #, and a port has only digits.'),
        ] as const,
    ),
    ...(member(found, 'query') && member(found, 'queryTransform')
      ? [[member(found, 'query'), message('It can have “query” or “queryTransform”, not both.')] as const]
      : []),
  ];
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** The request headers that may be appended to. */
const APPENDABLE = new Set(
  (
    'accept accept-encoding accept-language access-control-request-headers cache-control connection content-language cookie forwarded if-match if-none-match ' +
    'keep-alive range te trailer transfer-encoding upgrade user-agent via want-digest x-forwarded-for'
  ).split(' '),
);

function headers(rule: Node): ReturnType<Check> {
  const [action, condition] = [member(rule, 'action'), member(rule, 'condition')];
  const matched = elements(member(condition, 'responseHeaders')).filter(
    (header) => !TOKEN.test(textAt(header, 'header')),
  );
  const named = matched.map((header) => [header, message('This isn’t a valid header name.')] as const);
  if (textAt(action, 'type') !== 'modifyHeaders') return named;
  if (!member(action, 'requestHeaders') && !member(action, 'responseHeaders'))
    return [...named, [action, message('“modifyHeaders” needs “requestHeaders” or “responseHeaders”.')]];
  const faults = ['requestHeaders', 'responseHeaders'].flatMap((key) =>
    elements(member(action, key)).flatMap((header) => {
      const why = headerFault(header, key === 'requestHeaders');
      return why ? [[header, why] as const] : [];
    }),
  );
  return [...named, ...faults];
}

function headerFault(header: Node, isRequest: boolean): Message | undefined {
  const [name, operation, value] = [textAt(header, 'header'), textAt(header, 'operation'), member(header, 'value')];
  if (!TOKEN.test(name)) return message('This isn’t a valid header name.');
  if (operation === 'remove') return value && message('A header that is removed must have no “value”.');
  if (!value) return message('A header that is set or appended needs a “value”.');
  if (/[\0\r\n]/.test(String(value.value))) return message('A header value can’t contain line breaks.');
  return isRequest && operation === 'append' && !APPENDABLE.has(name.toLowerCase())
    ? message('This request header doesn’t support “append”. Use “set”.')
    : undefined;
}

/**
 * What JavaScript's regular expressions have and Chromium's (RE2) do not: lookaround, backreferences, \u, \c and \k.
 */
const NOT_IN_RE2 = /\(\?<?[=!]|\\[1-9ucky]|\{\d{5,}/;
const MAX_REPEAT = 1000;
/** What RE2 has and JavaScript does not, with a replacement that both accept. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/\\Q[^]*?(?:\\E|$)/g, 'a'],
  [/\(\?P</g, '(?<'],
  [/\(\?[imsU-]+\)/g, ''],
  [/\(\?[imsU-]+:/g, '(?:'],
  [/\[\[:\^?\w+:\]\]/g, '[a]'],
  [/\[:\^?\w+:\]/g, 'a'],
  [/\\[AzC]/g, 'a'],
];

/** Why Chromium would reject the regular expression of a rule; undefined if it would accept it. */
function regexProblem(pattern: string): Message | undefined {
  if (/[^\0-\x7f]/.test(pattern))
    return message('A regular expression can contain only ASCII characters. Write others as \\x{…}.');
  if (NOT_IN_RE2.test(pattern.replace(/\\\\/g, '')))
    return message('Lookaround such as (?=…) or (?<…), backreferences such as \\1, and \\u… aren’t supported here.');
  if (
    [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].some(
      ([, least, most]) => Math.max(Number(least), Number(most ?? 0)) > MAX_REPEAT,
    )
  )
    return message('A part can be repeated no more than {0} times.', MAX_REPEAT);
  return isPattern(ALIKE.reduce((text, [from, to]) => text.replace(from, to), pattern))
    ? undefined
    : message('Invalid regular expression. A bracket may be unclosed.');
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}
