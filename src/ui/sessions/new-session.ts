import type { Client, NewSession, ServiceProfile } from '../../api';
import { refreshExtensions } from '../../app/refresh';
import { Cancelled } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { parseSize, sizeProblem, startPageProblem } from '../../core/new-session';
import { plainText } from '../../core/plain-text';
import type { Size } from '../../core/screen/geometry';
import { ConnectionError, ServiceError } from '../../core/service-error';
import { formatTags, parseTags, tagsProblem, type Tags } from '../../core/tags';
import { withTimeLimit } from '../../core/time-limit';
import { nameOf, type ConnectionRecords, type ExtensionRecord } from '../../state';
import { showCountdowns } from '../editor/countdown';
import { ask } from '../editor/input-box';
import { localize, MAX_NAME, t, withIcon } from '../editor/localize';
import type { Choice } from '../editor/pick';
import { withStatus } from '../editor/progress';
import { runWizard, type Step, pickInWizard } from '../editor/wizard';

const TITLE = message('New Session with Options');

/** The usual sizes of a display. */
const SIZES = [
  { name: message('Full HD'), width: 1920, height: 1080 },
  { name: message('Laptop'), width: 1280, height: 800 },
  { name: message('Tablet'), width: 1024, height: 768 },
  { name: message('Phone'), width: 390, height: 844 },
] as const satisfies readonly (Size & { readonly name: Message })[];

type Ask = (options: NewSession, step: Step) => Promise<NewSession>;

/**
 * Asks how a new session starts. What the user does not choose is not sent: who only presses Enter gets what the
 * service has by default.
 */
export async function askNewSession(needs: {
  readonly client: Client;
  readonly extensions: ConnectionRecords['extensions'];
  /** The tags that all new sessions of the connection get. */
  readonly tags: Tags | undefined;
}): Promise<NewSession> {
  const [catalog, profiles] = await Promise.all([knownExtensions(needs), knownProfiles(needs)]);
  const questions: readonly Ask[] = [
    askStartPage,
    askSize,
    askHeadless,
    ...(profiles.length > 0 ? [askProfile(profiles)] : []),
    ...(catalog.length > 0 ? [askExtensions(catalog)] : []),
    askTags(needs.tags),
  ];
  const of = questions.length;
  return runWizard<NewSession>(
    questions.map((each, index) => (options) => each(options, { step: { step: index + 1, of }, back: index > 0 })),
    {},
  );
}

async function askStartPage({ startUrl, ...rest }: NewSession, step: Step): Promise<NewSession> {
  const typed = await ask({
    title: TITLE,
    prompt: message('First page. Leave it empty for the service’s default.'),
    placeholder: message('{0}', 'https://example.com'),
    value: startUrl ?? '',
    check: startPageProblem,
    ...step,
  });
  return typed.trim() === '' ? rest : { ...rest, startUrl: typed.trim() };
}

const OTHER = 'other';

async function askSize({ viewport, ...rest }: NewSession, step: Step): Promise<NewSession> {
  const [chosen] = await pickInWizard<Size | typeof OTHER | undefined>({
    title: TITLE,
    placeHolder: message('Size of the display, in pixels'),
    choices: [
      { label: t('Default Size'), description: t('of the service'), value: undefined },
      ...SIZES.map(({ name, width, height }) => ({
        label: localize(name),
        description: t('{0} × {1}', width, height),
        value: { width, height },
      })),
      { label: t('$(edit) Enter Size…'), value: OTHER },
    ],
    ...step,
  });
  if (chosen === undefined) return rest;
  if (chosen !== OTHER) return { ...rest, viewport: chosen };
  const typed = await ask({
    title: TITLE,
    prompt: message('Width and height in pixels, such as 1280x800'),
    value: viewport ? `${viewport.width}x${viewport.height}` : '',
    check: sizeProblem,
    ...step,
  });
  const size = parseSize(typed);
  return size ? { ...rest, viewport: size } : rest;
}

async function askHeadless({ headless: _before, ...rest }: NewSession, step: Step): Promise<NewSession> {
  const [headless] = await pickInWizard<boolean | undefined>({
    title: TITLE,
    placeHolder: message('How the browser runs'),
    choices: [
      { label: t('Default Mode'), description: t('of the service'), value: undefined },
      { label: t('Headless'), detail: t('Starts faster. Some services can’t show it in their viewer.'), value: true },
      { label: t('With a Display'), value: false },
    ],
    ...step,
  });
  return headless === undefined ? rest : { ...rest, headless };
}

function askProfile(profiles: readonly ServiceProfile[]): Ask {
  return async ({ profile: _before, ...rest }, step) => {
    const [profile] = await pickInWizard<ServiceProfile | undefined>({
      title: TITLE,
      placeHolder: message('Profile with cookies and logins'),
      choices: [
        { label: t('No Profile'), description: t('starts empty'), value: undefined },
        ...profiles.map((each): Choice<ServiceProfile> => ({
          label: withIcon('account', plainText(each.name ?? each.id, MAX_NAME)),
          value: each,
        })),
      ],
      ...step,
    });
    return profile ? { ...rest, profile: { id: profile.id } } : rest;
  };
}

/** @param fixed the tags that the session gets in any case. */
function askTags(fixed: Tags | undefined): Ask {
  return async ({ tags, ...rest }, step) => {
    const typed = await ask({
      title: TITLE,
      prompt: fixed
        ? message('Tags (optional). {0} is added.', formatTags(fixed))
        : message('Tags (optional), to find the session by'),
      placeholder: message('{0}', 'team=web, env=test'),
      value: formatTags(tags),
      check: (text) => tagsProblem(text, fixed),
      ...step,
    });
    const chosen = parseTags(typed);
    return Object.keys(chosen).length === 0 ? rest : { ...rest, tags: chosen };
  };
}

function askExtensions(catalog: readonly ExtensionRecord[]): Ask {
  return async ({ extensions: _before, ...rest }, step) => {
    const chosen = await pickInWizard<{ readonly name: string }>({
      title: TITLE,
      placeHolder: message('Catalog extensions to load (optional)'),
      choices: catalog.map((extension): Choice<{ readonly name: string }> => ({
        label: withIcon('package', plainText(nameOf(extension), MAX_NAME)),
        value: { name: nameOf(extension) },
      })),
      several: true,
      ...step,
    });
    return chosen.length === 0 ? rest : { ...rest, extensions: chosen };
  };
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
