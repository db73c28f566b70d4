import { Cancelled, UserError, sentenceOf } from '../core/errors';
import { english, message, type Message } from '../core/message';
import { actInSession } from './act-in-session';
import { captureSession } from './capture-session';
import { inspectExtension, openExtensionPage, readExtensionLog, uploadExtension } from './extension-tools';
import { checkInput } from './input';
import { checkExtension, errorLines, listBrowserSessions } from './look-tools';
import { readSessionPage } from './read-session-page';
import type { Tool, ToolCall, ToolInput, ToolResult } from './tool';

export { AgentWork } from './agent-work';
export { boundTo } from './bound-connection';
export { Leases } from './leases';
export { privateFolder } from './private-folder';
export { isMarkedProduction, ProductionMarks } from './production-marks';
export { ResultFiles } from './result-files';
export { SessionWorks } from './session-work';
export type { Caller, InputSchema, Tool, ToolConnection, ToolHost, ToolInput, ToolResult } from './tool';

/** All tools, in the order in which an agent needs them. */
export const TOOLS: readonly Tool[] = [
  listBrowserSessions,
  checkExtension,
  uploadExtension,
  readExtensionLog,
  openExtensionPage,
  readSessionPage,
  actInSession,
  captureSession,
  inspectExtension,
];

/**
 * Runs a tool.
 * @throws UserError: a sentence with what to do next, for the agent; Cancelled.
 */
export async function runTool(
  name: string,
  input: ToolInput,
  { host, caller, signal }: Pick<ToolCall, 'host' | 'caller' | 'signal'>,
): Promise<ToolResult> {
  const tool = TOOLS.find((each) => each.name === name);
  if (!tool) throw new UserError(message('There is no tool “{0}”.', name));
  checkInput(tool.inputSchema, input);
  const stopping = new AbortController();
  const atEnd: (() => void)[] = [];
  const call = { host, caller, signal: AbortSignal.any([signal, stopping.signal]), stopping, atEnd };
  try {
    return await tool.run(input, call);
  } catch (error) {
    if (stopping.signal.aborted) throw new UserError(message('A person has stopped this. Ask them before you go on.'));
    throw error;
  } finally {
    for (const end of atEnd) end();
  }
}

/** What a person confirms before a tool runs; undefined if it changes nothing. */
export function confirmationOf(name: string, input: ToolInput): Message | undefined {
  return TOOLS.find((each) => each.name === name)?.confirmation(input);
}

/** An error as an agent gets it: the sentence, and the places of the problems. */
export function errorText(error: unknown): string {
  // Whoever has canceled a call reads no answer to it.
  if (error instanceof Cancelled) return 'A person said no. Ask them before you go on.';
  return [english(sentenceOf(error)), ...errorLines(error).slice(0, 50)].join('\n');
}
