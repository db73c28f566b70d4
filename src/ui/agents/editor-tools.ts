import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { Cancelled, UserError } from '../../core/errors';
import { english, message, sentences, type Message } from '../../core/message';
import { withTimeLimit } from '../../core/time-limit';
import { errorText, questionOf, runTool, TOOLS, type Caller, type ToolHost } from '../../tools';
import { localize, MAX_TITLE, MAX_WORDS } from '../editor/localize';
import type { WindowServices } from '../services';

/** Questions whose answers are awaited; of one that is forgotten it is asked again. */
const MAX_AGREED = 50;
/** Milliseconds: the editor waits 3 s for the question of a tool. */
const MAX_PREPARE = 2500;

function keyOf(name: string, input: object): string {
  return JSON.stringify([name, input]);
}

/** The tools for the editor's own agents. */
export class EditorTools {
  /** The questions that were shown, until the tool runs. */
  private readonly agreed = new Map<string, string>();
  /** The agents of this window of the editor: those of another window are somebody else. */
  private readonly caller: Caller = { id: randomUUID(), name: 'VS Code' };

  constructor(
    private readonly services: Pick<WindowServices, 'connections' | 'log'>,
    private readonly host: () => ToolHost,
  ) {}

  async prepare(name: string, input: object, token: vscode.CancellationToken): Promise<vscode.PreparedToolInvocation> {
    const tool = TOOLS.find((each) => each.name === name);
    const title = localize(tool?.title ?? message('{0}', name), MAX_TITLE);
    // Of a call that was refused, the tool never ran.
    this.agreed.delete(keyOf(name, input));
    const question = await this.questionOf(name, input, token);
    if (this.agreed.size >= MAX_AGREED) this.agreed.clear();
    if (question) this.agreed.set(keyOf(name, input), english(question));
    return {
      invocationMessage: title,
      ...(question && { confirmationMessages: { title, message: localize(this.at(question), MAX_WORDS) } }),
    };
  }

  async invoke(name: string, input: object, token: vscode.CancellationToken): Promise<vscode.LanguageModelToolResult> {
    const ending = new AbortController();
    const listener = token.onCancellationRequested(() => ending.abort());
    try {
      const key = keyOf(name, input);
      const agreed = this.agreed.get(key);
      this.agreed.delete(key);
      const call = { host: this.host(), caller: this.caller, signal: ending.signal, agreed };
      const { text, screenshot } = await runTool(name, { ...input }, call);
      const parts = [new vscode.LanguageModelTextPart(text)];
      if (screenshot) parts.push(vscode.LanguageModelDataPart.image(screenshot.bytes, screenshot.mime));
      return new vscode.LanguageModelToolResult(parts);
    } catch (error) {
      if (ending.signal.aborted) throw new vscode.CancellationError();
      if (!(error instanceof Cancelled)) this.services.log.error(error);
      // The agent gets the message of what is thrown.
      throw new Error(errorText(error), { cause: error });
    } finally {
      listener.dispose();
    }
  }

  /** Undefined if nothing is changed; or if it can't be told now: then it is asked when the tool runs. */
  private async questionOf(name: string, input: object, token: vscode.CancellationToken): Promise<Message | undefined> {
    const ending = new AbortController();
    const listener = token.onCancellationRequested(() => ending.abort());
    const signal = withTimeLimit(ending.signal, MAX_PREPARE);
    try {
      return await questionOf(name, { ...input }, { host: this.host(), caller: this.caller, signal });
    } catch (error) {
      if (!(error instanceof UserError || error instanceof Cancelled)) this.services.log.error(error);
      return undefined;
    } finally {
      listener.dispose();
    }
  }

  /** The connection belongs into each question: the same session may be tried in one and used in another. */
  private at(question: Message): Message {
    const { at } = this.caller;
    return at ? sentences(question, message('Connection: {0}.', at.name)) : question;
  }
}
