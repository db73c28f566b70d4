import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { McpServer, type CallToolResult, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { asRecord, asText } from '../core/json';
import { UserError } from '../core/errors';
import { english, message } from '../core/message';
import {
  errorText,
  privateFolder,
  runTool,
  TOOLS,
  type Caller,
  type InputSchema,
  type Tool,
  type ToolInput,
  type ToolResult,
} from '../tools';
import { RelayClient, type RelayedResult } from '../tools/relay/client';
import { processHost, type ProcessHost } from './host';

export interface McpOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder that the agent works in. */
  readonly cwd: string;
  /** Of this program. */
  readonly version: string;
  /** Aborted when the program is interrupted. */
  readonly signal: AbortSignal;
}

/** For an agent that has read no skill. */
const INSTRUCTIONS =
  'Browser extensions in remote browsers: check_extension, upload_extension, read_session_page, act_in_session, ' +
  'read_extension_log, and again; save_sequence and run_tests keep it as a test. People start and end sessions: ' +
  'list_browser_sessions has their names.';

/** Serves the tools by MCP over standard input and output, until the client closes them. */
export async function runMcp({ environment, cwd, version, signal }: McpOptions): Promise<void> {
  const tools = new AgentTools(environment, cwd);
  const ended = untilEnded(signal);
  const served = serveStdio(() => serverOf(tools, version));
  await ended;
  await served.close();
  await tools.close();
}

function serverOf(tools: AgentTools, version: string): McpServer {
  const server = new McpServer(
    { name: 'browser-sessions', title: 'Browser Sessions', version },
    { instructions: INSTRUCTIONS },
  );
  for (const tool of TOOLS)
    server.registerTool(
      tool.name,
      {
        title: english(tool.title),
        description: tool.description,
        inputSchema: uncheckedSchema(tool.inputSchema),
        annotations: { readOnlyHint: isReadOnly(tool) },
      },
      async (input, { mcpReq }) => {
        const { name } = clientIn(mcpReq.envelope) ?? server.server.getClientVersion() ?? {};
        return tools.call(tool.name, input, name ?? 'an agent', mcpReq.signal);
      },
    );
  return server;
}

/** A tool checks its input itself, and its sentences tell the next step. */
function uncheckedSchema(schema: InputSchema): StandardSchemaWithJSON<ToolInput> {
  const asJson = (): Record<string, unknown> => ({ ...schema });
  return {
    '~standard': {
      version: 1,
      vendor: 'browser-sessions',
      validate: (value) => ({ value: asRecord(value) }),
      jsonSchema: { input: asJson, output: asJson },
    },
  };
}

/** Since the protocol of 2026-07-28, each request says who its client is. */
function clientIn(envelope: object | undefined): { readonly name: string } | undefined {
  const name = asText(asRecord(asRecord(envelope)['io.modelcontextprotocol/clientInfo'])['name']);
  return name === undefined ? undefined : { name };
}

/** Whether a tool changes nothing, whichever of its actions is chosen. */
function isReadOnly({ changes, inputSchema: { properties } }: Tool): boolean {
  const { action } = properties;
  const actions = action?.type === 'string' ? (action.enum ?? []) : [];
  return [{}, ...actions.map((each) => ({ action: each }))].every((input) => !changes(input));
}

/** The arguments that are paths. */
const PATHS: ReadonlySet<string> = new Set(['folder', 'file', 'files']);
/** Characters of a client's name. */
const MAX_NAME = 60;

/**
 * The tools as one agent has them. A window that has the agent's folder open runs them: it has the token, and its
 * person can be asked. If there never was one, they run here. Once a window has served the agent, nothing else does:
 * what its person would have been asked, or has refused, must not be done with the token of the environment.
 */
class AgentTools {
  private caller: Caller | undefined;
  private window: Promise<RelayClient | undefined> | undefined;
  /** The folder of the window that has served this agent. */
  private served: string | undefined;
  private host: ProcessHost | undefined;

  constructor(
    private readonly environment: McpOptions['environment'],
    private readonly cwd: string,
  ) {}

  /** Never throws: an error is an answer that the agent reads. */
  async call(name: string, given: ToolInput, client: string, signal: AbortSignal): Promise<CallToolResult> {
    try {
      // Agents are told to give whole paths, but those that do not mean their own folder.
      const input = Object.fromEntries(
        Object.entries(given).map(([key, value]) => [key, PATHS.has(key) ? this.wholePath(value) : value]),
      );
      this.caller ??= { id: randomUUID(), name: client.slice(0, MAX_NAME) };
      return contentOf(await this.run(name, input, this.caller, signal));
    } catch (error) {
      return { content: [{ type: 'text', text: errorText(error) }], isError: true };
    }
  }

  private wholePath(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.wholePath(each));
    const given = asText(value);
    return given === undefined ? value : path.resolve(this.cwd, given);
  }

  async close(): Promise<void> {
    (await this.window?.catch(() => undefined))?.close();
    if (this.caller) await this.host?.locks.giveBackAll(this.caller.id);
    this.host?.close();
  }

  private async run(
    name: string,
    input: ToolInput,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<ToolResult | RelayedResult> {
    const window = await this.findWindow(caller);
    if (window) return window.call(name, input, signal);
    this.host ??= processHost(this.environment, this.cwd);
    return runTool(name, input, { host: this.host, caller, signal });
  }

  /**
   * Looks again with each call while there is none: it may have been opened or closed meanwhile.
   * @throws UserError if one has served this agent, and there is none now; or if one does not answer.
   */
  private async findWindow(caller: Caller): Promise<RelayClient | undefined> {
    const known = this.window;
    if (known && (await known.catch(() => undefined))?.isOpen) return known;
    // Another call may have begun to look meanwhile.
    if (this.window === known) this.window = RelayClient.connect(this.cwd, privateFolder('windows'), caller);
    const found = await this.window;
    if (!found && this.served !== undefined) throw windowGone(this.served);
    this.served = found?.folder ?? this.served;
    return found;
  }
}

function windowGone(folder: string): UserError {
  return new UserError(
    message(
      'The editor’s window of “{0}” that served you has closed, and nothing was done. A person can open that folder in the editor again. To work without it, a person starts this agent anew.',
      folder,
    ),
  );
}

function contentOf(result: ToolResult | RelayedResult): CallToolResult {
  const { text, screenshot } = result;
  const image = screenshot && {
    type: 'image' as const,
    data: screenshot.bytes.toString('base64'),
    mimeType: screenshot.mime,
  };
  return {
    content: [{ type: 'text', text }, ...(image ? [image] : [])],
    ...('isError' in result && { isError: result.isError }),
  };
}

/** Resolves at the end of standard input, or at an interruption: the client has gone, whether it said so or died. */
async function untilEnded(signal: AbortSignal): Promise<void> {
  const { stdin } = process;
  await new Promise<void>((resolve) => {
    const end = (): void => resolve();
    stdin.once('end', end).once('close', end).once('error', end);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}
