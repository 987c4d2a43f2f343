import { readJson } from '../../base/json-shape.js';
import { createRedactor } from '../../client/send/redact.js';
import type { Send } from '../../client/send/wire.js';

/** Stops a command at the first request it would send. Not an error: `--dry-run` asked for it. */
export class DryRun {
  readonly request: Record<string, unknown>;

  constructor(request: Record<string, unknown>) {
    this.request = request;
  }
}

/** A transport that sends nothing and tells what it was given, secrets redacted: by name, and those that are known. */
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

/** JSON as the value it stands for; `archctl api --input` sends any text. */
function readable(text: string): unknown {
  const read = readJson(text);
  return read === undefined || read.excess !== undefined ? text : read.value;
}
