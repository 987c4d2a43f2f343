import { readJson } from '../../base/json/json-shape.js';
import { REDACTED, secretMask } from './secret-mask.js';

export { REDACTED };

const SECRET_HEADERS = new Set([
  'authorization',
  'proxy-authorization',
  'x-api-key',
  'cookie',
  'set-cookie',
  'x-amz-security-token',
]);

/** Whether a query parameter or JSON field with this name holds a secret. */
export const isSecretName = (name: string): boolean =>
  /secret|token|password|passwd|signature|credential|authorization|api[-_]?key$|access[-_]?key|(^|[-_[.])(sig|auth|key|pwd)\]?$/i.test(
    name,
  );

/**
 * Upper bound for the length of a detectable part of a secret, in hexadecimal with each character escaped three times.
 */
const LONGEST_PART = 16_384;

export interface Redactor {
  headers(headers: Readonly<Record<string, string>>): Record<string, string>;
  url(url: string | URL): string;
  body(text: string): string;
  /**
   * Returns the first characters of what `body` makes of a text; little more than these is searched for known secrets.
   */
  start(text: string, most: number): { text: string; isCut: boolean };
  /** Redacts prose: only the known secrets are removed. */
  text(text: string): string;
}

/**
 * Creates a redactor. It hides values that are secret by their name (credential headers, cookies, user info and tokens
 * in URLs, `secret` fields in JSON) and all occurrences of `secrets`, however they are encoded. Redact before
 * truncating: part of a field is not recognizable as a secret.
 */
export function createRedactor(secrets: readonly string[] = []): Redactor {
  const literal = secretMask(secrets);

  const url = (value: string | URL): string => literal(redactUrl(String(value)));
  return {
    url,
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => {
          const lower = name.toLowerCase();
          if (lower === 'authorization') return [name, `${scheme(value)}${REDACTED}`];
          if (SECRET_HEADERS.has(lower)) return [name, REDACTED];
          return [
            name,
            /^(location|content-location|referer|link)$/.test(lower) ? url(value) : literal(value),
          ];
        }),
      ),
    body: (text) => literal(redactBody(text)),
    start(text, most) {
      const named = redactBody(text);
      const looked = most + LONGEST_PART;
      const shown = literal(named.slice(0, looked));
      return { text: shown.slice(0, most), isCut: shown.length > most || named.length > looked };
    },
    text: literal,
  };
}

/** "ApiKey " of "ApiKey id:secret"; empty if the first word might be the secret itself. */
const scheme = (value: string): string => /^(ApiKey|Bearer|Basic|Digest) /i.exec(value)?.[0] ?? '';

function redactUrl(text: string): string {
  const [before = '', ...fragment] = text.replace(/\/\/[^/?#\s]*@/g, `//${REDACTED}@`).split('#');
  const shown = before.replace(/([?&])([^=&]+)=([^&\s>]*)/g, (all, mark: string, name: string) =>
    isSecretName(decode(name)) ? `${mark}${name}=${REDACTED}` : all,
  );
  // OAuth responses carry tokens in the fragment; no other URL here has one.
  return fragment.length > 0 ? `${shown}#${REDACTED}` : shown;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function redactBody(text: string): string {
  const read = readJson(text);
  if (read !== undefined && read.excess === undefined) return JSON.stringify(redactValue(read.value));
  // Truncated, too deeply nested or not JSON: match the same fields by pattern, up to the end of the text if necessary.
  return text
    .replace(FIELD, (all, name: string, colon: string, value: string) =>
      isSecretName(unescaped(name)) && !isPlain(value) ? `"${name}"${colon}"${REDACTED}"` : all,
    )
    .replace(/(^|&)([^=&\s]+)=([^&\s]*)/g, (all, mark: string, name: string) =>
      isSecretName(decode(name)) ? `${mark}${name}=${REDACTED}` : all,
    );
}

/** A JSON field whose value is a string, an array without nested arrays, or a bare word. */
const FIELD =
  /"((?:[^"\\]|\\.)*)"(\s*:\s*)("(?:[^"\\]|\\.)*(?:"|\\?$)|\[(?:[^\]"]|"(?:[^"\\]|\\.)*(?:"|\\?$))*(?:\]|$)|[\w.+-]+)/gs;

/** These values reveal only whether a secret is set. */
const isPlain = (value: string): boolean => /^(?:true|false|null)$/.test(value);

function unescaped(name: string): string {
  const read = readJson(`"${name}"`);
  return read?.excess === undefined && typeof read?.value === 'string' ? read.value : name;
}

const isKeyRecord = (name: string, entry: unknown): boolean =>
  name === 'apiKey' && typeof entry === 'object' && !Array.isArray(entry);

function redactValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactValue);
  if (typeof value === 'string') return redactString(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => {
      // Shown: values that only reveal whether a secret is set, and the record of a key, of which only `secret` is
      // secret.
      const isShown = entry === null || typeof entry === 'boolean' || isKeyRecord(name, entry);
      return [name, isSecretName(name) && !isShown ? REDACTED : redactValue(entry)];
    }),
  );
}

/** Redacts a string that is a URL or contains JSON itself. */
function redactString(text: string): string {
  if (/^https?:\/\//.test(text)) return redactUrl(text);
  const read = /^\s*[{[]/.test(text) ? readJson(text) : undefined;
  return read === undefined ? text : redactBody(text);
}
