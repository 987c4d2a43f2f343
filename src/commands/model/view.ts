import { ArchctlError, usageError } from '../../base/errors.js';
import { isLoopbackOnly } from '../../base/network/loopback.js';
import { pluralize } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { flag, number, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { systemClock } from '../../client/send/clock.js';
import { fitLine } from '../../terminal/change-text.js';
import type { LineContext } from '../../terminal/types.js';
import { limitStream } from '../shared/stream-limits.js';
import { isOneElsewhere, MODEL_ARG } from './shared/analysis/read-model-files.js';
import { modelPaths } from './shared/model-paths.js';
import { bindSides, isElsewhere } from './shared/sides.js';

/** One version of the page, or the reason why there is none. */
interface PageEvent {
  at: string;
  type: 'serving' | 'shown' | 'kept';
  /** Address of the page, with its token. */
  url?: string;
  elements?: number;
  errors?: number;
  warnings?: number;
  fault?: string;
}

const DEFAULT_INTERVAL_S = 3;

export default command({
  summary: 'Show a model in the browser, and follow its changes',
  details:
    'Serves the page of "archctl model site" on this machine and prints its address. The page follows each save of the files: it keeps its position, its selection and the chosen step. If the files have errors, it keeps the last model without errors and lists them. For live and drafts, archctl follows the action log of the landscape. Press Ctrl-C to stop.\n\nOnly browsers with the printed address can open the page: its token is new in each run. Other machines can connect only with --host.',
  args: { model: MODEL_ARG },
  options: {
    open: flag('Open the page in the browser'),
    title: text('Title of the page', { fallback: 'the name of the landscape' }),
    rules: text('Also show violations of the rules in this file', { value: 'FILE', completes: 'file' }),
    against: text('Show changes from this file, folder, live, live@VERSION, draft:NAME or git:REF:PATH', {
      value: 'FILE',
      completes: 'file',
    }),
    port: number('Port of the page', { integer: true, min: 0, max: 65_535, fallback: 'any free port' }),
    host: text('Address to listen on', { value: 'ADDRESS', fallback: '127.0.0.1' }),
    interval: number('Seconds between polls of the action log', {
      value: 'SECONDS',
      min: 0.1,
      fallback: String(DEFAULT_INTERVAL_S),
    }),
    count: number('Exit after this number of versions', { integer: true, min: 1 }),
  },
  scope: ['landscape'],
  waits: true,
  examples: {
    'While you edit': 'archctl model view models --open',
    'Changes of a branch': 'archctl model view models --against git:main:models',
    'A landscape, as others change it': 'archctl model view live --landscape LANDSCAPE_ID',
  },
  related: ['model site', 'model watch', 'diagram open'],
  async run(context, { args, options }) {
    const { world, terminal, parsed } = context;
    const { host = '127.0.0.1', count } = options;
    const paths = modelPaths(context, args.model);
    if (paths.includes('-'))
      throw usageError('stdin cannot be followed.', { hint: 'Pass files or folders.' });
    isOneElsewhere(paths);
    if (!isLoopbackOnly(host)) terminal.warn(`Listening on ${host}: other machines can connect.`);
    const { timeout } = parsed.globals;
    const events = limitStream<PageEvent>({
      // The first event is the address.
      count: count === undefined ? undefined : count + 1,
      timeoutMs: timeout === undefined ? undefined : timeout * 1000,
      signal: AbortSignal.any([world.signal, terminal.closing]),
      sleep: world.sleep ?? systemClock.sleep,
      start: (signal) => follow(context, paths, { ...options, host }, signal),
    });
    return { kind: 'stream', events, columns: COLUMNS, line: drawShown, noun: 'version' };
  },
});

const COLUMNS = [
  { key: 'at', kind: 'time', priority: 1 },
  { key: 'type', priority: 1 },
  { key: 'url', priority: 1 },
  { key: 'elements', kind: 'number', priority: 2 },
  { key: 'errors', kind: 'number', priority: 2 },
  { key: 'fault', priority: 2 },
] as const;

interface ViewOptions {
  host: string;
  port?: number | undefined;
  open?: boolean | undefined;
  title?: string | undefined;
  rules?: string | undefined;
  against?: string | undefined;
  interval?: number | undefined;
}

async function* follow(
  context: Context,
  paths: readonly string[],
  { host, port, open, title, rules, against, interval = DEFAULT_INTERVAL_S }: ViewOptions,
  signal: AbortSignal,
): AsyncGenerator<PageEvent> {
  const [{ openLiveSite }, { readSiteSource }, { sitePlan }, { modelChanges }, { LiveReader }] =
    await Promise.all([
      import('./shared/site/live-site.js'),
      import('./shared/site/site-source.js'),
      import('./shared/site/site-files.js'),
      import('./shared/follow-model.js'),
      import('./shared/live.js'),
    ]);
  const { world } = context;
  const isLive = isElsewhere(paths[0] ?? '');
  if (isLive && against !== undefined) await bindSides(context, against, paths[0] ?? '');
  let reader = new LiveReader(context, true, true);
  const read = async () => {
    // Landscapes that the files are compared with are read once.
    if (isLive) reader = new LiveReader(context, true, true);
    const source = await readSiteSource(context, paths, { rules, acceptsFaults: true, reader });
    return {
      source,
      ...(await sitePlan(
        context,
        paths,
        source,
        { title, against: source.isComplete ? against : undefined },
        reader,
      )),
    };
  };
  const files = rules === undefined || rules === '-' ? [] : [rules];
  const changes = modelChanges(context, paths, { signal, intervalMs: interval * 1000, files });
  // Changes are followed before the model is read, so that none is missed.
  await changes.next();
  // Missing files, and a landscape that cannot be read, are errors at the start.
  const first = await read();
  const site = await openLiveSite(context, { host, port, first: first.plan });
  try {
    yield { at: world.now().toISOString(), type: 'serving', url: site.url };
    if (open && !(await world.browse?.(site.newSingleUseUrl())))
      context.terminal.warn('The browser could not be started. Open the address above.');
    let hasGood = false;
    const show = ({ source, plan, model }: Awaited<ReturnType<typeof read>>): PageEvent => {
      const at = world.now();
      const errors = source.findings.filter(({ severity }) => severity === 'error');
      const keeps = errors.length > 0 && hasGood;
      if (keeps) site.keep(errors);
      else site.show(plan, at, errors);
      hasGood ||= errors.length === 0;
      return {
        at: at.toISOString(),
        type: keeps ? 'kept' : 'shown',
        elements: model.elements.get('object')?.size ?? 0,
        errors: errors.length,
        warnings: source.findings.filter(({ severity }) => severity === 'warning').length,
      };
    };
    yield show(first);
    for await (const _ of changes) {
      try {
        yield show(await read());
      } catch (error) {
        if (!(error instanceof ArchctlError) || error.kind === 'unexpected') throw error;
        site.keep([], error.message);
        yield { at: world.now().toISOString(), type: 'kept', fault: error.message };
      }
    }
  } finally {
    await changes.return(undefined);
    await site.close();
  }
}

/** `14:02:11  shown  35 elements, 1 error`. */
function drawShown(event: unknown, line: LineContext): string {
  const { at, type, url, elements = 0, errors = 0, warnings = 0, fault } = event as PageEvent;
  const { palette, safe } = line;
  if (url !== undefined) return `Serving the page at ${palette.bold(url)}`;
  const counts = [
    pluralize(elements, 'element'),
    ...(errors > 0 ? [pluralize(errors, 'error')] : []),
    ...(warnings > 0 ? [pluralize(warnings, 'warning')] : []),
  ];
  return fitLine(
    [
      { text: line.clock(at), paint: palette.dim },
      { text: `  ${type}`, paint: type === 'kept' ? palette.red : palette.green },
      { text: `  ${safe(fault ?? counts.join(', '))}` },
    ],
    line,
  );
}
