import { ArchctlError, usageError } from '../../../base/errors.js';
import { choice, flag, number, text } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import type { StreamLimits } from '../../../webhooks/broker/stream.js';
import { DEFAULT_SUBJECT, type SubjectFields } from '../../../webhooks/broker/subject.js';
import type { EventWriter } from '../../../webhooks/event-store/writer.js';
import type { EventPublisher } from '../../../webhooks/listen/handle-delivery.js';
import { moment } from '../../shared/moment.js';
import { BROKER_OPTIONS, type BrokerGiven, brokerAuth } from './broker.js';
import { eventDirectory } from './options.js';

const STREAM_URL = { value: 'nats://HOST/STREAM' };

const STREAM_OPTIONS = {
  createStream: flag('Create the stream if it is missing'),
  maxAge: text('With --create-stream: age at which messages are removed, for example 30d', { value: 'AGE' }),
  maxSize: text('With --create-stream: size at which the oldest messages are removed, for example 1GB', {
    value: 'SIZE',
  }),
  replicas: number('With --create-stream: number of servers that store the stream', {
    ...{ integer: true, min: 1, max: 5, fallback: '1' },
  }),
};

export const PUBLISH_OPTIONS = {
  publish: text('Publish verified events to a stream of a NATS server', STREAM_URL),
  subject: text('Subject of published events, with fields in braces', { value: 'PATTERN' }),
  ack: choice(
    ['local', 'stream'],
    'Acknowledge events once they are stored locally, or once the stream has them',
    {
      fallback: 'local',
    },
  ),
  ...STREAM_OPTIONS,
  ...BROKER_OPTIONS,
};

/** Subject of action logs: organization or landscape, and type of the action. */
export const LOG_SUBJECT = 'archctl.logs.{resource}.{operation}';

export const PUBLISH_LOG_OPTIONS = {
  publish: text(`Publish entries to a stream of a NATS server, and remember the position`, STREAM_URL),
  subject: text('Subject of published entries', { value: 'PATTERN', fallback: LOG_SUBJECT }),
  ...STREAM_OPTIONS,
  ...BROKER_OPTIONS,
};

export interface PublishGiven extends BrokerGiven {
  publish?: string | undefined;
  subject?: string | undefined;
  ack?: 'local' | 'stream' | undefined;
  createStream?: boolean | undefined;
  maxAge?: string | undefined;
  maxSize?: string | undefined;
  replicas?: number | undefined;
}

/** @throws ArchctlError `usage` for options that need --publish. */
export function checkPublish(given: PublishGiven & { noKeep?: boolean | undefined }): void {
  const needsPublish = Object.entries({
    '--subject': given.subject,
    '--ack': given.ack,
    '--create-stream': given.createStream,
  }).find(([, value]) => value !== undefined);
  if (needsPublish && given.publish === undefined) throw usageError(`${needsPublish[0]} requires --publish.`);
  if (given.publish !== undefined && given.noKeep)
    throw usageError('--publish cannot be combined with --no-keep.', {
      hint: 'Events that are not published yet wait in the local event store.',
    });
  limitsOf(given);
}

function limitsOf({ createStream, maxAge, maxSize, replicas }: PublishGiven): StreamLimits | undefined {
  const limit = Object.entries({ '--max-age': maxAge, '--max-size': maxSize, '--replicas': replicas }).find(
    ([, value]) => value !== undefined,
  );
  if (!createStream && limit) throw usageError(`${limit[0]} requires --create-stream.`);
  if (!createStream) return undefined;
  const now = new Date();
  const maxAgeMs =
    maxAge === undefined ? undefined : now.getTime() - Date.parse(moment(maxAge, now, '--max-age'));
  return { maxAgeMs, maxBytes: maxSize === undefined ? undefined : sizeOf(maxSize), replicas };
}

const SIZE = /^(\d+(?:\.\d+)?)(kB|MB|GB|B)?$/i;
const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

function sizeOf(given: string): number {
  const [, count, unit = 'B'] = SIZE.exec(given.trim()) ?? [];
  const bytes = Math.floor(Number(count) * (UNITS[unit.toLowerCase()] ?? 1));
  if (bytes > 0) return bytes;
  throw usageError(`Option --max-size: "${given}" is not a size.`, { hint: 'Examples: 500MB, 2GB.' });
}

/**
 * Connects to the stream of --publish. If the server cannot be reached, the connection is undefined and is established
 * later. Any other problem is an error.
 */
async function connectStream(
  context: Context,
  url: string,
  pattern: string,
  given: PublishGiven,
  waits: string,
) {
  const [{ parseStreamAddress }, { checkPattern }, { connectBroker }, { openStream }] = await Promise.all([
    import('../../../webhooks/broker/address.js'),
    import('../../../webhooks/broker/subject.js'),
    import('../../../webhooks/broker/connect.js'),
    import('../../../webhooks/broker/stream.js'),
  ]);
  const { terminal } = context;
  const address = parseStreamAddress(url, 'Option --publish');
  checkPattern(pattern);
  const limits = limitsOf(given);
  const auth = brokerAuth(context, given);
  const connect = async () => {
    const broker = await connectBroker(address, auth);
    await openStream(broker, pattern, limits).catch(async (error: Error) => {
      await broker.close();
      throw error;
    });
    return broker;
  };
  const onFault = (error: ArchctlError) => terminal.warn(`${error.message} ${waits}`);
  const broker = await connect().catch((error: Error) => {
    if (!(error instanceof ArchctlError) || error.kind !== 'unavailable') throw error;
    onFault(error);
    return undefined;
  });
  const onRecovered = () => terminal.note(`${address.label}: publishing again.`);
  return { address, broker, connect, onFault, onRecovered };
}

export async function openPublish(
  context: Context,
  url: string,
  given: PublishGiven,
  writer: EventWriter,
): Promise<EventPublisher> {
  const pattern = given.subject ?? DEFAULT_SUBJECT;
  const waits = 'Events wait in the local event store.';
  const connection = await connectStream(context, url, pattern, given, waits);
  const { openPublisher } = await import('../../../webhooks/broker/publisher.js');
  const { address } = connection;
  return openPublisher({
    directory: eventDirectory(context),
    ...{ writer, pattern, connection },
    target: `${address.server}/${address.stream} ${pattern}`,
    ack: given.ack ?? 'local',
    onSkipped: (message) => context.terminal.warn(message),
  });
}

/** A record that is published as JSON. */
export interface PublishedRecord {
  id: string;
  fields: SubjectFields;
  value: unknown;
}

/** Opens a publisher that waits until the stream has each record. */
export async function openRecordPublisher(
  context: Context,
  url: string,
  pattern: string,
  given: PublishGiven,
): Promise<{ publish(record: PublishedRecord, signal: AbortSignal): Promise<void>; close(): Promise<void> }> {
  const connection = await connectStream(context, url, pattern, given, 'Retrying.');
  const [{ streamSender }, { subjectOf }] = await Promise.all([
    import('../../../webhooks/broker/sender.js'),
    import('../../../webhooks/broker/subject.js'),
  ]);
  const sender = streamSender(connection);
  return {
    async publish({ id, fields, value }, signal) {
      const body = Buffer.from(JSON.stringify(value));
      const message = { id, subject: subjectOf(pattern, fields), headers: [], body };
      let refusal: ArchctlError | undefined;
      const onFinished = ([error]: readonly (ArchctlError | undefined)[]) => {
        refusal = error;
      };
      await sender.sendAll([message], { signal, onFinished });
      if (refusal) throw refusal;
    },
    close: sender.close,
  };
}
