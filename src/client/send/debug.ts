import { readJson } from '../../base/json/json-shape.js';
import type { Clock } from './clock.js';
import { failureCode } from './network-errors.js';
import type { Redactor } from './redact.js';
import type { Send, WireBody } from './wire.js';

/** Number of characters of a body that are reported. */
const PREVIEW = 2000;
/** Number of bytes of a body that are examined: enough for nearly every JSON body. */
const EXAMINED_BYTES = 1024 * 1024;
/** Number of characters that are examined of a body that is not JSON. */
const EXAMINED_CHARACTERS = 16_384;

/**
 * Reports every exchange as lines, `> ` for requests and `< ` for responses, with all secrets redacted. Lines contain
 * text from other parties: callers that print them must escape them.
 */
export const withDebug =
  (send: Send, onDebug: (line: string) => void, redactor: Redactor, clock: Clock): Send =>
  async (request) => {
    const started = clock.now();
    const took = () => `${Math.round(clock.now() - started)} ms`;
    onDebug(`> ${request.method} ${redactor.url(request.url)}`);
    headerLines('>', redactor.headers(request.headers), onDebug);
    if (request.body !== undefined) {
      const { body } = request;
      onDebug(`> ${preview(typeof body === 'string' ? new TextEncoder().encode(body) : body, redactor)}`);
    }
    try {
      const response = await send(request);
      onDebug(`< ${response.status} (${took()})`);
      headerLines('<', redactor.headers(response.headers), onDebug);
      // A stream is not read here, because it can be read only once.
      if (!request.stream) await showBody(response.body, response.headers, onDebug, redactor);
      return response;
    } catch (error) {
      onDebug(
        `< no response: ${failureCode(error) ?? (error instanceof Error ? error.name : 'error')} (${took()})`,
      );
      throw error;
    }
  };

function headerLines(mark: string, headers: Record<string, string>, onDebug: (line: string) => void): void {
  for (const [name, value] of Object.entries(headers)) onDebug(`${mark} ${name}: ${value}`);
}

async function showBody(
  body: WireBody,
  headers: Readonly<Record<string, string>>,
  onDebug: (line: string) => void,
  redactor: Redactor,
): Promise<void> {
  const bytes = await body.bytes();
  if (bytes.byteLength === 0) return;
  const type = headers['content-type'] ?? '';
  if (!/json|text|xml|html|csv|^$/i.test(type) || /svg/i.test(type)) {
    onDebug(`< (${bytes.byteLength} bytes of ${redactor.text(type)})`);
    return;
  }
  onDebug(`< ${preview(bytes, redactor)}`);
}

/**
 * Returns the redacted start of a body; redaction comes before truncation, which would otherwise expose part of a
 * secret.
 */
function preview(bytes: Uint8Array, redactor: Redactor): string {
  const text = new TextDecoder().decode(bytes.subarray(0, EXAMINED_BYTES));
  const seen = readJson(text) === undefined ? text.slice(0, EXAMINED_CHARACTERS) : text;
  const safe = redactor.start(seen, PREVIEW);
  const isCut = bytes.byteLength > EXAMINED_BYTES || seen !== text || safe.isCut;
  return isCut ? `${safe.text}… (cut)` : safe.text;
}
