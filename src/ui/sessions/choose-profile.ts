import type { NewSession, ServiceProfile } from '../../api';
import type { Connection } from '../../app/connections/connection';
import { profileNameProblem } from '../../app/profiles';
import { formatBytes } from '../../core/format';
import { message, type Message } from '../../core/message';
import { joinPlain, plainText, type PlainText } from '../../core/plain-text';
import { confirmAt } from '../connections/confirm-at';
import { formatMoment } from '../editor/format-moment';
import { ask } from '../editor/input-box';
import { MAX_NAME, t, withIcon } from '../editor/localize';
import { heading, pick, type Choice } from '../editor/pick';

/** What a new session starts from, and whether that is replaced at its end. */
export type ProfileChoice = Required<Pick<NewSession, 'profile' | 'savesChanges'>>;

/** What a person reads of a profile. */
export function profileName({ id, name }: ServiceProfile): string {
  return name ?? id;
}

/**
 * Asks for a profile and whether the session saves its changes to it; at production, that is confirmed.
 * @param byDefault the profile of the connection’s settings.
 */
export async function askProfile(
  title: Message,
  connection: Connection,
  profiles: readonly ServiceProfile[],
  byDefault: string | undefined,
): Promise<ProfileChoice | undefined> {
  const ofNew = async (): Promise<ProfileChoice> => {
    const name = await askProfileName(title, '', profiles);
    return { profile: { name }, savesChanges: true };
  };
  const chosen = await pick<() => Promise<ProfileChoice | undefined>>(
    title,
    message('Cookies and logins to start with'),
    [
      ...(byDefault === undefined
        ? []
        : [{ label: t('Default Profile'), description: plainText(byDefault, MAX_NAME), value: async () => undefined }]),
      {
        label: t('No Profile'),
        description: t('starts empty'),
        value: async () => (byDefault === undefined ? undefined : { profile: null, savesChanges: false }),
      },
      ...profiles.map((each) => ({ ...choiceOf(each), value: () => askChanges(title, connection, each) })),
      heading(t('New')),
      {
        label: t('$(add) New Profile…'),
        description: t('saved when the session ends'),
        value: ofNew,
      },
    ],
  );
  return chosen();
}

async function askChanges(title: Message, connection: Connection, profile: ServiceProfile): Promise<ProfileChoice> {
  const name = profileName(profile);
  const savesChanges = await pick(title, message('Changes to profile “{0}”', name), [
    { label: t('Don’t Save Changes'), description: t('the profile stays as it is'), value: false },
    {
      label: t('Save Changes'),
      description: t('when the session ends'),
      detail: t('The session’s cookies and logins replace those of the profile.'),
      value: true,
    },
  ]);
  if (savesChanges && connection.settings.production)
    await confirmAt(connection, {
      question: message('Save changes to profile “{0}”?', name),
      effect: message(
        'When the session ends, its cookies and logins replace those of the profile, for everyone who uses it.',
      ),
      buttons: [message('Save Changes')],
    });
  return { profile: { id: profile.id }, savesChanges };
}

/** @param taken the profiles whose names are not accepted. */
export async function askProfileName(
  title: Message,
  value: string,
  taken: readonly ServiceProfile[] = [],
): Promise<string> {
  return ask({
    title,
    prompt: message('Name of the profile'),
    placeholder: message('{0}', 'work'),
    value,
    check: (name) =>
      taken.some((each) => each.name === name)
        ? message('There is a profile with this name.')
        : profileNameProblem(name),
  });
}

/** Asks for one of the profiles. */
export async function chooseProfile(
  title: Message,
  placeholder: Message,
  profiles: readonly ServiceProfile[],
): Promise<ServiceProfile> {
  return pick(
    title,
    placeholder,
    profiles.map((each) => ({ ...choiceOf(each), value: each })),
  );
}

function choiceOf(profile: ServiceProfile): Omit<Choice<never>, 'value'> {
  const { size, usedAt } = profile;
  const parts: readonly (PlainText | undefined)[] = [
    size === undefined ? undefined : plainText(formatBytes(size), MAX_NAME),
    usedAt === undefined ? undefined : plainText(formatMoment(new Date(usedAt)), MAX_NAME),
  ];
  const description = joinPlain(' · ', parts);
  return { label: withIcon('account', plainText(profileName(profile), MAX_NAME)), description };
}
