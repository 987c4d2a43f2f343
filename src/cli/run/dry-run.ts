import { readJson } from '../../base/json-shape.js';
import { createRedactor } from '../../client/send/redact.js';
import type { Send } from '../../client/send/wire.js';

/** Thrown to stop a command at its first request. Not an error: `--dry-run` requested it. */
export class DryRun {
  readonly request: Record<string, unknown>;

  constructor(request: Record<string, unknown>) {
    this.request = request;
  }
}

/** A transport that sends nothing and reports the request with secrets redacted. */
export const dryRunTransport =
  (secrets: readonly string[] = []): Send =>
  async (request) => {
    const redactor = createRedactor(secrets);
    throw new DryRun({
      method: request.method,
      url: redactor.url(request.url),
      headers: redactor.headers(request.headers),
      ...(typeof request.body === 'string' ? { body: readable(redactor.body(request.body)) } : {}),
    });
  };

/** Parses JSON; `archctl api --input` may send any text. */
function readable(text: string): unknown {
  const read = readJson(text);
  return read === undefined || read.excess !== undefined ? text : read.value;
}
