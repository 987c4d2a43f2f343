import { ArchctlError, type ErrorKind } from '../../base/errors.js';
import type { StreamAddress } from './address.js';

/** Error codes of the JetStream API that need another message or exit code: kind, message, hint. */
const CODES: Readonly<Record<number, readonly [ErrorKind, string, string]>> = {
  10039: [
    'refused',
    'JetStream is not enabled for this account.',
    'Enable it for the account, or use the credentials of another one.',
  ],
  10076: ['refused', 'JetStream is not enabled.', 'Start the server with "nats-server --jetstream".'],
  10023: [
    'limit',
    'The server has no resources for more messages.',
    'Free disk space, or raise the limits of JetStream.',
  ],
  10047: [
    'limit',
    'The storage of the server is exhausted.',
    'Use a smaller --max-size, or raise the limits of JetStream.',
  ],
  10060: ['refused', 'Another stream accepts this subject.', 'Use --subject with a subject of the stream.'],
  10065: [
    'refused',
    'Another stream accepts the same subjects.',
    'Publish to that stream, or use --subject with other subjects.',
  ],
  10077: [
    'limit',
    'The stream is full.',
    'Remove messages with "nats stream purge", or raise the limits of the stream.',
  ],
};

interface ClientError extends Error {
  /** Set by JetStreamApiError: the code of the API. A text for a network error. */
  code?: number | string;
}

/** Translates an error of the NATS client. Errors are recognized by name, so that this module does not load the client. */
export function brokerError(error: unknown, { label, stream, server }: StreamAddress): ArchctlError {
  if (error instanceof ArchctlError) return error;
  const { name, message, code, cause } = error as ClientError;
  const make = (kind: ErrorKind, text: string, hint?: string) =>
    new ArchctlError(kind, `${label}: ${text}`, { hint, cause: error });
  switch (name) {
    case 'AuthorizationError':
    case 'UserAuthenticationExpiredError':
      return make(
        'auth',
        `the server rejected the credentials: ${message}.`,
        'Check --nats-creds, --nats-nkey, --nats-user and the variables NATS_CREDS, NATS_NKEY, NATS_USER, NATS_PASSWORD and NATS_TOKEN.',
      );
    case 'PermissionViolationError':
      return make('auth', `the credentials do not permit this: ${message}.`);
    case 'StreamNotFoundError':
      return make(
        'not-found',
        `there is no stream "${stream}".`,
        'Create it with "archctl webhook listen --publish URL --create-stream".',
      );
    case 'ConsumerNotFoundError':
      return make('not-found', 'the consumer was deleted.', 'Start the command again to create it.');
    case 'JetStreamNotEnabled':
    case 'NoResponders':
      return make('refused', 'JetStream is not enabled.', 'Start the server with "nats-server --jetstream".');
    case 'TimeoutError':
      return make('unavailable', 'no response in time.', `Check that ${server} is a NATS server.`);
  }
  const known = typeof code === 'number' ? CODES[code] : undefined;
  if (known) return make(...known);
  if (typeof code === 'number') return make('refused', `the server reports: ${message} (${code}).`);
  const reason = cause instanceof Error ? cause.message : message;
  if (/certificate|self[- ]signed|issuer|altnames/i.test(reason))
    return make(
      'unavailable',
      `the certificate of the server is not accepted: ${reason}.`,
      'Name its certificate authority with --nats-ca FILE.',
    );
  return make(
    'unavailable',
    `cannot connect: ${reason}.`,
    'Check host and port, and that the server is running.',
  );
}
