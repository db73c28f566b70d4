import { KERNEL_ADDRESS, parseAddress } from '../../core/address';
import { connectionNameProblem, isLocal, LOCAL } from '../../core/connection-settings';
import { message, type Message } from '../../core/message';
import { plainText } from '../../core/plain-text';
import type { Connections } from '../connections';
import { ask } from '../input-box';
import { localize, MAX_NAME, t } from '../localize';
import { pick } from '../pick';
import type { Services } from '../services';
import { askToken } from '../token-box';
import { runWizard, type Step } from '../wizard';
import type { Command } from './command';

interface Answers {
  readonly kind: 'local' | 'kernel' | 'other';
  readonly address: string;
  readonly name: string;
}

type Ask = (answers: Answers) => Promise<Answers>;

/** Nothing is kept before the last question is answered. */
export const addConnection: Command = async (services) => {
  await runWizard<Answers>(
    [
      askKind,
      (answers) => (answers.kind === 'local' ? useLocal(services.connections, answers) : askRest(services, answers)),
    ],
    { kind: 'local', address: '', name: '' },
  );
};

/** Uses the service on this machine, and starts it where it does not run; its connection is made at the first time. */
export async function useLocal<T>(connections: Connections, answers: T): Promise<T> {
  const known = connections.entries().find((entry) => 'settings' in entry && isLocal(entry.settings));
  if (known) await connections.activate(known.name);
  else
    await connections.add({
      name: freeName(localize(message('Local browser')), connections),
      address: LOCAL,
      production: false,
    });
  await connections.local.start();
  return answers;
}

const TITLE = message('Add Connection');

async function askKind(answers: Answers): Promise<Answers> {
  const kind = await pick<Answers['kind']>(TITLE, message('Where do your browsers run?'), [
    {
      label: t('$(vm) Local Browser on This Machine'),
      detail: t('With your own Chrome, Edge or Chromium. No account needed.'),
      value: 'local',
    },
    { label: t('$(cloud) Kernel Cloud'), detail: plainText(KERNEL_ADDRESS, MAX_NAME), value: 'kernel' },
    { label: t('$(globe) Another Address'), detail: t('Another service with the same interface'), value: 'other' },
  ]);
  return { ...answers, kind };
}

async function askRest(
  { brief, connections }: Pick<Services, 'brief' | 'connections'>,
  answers: Answers,
): Promise<Answers> {
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
  brief.tell(message('$(check) Connected to {0}', asked.name));
  return asked;
}

const askAddress: Ask = async (answers) => ({
  ...answers,
  address: await askForAddress(TITLE, answers.address, { step: { step: 2, of: 4 }, back: true }),
});

/** Asks for the address of a service. @returns it in its one spelling. */
export async function askForAddress(heading: Message, value: string, step: Step = {}): Promise<string> {
  const typed = await ask({
    title: heading,
    prompt: message(
      'https://… or, for a service on this machine, http://localhost:port. Each address has its own token.',
    ),
    placeholder: message('https://api.example.com'),
    value,
    check: (text) => {
      const parsed = parseAddress(text);
      return 'problem' in parsed ? parsed.problem : undefined;
    },
    ...step,
  });
  const parsed = parseAddress(typed);
  return 'address' in parsed ? parsed.address : typed;
}

async function askName(
  connections: Connections,
  answers: Answers,
  step: { step: number; of: number },
): Promise<Answers> {
  const proposed = answers.kind === 'kernel' ? localize(message('Kernel cloud')) : new URL(answers.address).host;
  const typed = await ask({
    title: TITLE,
    prompt: message('A name for {0}, as the status bar shows it', answers.address),
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
  await askToken(connections, answers, { step, back: true });
  return answers;
}

/** The name, or the name with the next number that is free. */
function freeName(name: string, connections: Connections): string {
  const taken = new Set(connections.entries().map((entry) => entry.name));
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(free)) return free;
  }
}
