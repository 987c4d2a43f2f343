import { usageError } from '../base/errors.js';
import { command } from '../cli/command/command.js';
import { readFileText } from '../cli/command/input/read-input.js';
import { flag, number, text } from '../cli/command/options.js';
import type { Context } from '../cli/command/spec.js';
import type { Source } from '../mcp/model-view.js';
import type { Workspace } from '../mcp/workspace.js';

/** Word for the current landscape among the arguments. */
const LIVE = 'live';
/** Variable with the token of the HTTP server. */
const TOKEN_VARIABLE = 'ARCHCTL_MCP_TOKEN';

export default command({
  summary: 'Serve a landscape or model files to agents (MCP)',
  section: 'Models',
  details:
    'Runs a server of the Model Context Protocol for an agent, over stdin and stdout. Its tools search and show elements, find dependencies, draw diagrams, compare and check models, plan changes, and read logs and webhook events. Agents cannot change anything without --write. With --write they can apply a plan that the server has shown completely in this session, if it is still current.\n\nThe arguments are model files and folders, "live" for the current landscape, or both (default: live). The key comes from the profile or from ARCHCTL_API_KEY, never from an argument.\n\n--http serves programs of this machine on loopback instead. Each run prints a new bearer token on stderr, unless --token-file or ARCHCTL_MCP_TOKEN contains one. The server accepts only requests for its own host name, without a foreign origin, and with the token.\n\nThe server ends when its client disconnects, after an apply in progress has finished. docs/mcp.md shows the setup of common agents.',
  args: {
    models: {
      name: 'FILE',
      help: 'Model files or folders, and "live" for the current landscape',
      variadic: true,
      optional: true,
      completes: 'file',
    },
  },
  options: {
    write: flag('Let agents apply plans'),
    rules: text('Rules file for the tool "check"', { value: 'FILE', completes: 'file' }),
    http: flag('Serve over HTTP on loopback instead of stdin and stdout'),
    port: number('With --http: port', { integer: true, min: 0, max: 65_535, fallback: 'any free port' }),
    tokenFile: text('With --http: read the bearer token from a file', { value: 'FILE', completes: 'file' }),
  },
  scope: ['landscape'],
  waits: true,
  examples: {
    'The current landscape, read-only': 'archctl mcp live',
    'Files and landscape, with plans that the agent may apply': 'archctl mcp models live --write',
    'Over HTTP, for several agents': 'archctl mcp --http --port 4300',
  },
  related: ['model plan', 'model check', 'object dependencies', 'search'],
  async run(context, { args, options }) {
    const { http = false, port, tokenFile } = options;
    if (!http && (port !== undefined || tokenFile !== undefined))
      throw usageError(`--${port === undefined ? 'token-file' : 'port'} requires --http.`, {
        hint: 'Add --http, or leave the option out to serve over stdin and stdout.',
      });
    if (context.parsed.globals.dryRun) throw usageError('--dry-run cannot be combined with a server.');
    const { openWorkspace } = await import('./mcp/shared/workspace.js');
    const workspace = openWorkspace(context, {
      ...sourcesOf(args.models ?? []),
      canWrite: options.write === true,
      rulesPath: options.rules,
    });
    if (workspace.canWrite && !workspace.sources.includes(LIVE))
      throw usageError('--write requires the landscape.', { hint: 'Add the argument "live".' });
    await (http ? serveHttp(context, workspace, port ?? 0, tokenFile) : serveStdio(context, workspace));
    return { kind: 'exit', code: 0 };
  },
});

/** Files and folders together are one source, the landscape is another. Errors: `usage`. */
function sourcesOf(models: readonly string[]): { paths: string[]; sources: [Source, ...Source[]] } {
  const paths = models.filter((it) => it !== LIVE);
  const other = paths.find((it) => it === '-' || /^(?:live@|draft:|git:)/.test(it));
  if (other !== undefined)
    throw usageError(`Argument FILE: ${other} cannot be served.`, {
      hint:
        other === '-'
          ? 'Stdin carries the protocol. Pass files, folders or live.'
          : 'Pass files, folders or live; the tool "diff" compares versions, drafts and commits.',
    });
  const found = models.map((it): Source => (it === LIVE ? 'live' : 'files'));
  const [first = 'live', ...others] = [...new Set(found)];
  return { paths, sources: [first, ...others] };
}

/** Reports unexpected errors, which the client sees only in part. */
const reportTo =
  ({ terminal, parsed }: Context) =>
  (error: unknown): void => {
    if (!parsed.globals.debug) return;
    terminal.debug(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };

async function serveStdio(context: Context, workspace: Workspace): Promise<void> {
  const { stdin, stdout, signal } = context.world;
  if (stdin.isTTY)
    throw usageError('Stdin is a terminal, but the server reads the protocol of an agent from it.', {
      hint: 'Register the command with an agent (docs/mcp.md), or serve over HTTP with --http.',
    });
  const { serveOverStdio } = await import('../mcp/serve-stdio.js');
  await serveOverStdio(workspace, { stdin, stdout, signal, report: reportTo(context) });
  await workspace.idle();
}

async function serveHttp(
  context: Context,
  workspace: Workspace,
  port: number,
  tokenFile: string | undefined,
): Promise<void> {
  const { world, terminal } = context;
  const [{ httpHandler, MAX_BODY_BYTES }, { checkedToken, newToken, serveHttp: listen }] = await Promise.all([
    import('../mcp/http-handler.js'),
    import('./mcp/shared/serve-http.js'),
  ]);
  const variable = world.env[TOKEN_VARIABLE];
  const given =
    tokenFile !== undefined
      ? checkedToken(readFileText(tokenFile, world, '--token-file'), tokenFile)
      : variable
        ? checkedToken(variable, TOKEN_VARIABLE)
        : undefined;
  const token = given ?? newToken();
  const { fetch, close } = httpHandler(workspace, reportTo(context));
  const server = await listen({ port, token, maxBodyBytes: MAX_BODY_BYTES, handle: fetch });
  terminal.note(`Listening on ${server.url}`);
  if (given === undefined) terminal.note(`Bearer token: ${token}`);
  if (!world.signal.aborted)
    await new Promise<void>((resolve) => world.signal.addEventListener('abort', () => resolve()));
  await workspace.idle();
  await close();
  await server.close();
}
