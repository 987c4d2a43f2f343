import { readJson } from '../../base/json/json-shape.js';
import { createRedactor } from '../../client/send/redact.js';
import { type Send, type Transport, transport as withClose } from '../../client/send/wire.js';
import type { Result } from '../../terminal/types.js';
import { pathOf } from '../command/input/request-parts.js';
import type { AnyCommand, Context } from '../command/spec.js';

/** `--dry-run`: a transport that stops at the first request, and the result that is printed instead. */

/** Thrown to stop a command at its first request. Not an error: `--dry-run` requested it. */
class DryRun {
  readonly request: Record<string, unknown>;

  constructor(request: Record<string, unknown>) {
    this.request = request;
  }
}

/** A transport that sends nothing, or only reads, and reports the first other request with secrets redacted. */
export function dryRunTransport(
  secrets: readonly string[],
  reads: (Send & Partial<Transport>) | undefined,
): Send & Partial<Transport> {
  const send: Send = async (request) => {
    if (reads && (request.method === 'GET' || request.method === 'HEAD')) return reads(request);
    const redactor = createRedactor(secrets);
    throw new DryRun({
      method: request.method,
      url: redactor.url(request.url),
      headers: redactor.headers(request.headers),
      ...(typeof request.body === 'string' ? { body: readable(redactor.body(request.body)) } : {}),
    });
  };
  return withClose(send, async () => reads?.close?.());
}

/** Parses JSON; `archctl api --input` may send any text. */
function readable(text: string): unknown {
  const read = readJson(text);
  return read === undefined || read.excess !== undefined ? text : read.value;
}

/** The result of a command that a dry run stopped: for people the effects of a delete, otherwise the request. */
export async function dryRunResult(
  error: unknown,
  { operation }: AnyCommand,
  context: Context,
): Promise<Result | undefined> {
  if (!(error instanceof DryRun)) return undefined;
  const { skippedQuestion, describesDryRun } = context;
  if (!describesDryRun || skippedQuestion === undefined || !operation)
    return {
      kind: 'record',
      record: error.request,
      columns: [{ key: 'method' }, { key: 'url' }, { key: 'headers' }, { key: 'body' }],
    };
  const { describeEffects } = await import('../undo/describe-effects.js');
  const paths = operation.method === 'DELETE' ? [await pathOf(context, operation)] : [];
  return describeEffects(context, skippedQuestion, operation, paths);
}
