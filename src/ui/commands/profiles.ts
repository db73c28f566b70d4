import { listProfiles, saveProfile as save } from '../../app/profiles';
import { message } from '../../core/message';
import { UserError } from '../../core/errors';
import { labelOf } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { withStatus } from '../editor/progress';
import { askProfileName, chooseProfile, profileName } from '../sessions/choose-profile';
import { sessionOf } from '../sessions/choose-session';
import type { Command } from './command';

/** Saves the cookies and logins of a session to a profile, from which others start. */
export const saveProfile: Command = async ({ connection, records, statusMessages }, target) => {
  const client = await connection.client();
  const { sessions } = records;
  const needs = { client, records, connection };
  const id = await sessionOf(target, needs, {
    title: message('Save Session to Profile: Select Session'),
    mayStart: false,
  });
  const label = labelOf(sessions.get(id) ?? { id });
  const known = await withStatus(message('Looking for profiles…'), (signal) => listProfiles(client, signal));
  const name = await askProfileName(message('Save “{0}” to Profile', label), '');
  const isKnown = known.items.some((each) => each.name === name);
  await confirmAt(connection, {
    question: isKnown ? message('Replace profile “{0}”?', name) : message('Save “{0}” to profile “{1}”?', label, name),
    effect: isKnown
      ? message(
          'The session’s cookies and logins replace those of the profile. The browser restarts; its pages reload.',
        )
      : message('The browser restarts for that; its pages reload.'),
    dont: isKnown ? message('Don’t Replace') : undefined,
    buttons: [isKnown ? message('Replace') : message('Save')],
  });
  await withStatus(message('Saving “{0}” to profile “{1}”…', label, name), (signal) =>
    save({ client, sessions }, id, name, signal),
  );
  statusMessages.show(message('$(check) Saved “{0}” to profile “{1}”', label, name));
};

/** Deletes a profile of the service. */
export const deleteProfile: Command = async ({ connection, statusMessages }) => {
  const client = await connection.client();
  const { items } = await withStatus(message('Looking for profiles…'), (signal) => listProfiles(client, signal));
  if (items.length === 0)
    throw new UserError(message('There are no profiles. New Session with Options makes one.'), undefined, 'warning');
  const profile = await chooseProfile(message('Delete Profile'), message('Select a profile'), items);
  const name = profileName(profile);
  await confirmAt(connection, {
    question: message('Delete profile “{0}”?', name),
    effect: message('Its cookies and logins are lost. Sessions that are running keep theirs. This can’t be undone.'),
    dont: message('Don’t Delete'),
    buttons: [message('Delete')],
  });
  await withStatus(message('Deleting profile “{0}”…', name), (signal) => client.deleteProfile(profile.id, signal));
  statusMessages.show(message('$(check) Deleted profile “{0}”', name));
};
