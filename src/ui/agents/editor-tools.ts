import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { Cancelled } from '../../core/errors';
import { message, sentences, type Message } from '../../core/message';
import { confirmationOf, errorText, runTool, TOOLS, type ToolHost } from '../../tools';
import { localize, MAX_TITLE, MAX_WORDS } from '../editor/localize';
import type { WindowServices } from '../services';

/** The agents of this window of the editor: those of another window are somebody else. */
const CALLER = { id: randomUUID(), name: 'VS Code' };

/** The tools for the editor's own agents. */
export class EditorTools {
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
      const call = { host: this.host(), caller: CALLER, signal: ending.signal };
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

  /** The connection belongs into each question: the same session may be tried in one and used in another. */
  private at(question: Message): Message {
    const { activeName } = this.services.connections;
    return activeName === undefined ? question : sentences(question, message('Connection: {0}.', activeName));
  }
}
