import type { Client, NewSession, ServiceProfile } from '../../api';
import { refreshExtensions } from '../../app/refresh';
import { Cancelled } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { parseSize, sizeProblem, startPageProblem } from '../../core/new-session';
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
  profile?: ServiceProfile;
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
  /** The tags that all new sessions of the connection get. */
  readonly tags: Tags | undefined;
}): Promise<NewSession> {
  const [catalog, profiles] = await Promise.all([knownExtensions(needs), knownProfiles(needs)]);
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
      ...(profiles.length > 0
        ? [
            optionRow('account', t('Profile'), chosen.profile && (chosen.profile.name ?? chosen.profile.id), () =>
              askProfile(chosen, profiles),
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
      optionRow('tag', t('Tags'), tagsText(chosen.tags, needs.tags), () => askTags(chosen, needs.tags)),
    ],
  });
}

function requestFor({ startUrl, viewport, headless, profile, extensions, tags }: Chosen): NewSession {
  return {
    ...(startUrl !== undefined && { startUrl }),
    ...(viewport && { viewport }),
    ...(headless !== undefined && { headless }),
    ...(profile && { profile: { id: profile.id } }),
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

async function askProfile(chosen: Chosen, profiles: readonly ServiceProfile[]): Promise<void> {
  const profile = await pick<ServiceProfile | undefined>(
    titleFor(message('Profile')),
    message('Profile with cookies and logins'),
    [
      { label: t('No Profile'), description: t('starts empty'), value: undefined },
      ...profiles.map((each) => ({
        label: withIcon('account', plainText(each.name ?? each.id, MAX_NAME)),
        value: each,
      })),
    ],
  );
  setOrDelete(chosen, 'profile', profile);
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

/** A service without profiles has no such question. One that fails now is heard of when the session starts. */
async function knownProfiles({ client }: { readonly client: Client }): Promise<readonly ServiceProfile[]> {
  const listed = await withStatus(message('Looking for profiles…'), (signal) => {
    const limited = withTimeLimit(signal, PROFILES_WITHIN);
    showCountdowns(limited, () => {});
    return client.listProfiles(limited).catch((error: unknown) => {
      if (error instanceof Cancelled && !signal.aborted) return undefined;
      return noneIfFailed(error);
    });
  });
  return listed?.items ?? [];
}

/** Milliseconds. A session can start without a profile. */
const PROFILES_WITHIN = 5000;

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
