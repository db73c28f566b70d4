import type { Node } from 'jsonc-parser';
import { message, sentences, type Message } from '../../../core/message';
import { elements, member, members, property, type ManifestText } from '../../manifest/manifest-text';
import { valuesAt } from '../../manifest/named-files';
import type { Problem } from '../../problem';
import { BACKGROUND_ENDING } from '../files/file-uses';
import { keyOf, pathOf, errorAt, removing } from '../finding';
import { isVersion2, kindOf } from './manifest-kind';
import { patternFault, type PatternRules } from './match-pattern';
import type { PackageContents } from '../package-contents';

/** Hosted apps consist of websites only. */
const WEBSITES: PatternRules = { schemes: ['http', 'https'] };

/**
 * Checks what Chromium checks in apps beyond the shapes of their keys, to tell an app that loads from one that does
 * not.
 */
export function checkApp({ manifest }: PackageContents): Problem[] {
  const kind = kindOf(manifest);
  const app = property(manifest, 'app');
  if (kind === 'platform-app')
    return [
      ...checkOneBackground(manifest, member(app, 'background')),
      ...checkFileHandlers(manifest),
      ...checkUrlHandlers(manifest),
      ...checkSockets(manifest),
      ...checkKiosk(manifest),
      ...checkWebview(manifest),
    ];
  if (kind === 'hosted-app') return [...checkHosted(manifest, app), ...checkBackground(manifest)];
  return kind === 'packaged-app' || kind === 'system-extension' ? checkBackground(manifest) : [];
}

/** A Chrome app has either a background page or background scripts. */
function checkOneBackground(manifest: ManifestText, background: Node | undefined): Problem[] {
  if (!background) return [];
  const [page, scripts] = [member(background, 'page'), member(background, 'scripts')];
  const [first] = elements(scripts);
  if (first && !page && elements(scripts).every(isPassedOver)) {
    return [
      wrong(
        manifest,
        first,
        message('Chromium ignores all background scripts, because no name ends in .js or .mjs. Use the built files.'),
      ),
    ];
  }
  if ((page ?? first) && !(page && scripts)) return [];
  return [wrong(manifest, background, message('“{0}” must have either “scripts” or “page”.', pathOf(background)))];
}

function isPassedOver({ value }: Node): boolean {
  return typeof value === 'string' && !BACKGROUND_ENDING.test(value);
}

function checkBackground(manifest: ManifestText): Problem[] {
  const background = property(manifest, 'background');
  const [first, second] = ['page', 'scripts', 'service_worker'].flatMap((key) => member(background, key) ?? []);
  const page = member(background, 'page');
  const granted = elements(property(manifest, 'permissions')).some(({ value }) => value === 'background');
  return [
    ...(first && second
      ? [
          wrong(
            manifest,
            second,
            message('“{0}” and “{1}” can’t be combined. Remove one.', pathOf(first), pathOf(second)),
          ),
        ]
      : []),
    ...(!page || granted || kindOf(manifest) !== 'hosted-app'
      ? []
      : [
          wrong(
            manifest,
            page,
            message('“{0}” needs the permission “background”. Add it to “permissions”.', pathOf(page)),
          ),
        ]),
  ];
}

function checkHosted(manifest: ManifestText, app: Node | undefined): Problem[] {
  const launch = member(app, 'launch');
  const [path, url, options] = [
    member(launch, 'local_path'),
    member(launch, 'web_url'),
    property(manifest, 'options_page'),
  ];
  // An empty value counts as absent, or is reported by checkShapes.
  return [
    ...(path
      ? [
          wrong(
            manifest,
            path,
            message(
              'A hosted app opens a website and has no page of its own. Remove “{0}”, or the website.',
              pathOf(path),
            ),
          ),
        ]
      : []),
    ...[url, options].flatMap((node) =>
      node && typeof node.value === 'string' && node.value !== '' && !isWebsite(node.value)
        ? [
            wrong(
              manifest,
              node,
              message('“{0}” must be a full URL that starts with http:// or https://.', pathOf(node)),
            ),
          ]
        : [],
    ),
    ...elements(member(app, 'urls')).flatMap((node) => checkExtent(manifest, node)),
  ];
}

function checkExtent(manifest: ManifestText, node: Node): Problem[] {
  if (typeof node.value !== 'string') return [];
  const fault = patternFault(node.value.replace(/\*?$/, '*'), WEBSITES);
  if (fault)
    return [wrong(manifest, node, sentences(message('“{0}” isn’t a valid match pattern.', node.value), fault))];
  const [, host = '', path = ''] = /^[^/]*\/\/([^/]*)(.*)$/s.exec(node.value) ?? [];
  return host === '*' || path.includes('*')
    ? [wrong(manifest, node, message('“{0}” must have a host, and a path without *.', node.value))]
    : [];
}

function checkFileHandlers(manifest: ManifestText): Problem[] {
  if (!isVersion2(manifest)) return [];
  return members(property(manifest, 'file_handlers')).flatMap(({ value }) => {
    const some =
      elements(member(value, 'types'))[0] ??
      elements(member(value, 'extensions'))[0] ??
      member(value, 'include_directories');
    return value.type === 'object' && !some
      ? [wrong(manifest, value, message('“{0}” must have “types” or “extensions”.', pathOf(value)))]
      : [];
  });
}

function checkUrlHandlers(manifest: ManifestText): Problem[] {
  return members(property(manifest, 'url_handlers')).flatMap(({ value }) => {
    const matches = member(value, 'matches');
    const faults = elements(matches).filter(
      (node) => typeof node.value === 'string' && patternFault(node.value, WEBSITES),
    );
    return [...faults, ...(matches?.type === 'array' && elements(matches).length === 0 ? [matches] : [])].map((node) =>
      wrong(
        manifest,
        node,
        message('“{0}” must be match patterns for websites, such as "https://example.com/*".', pathOf(node)),
      ),
    );
  });
}

const HOSTS = ['sockets.tcp.connect', 'sockets.udp.bind', 'sockets.udp.send', 'sockets.tcpServer.listen'];
const MULTICAST = 'sockets.udp.multicastMembership';
const MAX_PORT = 65_535;

/** Each value may be a text or a list of texts. */
function checkSockets(manifest: ManifestText): Problem[] {
  const texts = (place: string): readonly Node[] =>
    [place, `${place}[]`]
      .flatMap((each) => valuesAt(manifest.root, each))
      .filter(({ value }) => typeof value === 'string');
  return [
    ...HOSTS.flatMap(texts)
      .filter(({ value }) => !isHostAndPort(String(value)))
      .map((node) =>
        wrong(
          manifest,
          node,
          message(
            '“{0}” must be a host and a port from 1 to {1}, such as "example.com:80". Each can be * or omitted.',
            pathOf(node),
            `${MAX_PORT}`,
          ),
        ),
      ),
    ...texts(MULTICAST)
      .filter(({ value }) => value !== '')
      .map((node) => wrong(manifest, node, message('“{0}” must be an empty string.', pathOf(node)))),
  ];
}

function isHostAndPort(text: string): boolean {
  const [host = '', port = '', ...more] = text.split(':');
  const isPort =
    port === '' || port === '*' || (/^\+?\d+$/.test(port) && Number(port) >= 1 && Number(port) <= MAX_PORT);
  return isPort && more.length === 0 && !/^[ \t-\r]|[ \t-\r]$/.test(host);
}

function checkKiosk(manifest: ManifestText): Problem[] {
  const version = member(property(manifest, 'kiosk'), 'required_platform_version');
  return typeof version?.value === 'string' && !/^\d+(\.\d+)*$/.test(version.value)
    ? [wrong(manifest, version, message('“{0}” must be numbers separated by dots, such as "1.0".', pathOf(version)))]
    : [];
}

function checkWebview(manifest: ManifestText): Problem[] {
  const partitions = member(property(manifest, 'webview'), 'partitions');
  return partitions?.type === 'array' && elements(partitions).length === 0
    ? [wrong(manifest, partitions, message('“{0}” must not be empty.', pathOf(partitions)))]
    : [];
}

function isWebsite(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function wrong(manifest: ManifestText, node: Node, words: Message): Problem {
  return errorAt(manifest, 'app', keyOf(node), words, removing(manifest, node));
}
