import { Cancelled, UserError, sentenceOf } from '../core/errors';
import { message, type Message } from '../core/message';
import { actInSession } from './act/act-in-session';
import { answerText, say, shortText, type AgentText } from './answer';
import { CallError, CallOutcome, UnexpectedInCall } from './call-outcome';
import { captureSession } from './capture-session';
import { openExtensionPage, readExtensionLog, uploadExtension } from './extension-tools';
import { checkInput, type ToolInput } from './input';
import { inspectExtension } from './inspect-extension';
import { checkExtension, errorLines, listBrowserSessions } from './look-tools';
import { readSessionPage } from './read-session-page';
import { runTestsTool } from './run-tests';
import { saveSequence } from './save-sequence';
import type { Tool, ToolCall, ToolResult } from './tool';

export { WorkingAgents } from './agents/working-agents';
export { boundTo, type Caller } from './agents/caller';
export { AgentLocks } from './agents/agent-locks';
export { givenFolder, privateFolder } from '../state/private-folder';
export { isMarkedProduction, ProductionMarks } from './agents/production-marks';
export { agreeOn, type Change } from './agents/question';
export { ResultFiles } from './result-files';
export { SessionMemories } from './memory/session-memory';
export type { InputSchema, ToolInput } from './input';
export type { Tool, ToolConnection, ToolHost, ToolResult, ToolTests } from './tool';

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
  saveSequence,
  runTestsTool,
];

/**
 * Runs a tool.
 * @throws UserError: a sentence with what to do next, for the agent; Cancelled.
 */
export async function runTool(name: string, input: ToolInput, asked: Asked): Promise<ToolResult> {
  const tool = TOOLS.find((each) => each.name === name);
  if (!tool) throw new UserError(message('There is no tool “{0}”.', name));
  checkInput(tool.inputSchema, input);
  const call = callOf(asked);
  const { host, stopping, outcome, atEnd } = call;
  try {
    const { parts, screenshot } = await tool.run(input, call);
    return { text: await answerText(parts, host.writeFile), ...(screenshot && { screenshot }) };
  } catch (error) {
    const stopped = message('A person has stopped this. Ask them before you go on.');
    throw outcome.errorOf(stopping.signal.aborted ? new UserError(stopped) : error);
  } finally {
    for (const end of atEnd) end();
  }
}

/**
 * What a person is asked before a tool runs; undefined if it changes nothing.
 * @throws UserError if what it is about is not there.
 */
export async function questionOf(
  name: string,
  input: ToolInput,
  { host, caller, signal }: Pick<ToolCall, 'host' | 'caller' | 'signal'>,
): Promise<Message | undefined> {
  const tool = TOOLS.find((each) => each.name === name);
  if (!tool?.question || !tool.changes(input)) return undefined;
  checkInput(tool.inputSchema, input);
  const call = callOf({ host, caller, signal, agreed: undefined });
  return tool.question(input, call);
}

type Asked = Pick<ToolCall, 'host' | 'caller' | 'signal'> & { readonly agreed?: string | undefined };

function callOf({ host, caller, signal, agreed }: Asked): ToolCall {
  const stopping = new AbortController();
  const ends = AbortSignal.any([signal, stopping.signal]);
  return { host, caller, signal: ends, stopping, agreed, outcome: new CallOutcome(), atEnd: [] };
}

/** An error as an agent gets it: the sentence, and the places of the problems. */
export function errorText(error: unknown): AgentText {
  const lines = errorLines(error instanceof CallError ? error.cause : error);
  const problems = { what: say('problems'), lines, max: 4000, rest: say('check_extension lists all') };
  return shortText([errorSentence(error), lines.length > 0 ? problems : undefined]);
}

function errorSentence(error: unknown): Message {
  // Whoever has canceled a call reads no answer to it.
  if (error instanceof Cancelled) return message('The call was canceled.');
  return error instanceof UnexpectedInCall ? error.text : sentenceOf(error);
}
