import { keepToken } from '../../app/connections/keep-token';
import { KERNEL_ADDRESS } from '../../core/address';
import { connectionNameProblem } from '../../core/connection-settings';
import { Cancelled } from '../../core/errors';
import { message } from '../../core/message';
import { askForAddress } from '../connections/address-box';
import { askForBrowser } from '../connections/browser-box';
import type { Connections } from '../../app/connections/connections';
import { ask } from '../editor/input-box';
import { localize, t } from '../editor/localize';
import { pick } from '../editor/pick';
import { showInformation } from '../editor/show';
import { askForToken } from '../connections/token-box';
import { freeName, useLocal } from '../connections/use-local';
import { runWizard } from '../editor/wizard';
import type { Command } from './command';

interface Answers {
  readonly kind: 'local' | 'kernel' | 'other' | 'browser';
  readonly address: string;
  readonly name: string;
  /** What is kept as the token of a browser; empty if there is nothing. */
  readonly secret: string;
}

const NO_ANSWERS: Answers = { kind: 'local', address: '', name: '', secret: '' };

type FirstServices = Parameters<typeof useLocal>[0];
type Ask = (answers: Answers) => Promise<Answers>;

/** Nothing is stored before the last question is answered. */
export const addConnection: Command = async (services, { service }) => {
  if (service === 'kernel') return useKernel(services);
  if (service === 'other') return void (await askRest(services, { ...NO_ANSWERS, kind: service }));
  await runWizard<Answers>(
    [
      askKind,
      async (answers) => {
        if (answers.kind !== 'local') return askRest(services, answers);
        await useLocal(services);
        return answers;
      },
    ],
    NO_ANSWERS,
  );
};

/** Uses the Kernel Cloud: the connection that is there from the start, if it still is. */
async function useKernel(services: FirstServices): Promise<void> {
  const { connections } = services;
  const known = connections.entries().find((each) => 'settings' in each && each.settings.address === KERNEL_ADDRESS);
  if (!known) return void (await askRest(services, { ...NO_ANSWERS, kind: 'kernel' }));
  await connections.named(known.name).askToken();
  await connections.activate(known.name);
  tellConnected(services, known.name);
}

/**
 * For a first command, before anything was set up: the connection that is there from the start, to the Kernel Cloud, may
 * not be the one that is wanted.
 * @throws Cancelled if it is not: another one was added instead, which the command does not use any more.
 */
export async function chooseFirstConnection(services: FirstServices): Promise<void> {
  const answers = await askKind(NO_ANSWERS);
  if (answers.kind === 'kernel') return;
  if (answers.kind === 'local') await useLocal(services);
  else await askRest(services, answers);
  const { activeName = '' } = services.connections;
  void showInformation(message('This window uses “{0}” now. Run the command again.', activeName));
  throw new Cancelled();
}

const TITLE = message('Add Connection');

async function askKind(answers: Answers): Promise<Answers> {
  const kind = await pick<Answers['kind']>(TITLE, message('Where do your browsers run?'), [
    {
      label: t('$(vm) Local Browser'),
      detail: t('Chrome, Edge or Chromium on this machine. No account needed.'),
      value: 'local',
    },
    {
      label: t('$(cloud) Kernel Cloud'),
      detail: t('Browsers in Kernel’s cloud. Needs an API key.'),
      value: 'kernel',
    },
    {
      label: t('$(globe) Another Service'),
      detail: t('Any service with the same API, at your address.'),
      value: 'other',
    },
    {
      label: t('$(plug) DevTools Address'),
      detail: t('A running browser: your own Chrome, in a container, or another vendor’s.'),
      value: 'browser',
    },
  ]);
  return { ...answers, kind };
}

async function askRest(services: FirstServices, answers: Answers): Promise<Answers> {
  const { connections } = services;
  if (answers.kind === 'browser') return askBrowser(services, answers);
  const questions = answers.kind === 'kernel' ? [] : [askAddress];
  const of = questions.length + 3;
  const asked = await runWizard<Answers>(
    [
      ...questions,
      (each) => askName(connections, each, { step: of - 1, of }),
      (each) => askTokenOf(connections, each, { step: of, of }),
    ],
    answers.kind === 'kernel'
      ? { ...answers, address: KERNEL_ADDRESS, name: '' }
      : { ...answers, address: '', name: '' },
  );
  await connections.add({ name: asked.name, address: asked.address, production: false });
  tellConnected(services, asked.name);
  return asked;
}

async function askBrowser(services: FirstServices, answers: Answers): Promise<Answers> {
  const { connections } = services;
  const of = 3;
  const asked = await runWizard<Answers>(
    [
      async (each) => ({
        ...each,
        ...(await askForBrowser(connections.connect, TITLE, each.address, { step: { step: 2, of }, back: true })),
      }),
      (each) => askName(connections, each, { step: 3, of }),
    ],
    { ...answers, address: '', name: '', secret: '' },
  );
  const { name, address, secret } = asked;
  if (secret !== '') await connections.tokens.set({ name, address }, secret);
  await connections.add({ name, address, production: false });
  tellConnected(services, name);
  return asked;
}

function tellConnected({ statusMessages }: FirstServices, name: string): void {
  statusMessages.show(message('$(check) Connected to “{0}”', name));
}

const askAddress: Ask = async (answers) => ({
  ...answers,
  address: await askForAddress(TITLE, answers.address, { step: { step: 2, of: 4 }, back: true }),
});

async function askName(
  connections: Connections,
  answers: Answers,
  step: { step: number; of: number },
): Promise<Answers> {
  const proposed = answers.kind === 'kernel' ? localize(message('Kernel Cloud')) : new URL(answers.address).host;
  const typed = await ask({
    title: TITLE,
    prompt: message('Name for {0}, shown in the status bar', answers.address),
    value: answers.name || freeName(proposed, connections),
    check: (text) =>
      connectionNameProblem(
        text,
        connections.entries().map(({ name }) => name),
      ),
    step,
    back: true,
  });
  return { ...answers, name: typed.trim() };
}

async function askTokenOf(
  connections: Connections,
  answers: Answers,
  step: { step: number; of: number },
): Promise<Answers> {
  await keepToken(
    connections.tokens,
    answers,
    await askForToken(connections, answers, { title: TITLE, step, back: true }),
  );
  return answers;
}
