import { command } from '../../cli/command/command.js';
import { flag, number } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { systemClock } from '../../client/send/clock.js';
import type { LineContext } from '../../terminal/types.js';
import { limitStream, whenAborted } from '../shared/stream-limits.js';
import { PREFIX, SECRET_FILE } from './shared/options.js';

const options = {
  port: number('Port of the page', {
    ...{ integer: true, min: 0, max: 65_535, fallback: 'any free port' },
  }),
  open: flag('Open the page in the browser'),
  secretFile: SECRET_FILE,
  headerPrefix: PREFIX,
};

/** Printed once the page is served. */
interface Ready {
  type: 'ready';
  version: 1;
  /** RFC 3339. */
  at: string;
  /** Address of the page, with its token. */
  url: string;
  port: number;
}

export default command({
  summary: 'Serve a page of the received events for your browser',
  details:
    'Shows stored events, and new ones that a listener stores. Does not receive events itself; "archctl webhook listen --page" does both. The page filters, searches and compares events, and can replay them or send test events. It shows no secrets and no signatures. Only this machine can reach it, and only with the token in its address. Press Ctrl-C to stop.',
  options,
  waits: true,
  examples: {
    'In your browser': 'archctl webhook inspect --open',
    'On a fixed port': 'archctl webhook inspect --port 4243',
  },
  related: ['webhook listen', 'webhook events list', 'webhook replay'],
  async run(context, { options: given }) {
    const { world, terminal, parsed } = context;
    const { timeout } = parsed.globals;
    const events = limitStream<Ready>({
      count: undefined,
      timeoutMs: timeout === undefined ? undefined : timeout * 1000,
      signal: AbortSignal.any([world.signal, terminal.closing]),
      sleep: systemClock.sleep,
      start: (signal) => serve(context, given, signal),
    });
    return { kind: 'stream', events, columns: COLUMNS, line, noun: null };
  },
});

const COLUMNS = [{ key: 'type' }, { key: 'url' }] as const;

interface Given {
  port?: number | undefined;
  open?: boolean | undefined;
  secretFile?: string | undefined;
  headerPrefix?: string | undefined;
}

async function* serve(context: Context, given: Given, signal: AbortSignal): AsyncGenerator<Ready> {
  const { world, terminal } = context;
  const { port, secretFile, headerPrefix } = given;
  const { openInspector } = await import('./shared/inspect/open-inspector.js');
  const page = await openInspector(context, { port, portOption: '--port', secretFile, headerPrefix });
  try {
    yield { type: 'ready', version: 1, at: world.now().toISOString(), url: page.url, port: page.port };
    if (given.open && !(await world.browse?.(page.newSingleUseUrl())))
      terminal.warn('The browser could not be started. Open the address above.');
    await whenAborted(signal);
  } finally {
    await page.close();
  }
}

const line = ({ url }: Ready, { palette }: LineContext): string =>
  `${palette.green('✓')} Open ${palette.bold(url)} in a browser. Press Ctrl-C to stop.`;
