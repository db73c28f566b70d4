import { TOKEN_VARIABLE } from '../core/environment';
import { messageOf, UserError } from '../core/errors';
import { formatWait } from '../core/format';
import { message, sentences, type Message } from '../core/message';
import type { SecretBox } from './storage';

/** Milliseconds. A keyring may first ask the user for its password. */
const MAX_WAIT = 20_000;
/** Milliseconds to wait after the keyring failed to answer in time once, until it answers again. */
const MAX_NEXT_WAIT = 1000;

const READ = message('Couldn’t read VS Code’s secret storage.');
const STORE = message('Couldn’t store the token in VS Code’s secret storage.');
const DELETE = message('Couldn’t delete the token from VS Code’s secret storage.');

/**
 * The editor's secret storage, which may be locked, broken or not responding. In these cases each call throws UserError
 * within a limited time.
 */
export class PatientSecrets implements SecretBox {
  private isSilent = false;

  /** @param wait milliseconds to wait for an answer. */
  constructor(
    private readonly secrets: SecretBox,
    private readonly wait = MAX_WAIT,
  ) {}

  async get(key: string): Promise<string | undefined> {
    const value: unknown = await this.inTime(READ, async () => this.secrets.get(key));
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  async store(key: string, value: string): Promise<void> {
    await this.inTime(STORE, async () => this.secrets.store(key, value));
  }

  async delete(key: string): Promise<void> {
    await this.inTime(DELETE, async () => this.secrets.delete(key));
  }

  /** @param ask may throw, reject, or never settle. */
  private async inTime<Result>(what: Message, ask: () => Promise<Result>): Promise<Result> {
    const wait = this.isSilent ? Math.min(this.wait, MAX_NEXT_WAIT) : this.wait;
    let clock: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      clock = setTimeout(() => {
        this.isSilent = true;
        reject(failed(what, message('The system keyring didn’t respond within {0}.', formatWait(wait))));
      }, wait);
    });
    const asked = ask().catch((error: unknown) => {
      throw failed(what, message('Reason: “{0}”.', messageOf(error)));
    });
    try {
      return await Promise.race([asked.finally(() => (this.isSilent = false)), late]);
    } finally {
      clearTimeout(clock);
    }
  }
}

function failed(what: Message, cause: Message): UserError {
  const remedy = message('Unlock or repair it, or set {0} in the environment.', TOKEN_VARIABLE);
  return new UserError(sentences(what, cause, remedy), 'showLog');
}
