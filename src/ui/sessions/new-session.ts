import type { Client, NewSession, ServiceProfile, ServiceProxy } from '../../api';
import type { Connection } from '../../app/connections/connection';
import { refreshExtensions } from '../../app/refresh';
import { isLocal } from '../../core/connection-settings';
import { Cancelled } from '../../core/errors';
import { message, type Message } from '../../core/message';
import {
  parseSize,
  regionProblem,
  sizeProblem,
  startPageProblem,
  timeoutProblem,
  type ChromePolicy,
} from '../../core/new-session';
import { plainText, type PlainText } from '../../core/plain-text';
import type { Size } from '../../core/screen/geometry';
import { ConnectionError, ServiceError } from '../../core/service-error';
import { formatTags, parseTags, tagsProblem, type Tags } from '../../core/tags';
import { withTimeLimit } from '../../core/time-limit';
import { nameOf, type ConnectionRecords, type ExtensionRecord } from '../../state';
import { showCountdowns } from '../editor/countdown';
import { ask } from '../editor/input-box';
import { localize, MAX_NAME, t, withIcon } from '../editor/localize';
import { heading, pick, pickSeveral } from '../editor/pick';
import { withStatus } from '../editor/progress';
import { pickInForm, type FormRow } from '../editor/wizard';
import { askProfile, profileName, type ProfileChoice } from './choose-profile';
import { askPolicy, type ChosenPolicy } from './choose-policy';

const TITLE = message('New Session with Options');

/** The usual sizes of a display. */
const SIZES = [
  { name: message('Full HD'), width: 1920, height: 1080 },
  { name: message('Laptop'), width: 1280, height: 800 },
  { name: message('Tablet'), width: 1024, height: 768 },
  { name: message('Phone'), width: 390, height: 844 },
] as const satisfies readonly (Size & { readonly name: Message })[];

/** What the user has chosen so far; what is missing is the service's default. */
interface Chosen {
  startUrl?: string;
  viewport?: Size;
  headless?: boolean;
  profile?: ProfileChoice;
  timeoutSeconds?: number;
  stealth?: boolean;
  region?: string;
  proxy?: ServiceProxy;
  chromePolicy?: ChosenPolicy;
  extensions?: readonly string[];
  tags?: Tags;
}

/**
 * Asks how a new session starts, in one list: whoever only presses Enter gets what the service has by default. What the
 * user does not choose is not sent.
 */
export async function askNewSession(needs: {
  readonly client: Client;
  readonly extensions: ConnectionRecords['extensions'];
  readonly connection: Connection;
}): Promise<NewSession> {
  const { connection, client } = needs;
  const { tags, newSessions: usual = {} } = connection.settings;
  const [catalog, profiles, proxies] = await Promise.all([
    knownExtensions(needs),
    knownSoon(message('Looking for profiles…'), (signal) => client.listProfiles(signal)),
    knownSoon(message('Looking for proxies…'), (signal) => client.listProxies(signal)),
  ]);
  // Only a service with proxies has the options beside them; the local one has policies too.
  const isCloud = proxies !== undefined;
  const chosen: Chosen = {};
  return pickInForm<NewSession>({
    title: TITLE,
    placeHolder: message('Press Enter to start the session, or select an option to change'),
    rows: () => [
      { label: t('$(add) Start Session'), value: requestFor(chosen) },
      heading(t('Options')),
      optionRow('globe', t('First Page'), chosen.startUrl, () => askStartPage(chosen)),
      optionRow('screen-normal', t('Display Size'), chosen.viewport && sizeText(chosen.viewport), () =>
        askSize(chosen),
      ),
      optionRow('browser', t('Mode'), chosen.headless === undefined ? undefined : modeText(chosen.headless), () =>
        askMode(chosen),
      ),
      ...(profiles
        ? [
            optionRow('account', t('Profile'), profileText(chosen.profile, profiles.items) ?? usual.profile, async () =>
              setOrDelete(
                chosen,
                'profile',
                await askProfile(titleFor(message('Profile')), connection, profiles.items, usual.profile),
              ),
            ),
          ]
        : []),
      ...(catalog.length > 0
        ? [
            optionRow('package', t('Extensions from the Catalog'), chosen.extensions?.join(', '), () =>
              askExtensions(chosen, catalog),
            ),
          ]
        : []),
      optionRow('tag', t('Tags'), tagsText(chosen.tags, tags), () => askTags(chosen, tags)),
      optionRow('watch', t('Time-Out'), secondsText(chosen.timeoutSeconds ?? usual.timeoutSeconds), () =>
        askTimeout(chosen),
      ),
      ...(isCloud
        ? [
            optionRow('eye-closed', t('Stealth'), stealthText(chosen.stealth ?? usual.stealth), () =>
              askStealth(chosen),
            ),
            optionRow('location', t('Region'), chosen.region ?? usual.region, () => askRegion(chosen)),
          ]
        : []),
      ...(proxies && proxies.items.length > 0
        ? [
            optionRow('server', t('Proxy'), chosen.proxy ? proxyName(chosen.proxy) : usual.proxy, () =>
              askProxy(chosen, proxies.items),
            ),
          ]
        : []),
      ...(isCloud || isLocal(connection.settings)
        ? [
            optionRow('law', t('Policies'), chosen.chromePolicy?.file ?? policyText(usual.chromePolicy), async () =>
              setOrDelete(chosen, 'chromePolicy', await askPolicy(titleFor(message('Policies')))),
            ),
          ]
        : []),
    ],
  });
}

function requestFor(chosen: Chosen): NewSession {
  const { startUrl, viewport, headless, profile, extensions, tags } = chosen;
  const { timeoutSeconds, stealth, region, proxy, chromePolicy } = chosen;
  return {
    ...(startUrl !== undefined && { startUrl }),
    ...(viewport && { viewport }),
    ...(headless !== undefined && { headless }),
    ...profile,
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    ...(stealth !== undefined && { stealth }),
    ...(region !== undefined && { region }),
    ...(proxy && { proxy: proxy.id }),
    ...(chromePolicy && { chromePolicy: chromePolicy.policy }),
    ...(extensions && { extensions: extensions.map((name) => ({ name })) }),
    ...(tags && { tags }),
  };
}

function optionRow(
  icon: string,
  label: PlainText,
  value: string | undefined,
  askFor: () => Promise<void>,
): FormRow<NewSession> {
  return {
    label: withIcon(icon, label),
    description: value === undefined ? t('default') : plainText(value, MAX_NAME),
    ask: askFor,
  };
}

function titleFor(option: Message): Message {
  return message('New Session: {0}', option);
}

async function askStartPage(chosen: Chosen): Promise<void> {
  const typed = await ask({
    title: titleFor(message('First Page')),
    prompt: message('Address of the first page. Leave it empty for the service’s default.'),
    placeholder: message('{0}', 'https://example.com'),
    value: chosen.startUrl ?? '',
    check: startPageProblem,
  });
  if (typed.trim() === '') delete chosen.startUrl;
  else chosen.startUrl = typed.trim();
}

const OTHER = 'other';

async function askSize(chosen: Chosen): Promise<void> {
  const size = await pick<Size | typeof OTHER | undefined>(
    titleFor(message('Display Size')),
    message('Size of the display, in pixels'),
    [
      { label: t('Default Size'), description: t('of the service'), value: undefined },
      ...SIZES.map(({ name, width, height }) => ({
        label: localize(name),
        description: t('{0} × {1}', width, height),
        value: { width, height },
      })),
      { label: t('$(edit) Enter Size…'), value: OTHER },
    ],
  );
  if (size !== OTHER) return setOrDelete(chosen, 'viewport', size);
  const typed = await ask({
    title: titleFor(message('Display Size')),
    prompt: message('Width and height in pixels, such as 1280x800'),
    value: chosen.viewport ? `${chosen.viewport.width}x${chosen.viewport.height}` : '',
    check: sizeProblem,
  });
  setOrDelete(chosen, 'viewport', parseSize(typed));
}

async function askMode(chosen: Chosen): Promise<void> {
  const headless = await pick<boolean | undefined>(titleFor(message('Mode')), message('How the browser runs'), [
    { label: t('Default Mode'), description: t('of the service'), value: undefined },
    { label: t('Headless'), detail: t('Starts faster. Some services can’t show it in their viewer.'), value: true },
    { label: t('With a Display'), value: false },
  ]);
  setOrDelete(chosen, 'headless', headless);
}

async function askTimeout(chosen: Chosen): Promise<void> {
  const typed = await ask({
    title: titleFor(message('Time-Out')),
    prompt: message('Seconds without use after which the session ends. Leave it empty for the default.'),
    placeholder: message('{0}', '600'),
    value: chosen.timeoutSeconds === undefined ? '' : String(chosen.timeoutSeconds),
    check: (text) => (text.trim() === '' ? undefined : timeoutProblem(text)),
  });
  setOrDelete(chosen, 'timeoutSeconds', typed.trim() === '' ? undefined : Number(typed));
}

async function askStealth(chosen: Chosen): Promise<void> {
  const stealth = await pick<boolean | undefined>(
    titleFor(message('Stealth')),
    message('Whether the browser hides that it is automated'),
    [
      { label: t('Default'), value: undefined },
      { label: t('On'), value: true },
      { label: t('Off'), value: false },
    ],
  );
  setOrDelete(chosen, 'stealth', stealth);
}

async function askRegion(chosen: Chosen): Promise<void> {
  const typed = await ask({
    title: titleFor(message('Region')),
    prompt: message('Where the browser runs. Leave it empty for the default.'),
    placeholder: message('{0}', 'eu-west'),
    value: chosen.region ?? '',
    check: (text) => (text.trim() === '' ? undefined : regionProblem(text)),
  });
  setOrDelete(chosen, 'region', typed.trim() === '' ? undefined : typed.trim());
}

async function askProxy(chosen: Chosen, proxies: readonly ServiceProxy[]): Promise<void> {
  const proxy = await pick<ServiceProxy | undefined>(
    titleFor(message('Proxy')),
    message('Proxy that pages are loaded through'),
    [
      { label: t('Default'), value: undefined },
      ...proxies.map((each) => ({
        label: withIcon('server', plainText(proxyName(each), MAX_NAME)),
        ...(each.name !== undefined && { detail: plainText(each.id, MAX_NAME) }),
        value: each,
      })),
    ],
  );
  setOrDelete(chosen, 'proxy', proxy);
}

async function askExtensions(chosen: Chosen, catalog: readonly ExtensionRecord[]): Promise<void> {
  const names = await pickSeveral(
    titleFor(message('Extensions from the Catalog')),
    message('Select the extensions to load'),
    catalog.map((extension) => ({
      label: withIcon('package', plainText(nameOf(extension), MAX_NAME)),
      picked: chosen.extensions?.includes(nameOf(extension)) ?? false,
      value: nameOf(extension),
    })),
  );
  setOrDelete(chosen, 'extensions', names.length > 0 ? names : undefined);
}

/** @param fixed the tags that the session gets in any case. */
async function askTags(chosen: Chosen, fixed: Tags | undefined): Promise<void> {
  const typed = await ask({
    title: titleFor(message('Tags')),
    prompt: fixed
      ? message('Tags to find the session by. {0} is added.', formatTags(fixed))
      : message('Tags to find the session by'),
    placeholder: message('{0}', 'team=web, env=test'),
    value: formatTags(chosen.tags),
    check: (text) => tagsProblem(text, fixed),
    isUnfinished: (text) => !/=[^,]+$/.test(text),
  });
  const tags = parseTags(typed);
  setOrDelete(chosen, 'tags', Object.keys(tags).length > 0 ? tags : undefined);
}

function setOrDelete<Key extends keyof Chosen>(chosen: Chosen, key: Key, value: Chosen[Key] | undefined): void {
  if (value === undefined) delete chosen[key];
  else chosen[key] = value;
}

function sizeText({ width, height }: Size): string {
  return t('{0} × {1}', width, height);
}

function modeText(headless: boolean): string {
  return headless ? t('Headless') : t('With a Display');
}

function tagsText(tags: Tags | undefined, fixed: Tags | undefined): string | undefined {
  const all = { ...fixed, ...tags };
  return Object.keys(all).length === 0 ? undefined : formatTags(all);
}

function profileText(chosen: ProfileChoice | undefined, profiles: readonly ServiceProfile[]): string | undefined {
  if (!chosen) return undefined;
  const { profile, savesChanges } = chosen;
  if (!profile) return t('none');
  const id = 'id' in profile ? profile.id : undefined;
  const name = 'name' in profile ? profile.name : profileName(profiles.find((each) => each.id === id) ?? profile);
  return savesChanges ? t('{0} · saves changes', name) : name;
}

function secondsText(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : t('{0} s', seconds);
}

function stealthText(stealth: boolean | undefined): string | undefined {
  return stealth === undefined ? undefined : stealth ? t('On') : t('Off');
}

function policyText(policy: ChromePolicy | undefined): string | undefined {
  return policy && Object.keys(policy).join(', ');
}

function proxyName({ id, name }: ServiceProxy): string {
  return name ?? id;
}

/**
 * What a service lists, if it answers soon: a session can start without it, and a service without it has no such option.
 * One that fails now is heard of when the session starts.
 */
async function knownSoon<T>(
  looking: Message,
  list: (signal: AbortSignal) => Promise<T | undefined>,
): Promise<T | undefined> {
  return withStatus(looking, (signal) => {
    const limited = withTimeLimit(signal, LISTED_WITHIN);
    showCountdowns(limited, () => {});
    return list(limited).catch((error: unknown) => {
      if (error instanceof Cancelled && !signal.aborted) return undefined;
      return noneIfFailed(error);
    });
  });
}

/** Milliseconds. */
const LISTED_WITHIN = 5000;

function noneIfFailed(error: unknown): undefined {
  if (!(error instanceof ServiceError || error instanceof ConnectionError)) throw error;
}

/** Without a catalog the question is left out: a service or a token may not tell it. */
async function knownExtensions({
  client,
  extensions,
}: {
  readonly client: Client;
  readonly extensions: ConnectionRecords['extensions'];
}): Promise<readonly ExtensionRecord[]> {
  if (extensions.all().length === 0)
    await withStatus(message('Looking for extensions…'), (signal) =>
      refreshExtensions({ client, extensions }, signal),
    ).catch(noneIfFailed);
  return extensions.all().filter(({ gone }) => !gone);
}
