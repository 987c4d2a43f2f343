import { ArchctlError, toArchctlError } from '../../../../base/errors.js';
import type { Context } from '../../../../cli/command/spec.js';
import { systemClock } from '../../../../client/send/clock.js';
import { WEBHOOK_COLLECTIONS, WEBHOOK_OPERATIONS } from '../../../../contract/webhook.js';
import { pageFonts } from '../../../../drawing/index.js';
import {
  openPageServer,
  type PageAnswer,
  type PageRequest,
} from '../../../../page-server/open-page-server.js';
import { BREAKS } from '../../../../webhooks/build/delivery.js';
import { sender } from '../../../../webhooks/forward/send.js';
import { createInspector, type Inspector } from '../../../../webhooks/inspect/inspector.js';
import type { InspectorFacts } from '../../../../webhooks/inspect/types.js';
import type { Observe } from '../../../../webhooks/listen/record-stream.js';
import type { ReadyRecord } from '../../../../webhooks/types.js';
import { eventDirectory, LOCAL_TARGET } from '../options.js';
import { type Input, type InspectorActions, inspectorActions } from './actions.js';
import { warnUnsaved } from './observe-outcomes.js';
import { redactionFor } from './redaction.js';

export interface InspectorPage {
  /** Address with a token. */
  url: string;
  port: number;
  /** Address with a token for one use, to start a browser with. */
  newSingleUseUrl(): string;
  /** Observer for a listener in this process. */
  observe: Observe;
  close(): Promise<void>;
}

export interface InspectorPageOptions {
  port: number | undefined;
  /** Option that sets the port, for messages. */
  portOption: string;
  secretFile: string | undefined;
  headerPrefix: string | undefined;
}

/**
 * Serves the page of the webhook inspector on loopback.
 * @throws ArchctlError `usage` if the port is in use, and for a blank secret.
 */
export async function openInspector(
  context: Context,
  { port, portOption, secretFile, headerPrefix }: InspectorPageOptions,
): Promise<InspectorPage> {
  const redaction = redactionFor(context, secretFile);
  const { sleep } = systemClock;
  const inspector = createInspector({
    ...{ directory: eventDirectory(context), redaction, sleep, onUnsaved: warnUnsaved(context) },
  });
  const wire = sender();
  const closing = new AbortController();
  const { signal } = closing;
  const actions = inspectorActions(context, {
    ...{ inspector, redaction, sender: wire, secretFile, headerPrefix, signal },
  });
  let listener: ReadyRecord | undefined;
  const facts = (): InspectorFacts => ({
    isListening: listener !== undefined,
    testTarget: listener?.url ?? LOCAL_TARGET,
    replayTarget: listener?.forwardTo[0] ?? listener?.url ?? LOCAL_TARGET,
    collections: WEBHOOK_COLLECTIONS,
    operations: WEBHOOK_OPERATIONS,
    breaks: BREAKS,
  });
  const follow = async (): Promise<void> => {
    try {
      await inspector.follow(
        () => server.isWatched() && !signal.aborted,
        (data) => server.publish({ name: 'changes', data }),
      );
    } catch (error) {
      server.publish({ name: 'problem', data: messageOf(error) });
    }
  };
  const server = await openPageServer({
    assetDirectory: context.world.pageDirectory,
    completeAsset: await pageFonts(context.world.fontDirectory),
    program: 'inspect.js',
    styles: ['page.css', 'inspect.css'],
    port,
    portOption,
    answer: (request) => answered(request, inspector, actions),
    firstEvents: () => {
      void follow();
      return [{ name: 'facts', data: facts() }];
    },
  });
  return {
    url: server.url,
    port: server.port,
    newSingleUseUrl: server.newSingleUseUrl,
    observe(record, exchange) {
      if (record.type === 'ready') listener = record;
      else inspector.observe(record, exchange);
    },
    async close() {
      closing.abort();
      wire.close();
      await server.close();
    },
  };
}

async function answered(
  request: PageRequest,
  inspector: Inspector,
  actions: InspectorActions,
): Promise<PageAnswer | undefined> {
  try {
    const json = await dataFor(request, inspector, actions);
    return json === undefined ? undefined : { json };
  } catch (error) {
    if (!(error instanceof ArchctlError)) throw error;
    return { status: error.kind === 'not-found' ? 404 : 400, json: { message: messageOf(error) } };
  }
}

async function dataFor(
  { method, path, query, json }: PageRequest,
  inspector: Inspector,
  actions: InspectorActions,
): Promise<unknown> {
  switch (`${method} ${path}`) {
    case 'GET api/list':
      return inspector.page(query.get('after') ?? undefined);
    case 'GET api/event': {
      const event = inspector.event(query.get('id') ?? '');
      if (!event) throw new ArchctlError('not-found', 'The event is no longer available.');
      return event;
    }
    case 'GET api/search':
      return inspector.search(query.get('text') ?? '');
    case 'GET api/curl':
      return { command: actions.curl(Object.fromEntries(query)) };
    case 'POST api/replay':
      return actions.replay(inputOf(await json()));
    case 'POST api/trigger':
      return actions.trigger(inputOf(await json()));
    default:
      return undefined;
  }
}

const inputOf = (value: unknown): Input => ({ ...Object(value) });

function messageOf(error: unknown): string {
  const { message, facts } = toArchctlError(error);
  return facts.hint === undefined ? message : `${message} ${facts.hint}`;
}
