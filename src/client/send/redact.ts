export const REDACTED = '[redacted]';

const SECRET_HEADERS = new Set([
  'authorization',
  'proxy-authorization',
  'x-api-key',
  'cookie',
  'set-cookie',
  'x-amz-security-token',
]);

/** Names of query parameters and JSON fields whose values are secrets. */
const isSecretName = (name: string): boolean =>
  /secret|token|password|passwd|signature|credential|authorization|api[-_]?key$|access[-_]?key|(^|[-_[.])(sig|auth|key|pwd)\]?$/i.test(
    name,
  );

/** Shows text with every secret taken out. */
export interface Redactor {
  headers(headers: Readonly<Record<string, string>>): Record<string, string>;
  url(url: string | URL): string;
  body(text: string): string;
  /** Prose: only the literal secrets are taken out. */
  text(text: string): string;
}

/**
 * A redactor that hides what is secret by its name (credential headers, cookies, user info and tokens in URLs,
 * `secret` fields in JSON) and, wherever they turn up, the literal `secrets` it is told of.
 */
export function createRedactor(secrets: readonly string[] = []): Redactor {
  const forms = literalForms(secrets);
  const literal = (text: string): string =>
    forms.reduce((rest, form) => rest.replaceAll(form, REDACTED), text);

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
    text: literal,
  };
}

/** The secrets as they are, as a URL, a JSON string and Basic authentication would carry them; longest first. */
function literalForms(secrets: readonly string[]): string[] {
  // Shorter ones would blot out ordinary text, and are no secrets.
  const long = secrets.filter((secret) => secret.length >= 4);
  const forms = long.flatMap((secret) => [
    secret,
    encodeURIComponent(secret.replace(/[\uD800-\uDFFF]/gu, '\uFFFD')),
    JSON.stringify(secret).slice(1, -1),
  ]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** "ApiKey " of "ApiKey id:secret"; nothing where the first word might be the secret itself. */
const scheme = (value: string): string => /^(ApiKey|Bearer|Basic|Digest) /i.exec(value)?.[0] ?? '';

function redactUrl(text: string): string {
  const [before = '', ...fragment] = text.replace(/\/\/[^/?#\s]*@/g, `//${REDACTED}@`).split('#');
  const shown = before.replace(/([?&])([^=&]+)=([^&\s>]*)/g, (all, mark: string, name: string) =>
    isSecretName(decode(name)) ? `${mark}${name}=${REDACTED}` : all,
  );
  // OAuth answers carry tokens in the fragment, and nothing else here has one.
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
  try {
    return JSON.stringify(redactValue(JSON.parse(text)));
  } catch {
    // Cut off or not JSON: the same fields by their spelling, up to the end of the text if need be.
    return text
      .replace(
        /"((?:[^"\\]|\\.)*)"(\s*:\s*)"(?:[^"\\]|\\.)*(?:"|\\?$)/g,
        (all, name: string, colon: string) => (isSecretName(name) ? `"${name}"${colon}"${REDACTED}"` : all),
      )
      .replace(/(^|&)([^=&\s]+)=([^&\s]*)/g, (all, mark: string, name: string) =>
        isSecretName(decode(name)) ? `${mark}${name}=${REDACTED}` : all,
      );
  }
}

const isKeyRecord = (name: string, entry: unknown): boolean =>
  name === 'apiKey' && typeof entry === 'object' && !Array.isArray(entry);

function redactValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactValue);
  if (typeof value === 'string') return /^https?:\/\//.test(value) ? redactUrl(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => {
      // Whether there is one tells nothing; the record of a key is no secret, only its secret is.
      const isTold = entry === null || typeof entry === 'boolean' || isKeyRecord(name, entry);
      return [name, isSecretName(name) && !isTold ? REDACTED : redactValue(entry)];
    }),
  );
}

/** Headers with everything that is secret by its name taken out. */
export const redactHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  createRedactor().headers(headers);
