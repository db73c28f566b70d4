import * as vscode from 'vscode';
import { lcovOf } from '../../app/coverage/coverage-text';
import { recordCoverage as record } from '../../app/coverage/record-coverage';
import type { Coverage } from '../../app/coverage/run-coverage';
import { UserError } from '../../core/errors';
import { message, sentences } from '../../core/message';
import { labelOf, type Label } from '../../state';
import { chooseActivity } from '../sessions/choose-activity';
import { plainLabel } from '../editor/localize';
import { withStatus } from '../editor/progress';
import { datedName, saveFile } from '../editor/save-file';
import { commandButton, OfferError, showInformation, showWarning } from '../editor/show';
import { topOf } from '../editor/uris';
import { reportError } from '../report-error';
import { labelIn, type Services } from '../services';
import { sessionOf } from '../sessions/choose-session';
import type { Command } from './command';

/** Counts what runs of a session's uploads until it is stopped, and shows it then. */
export const recordCoverage: Command = async (services, target) => {
  const { activities, connection, records, devtools, statusMessages } = services;
  const client = await connection.client();
  const needs = { client, records, connection };
  const id = await sessionOf(target, needs, { title: message('Record Coverage: Select Session') });
  const session = records.sessions.get(id) ?? { id };
  const label = labelOf(session);
  if (activities.in('coverage', connection.settings, id).length > 0)
    throw new OfferError(
      message('The coverage of “{0}” is already being recorded.', label),
      commandButton(message('Stop Recording Coverage'), 'stopRecordingCoverage', { session: id }),
    );
  const { name, address } = connection.settings;
  const access = { client, sessions: records.sessions, devtools };
  const { ended } = await withStatus(message('Starting to record the coverage of “{0}”…', label), (signal) =>
    record({ access, activities, topOf }, { name, address }, session, signal),
  );
  statusMessages.show(message('$(record) Recording the coverage of “{0}”', label));
  // However it ends.
  void ended
    .then((coverage) => show(services, label, coverage))
    .catch((error: unknown) =>
      reportError(error, {
        log: services.log,
        about: { connection: name, address },
        label: (each) => labelIn(services, each),
      }),
    );
};

/** Ends what `recordCoverage` began, at whatever connection. */
export const stopRecordingCoverage: Command = async ({ activities, ...services }, { session: id }) => {
  const all =
    id === undefined ? activities.of('coverage') : activities.in('coverage', services.connection.settings, id);
  const [only, ...others] = all;
  if (!only) throw new UserError(message('No coverage is being recorded. Use Record Coverage first.'));
  const stopped = others.length === 0 ? only : await chooseActivity(message('Stop Recording Coverage'), 'record', all);
  activities.stopWhere((each) => each === stopped, 'stopped');
};

async function show({ showCoverage }: Services, label: Label, coverage: Coverage): Promise<void> {
  const { map, notes } = coverage;
  if (map.files().length === 0)
    return showWarning(
      sentences(message('No coverage of “{0}” was recorded: nothing was uploaded from a folder.', label), ...notes),
    );
  await showCoverage(plainLabel(label), coverage);
  const { pct } = map.getCoverageSummary().lines;
  await showInformation(
    sentences(message('{0} % of the lines ran in “{1}”.', pct, label), ...notes),
    // The editor opens by itself only the coverage of runs that a person starts in its view of tests.
    { label: message('Show Coverage'), run: () => vscode.commands.executeCommand('testing.openCoverage') },
    {
      label: message('Save as lcov…'),
      run: async () => {
        const [first = ''] = map.files();
        const file = `${datedName(plainLabel(label), Date.now())}.info`;
        const bytes = Buffer.from(lcovOf(map, topOf(first)));
        await saveFile(message('Save Coverage of “{0}”', label), bytes, file, { lcov: ['info'] });
      },
    },
  );
}
