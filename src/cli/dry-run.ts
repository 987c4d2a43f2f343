import { redactHeaders } from '../client/redact.js';
import type { Send } from '../client/wire.js';

/** Stops a command at the first request it would send. Not an error: `--dry-run` asked for it. */
export class DryRun {
  readonly request: Record<string, unknown>;

  constructor(request: Record<string, unknown>) {
    this.request = request;
  }
}

/** A transport that sends nothing and tells what it was given, secrets redacted. */
export const dryRunTransport = (): Send => async (request) => {
  throw new DryRun({
    method: request.method,
    url: request.url.href,
    headers: redactHeaders(request.headers),
    ...(typeof request.body === 'string' ? { body: JSON.parse(request.body) as unknown } : {}),
  });
};
