import * as vscode from 'vscode';
import { Cancelled } from '../../core/errors';
import { message, sentences, type Message } from '../../core/message';
import { boundTo, confirmationOf, errorText, runTool, TOOLS, type Caller, type ToolHost } from '../../tools';
import { localize, MAX_TITLE, MAX_WORDS } from '../editor/localize';
import type { WindowServices } from '../services';

/** The tools for the editor's own agents. */
export class EditorTools {
  /** The agents of the editor itself. */
  private readonly caller: Caller = { id: 'editor', name: 'VS Code' };

  constructor(
    private readonly services: Pick<WindowServices, 'connections' | 'log'>,
    private readonly host: () => ToolHost,
  ) {}

  prepare(name: string, input: object): vscode.PreparedToolInvocation {
    const tool = TOOLS.find((each) => each.name === name);
    const title = localize(tool?.title ?? message('{0}', name), MAX_TITLE);
    const question = confirmationOf(name, { ...input });
    return {
      invocationMessage: title,
      ...(question && { confirmationMessages: { title, message: localize(this.at(question), MAX_WORDS) } }),
    };
  }

  async invoke(name: string, input: object, token: vscode.CancellationToken): Promise<vscode.LanguageModelToolResult> {
    const ending = new AbortController();
    const listener = token.onCancellationRequested(() => ending.abort());
    try {
      const call = { host: this.host(), caller: this.caller, signal: ending.signal };
      const { text, picture } = await runTool(name, { ...input }, call);
      const parts = [new vscode.LanguageModelTextPart(text)];
      if (picture) parts.push(vscode.LanguageModelDataPart.image(picture.bytes, picture.mime));
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

  /**
   * The connection belongs into each question: the same session may be tried in one and used in another. So the call
   * is bound to the one that the question names, whatever is in use when a person has answered it.
   */
  private at(question: Message): Message {
    const { activeName } = this.services.connections;
    if (activeName === undefined) return question;
    const entry = this.services.connections.entries().find(({ name }) => name === activeName);
    if (entry && 'settings' in entry)
      this.caller.at ??= boundTo({ settings: entry.settings, place: entry.settings.address });
    return sentences(question, message('Connection: {0}.', activeName));
  }
}
