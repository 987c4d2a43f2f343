/**
 * Encodes a query like the vendor's clients (docs/service.md#filters): brackets for each level, repeated names for
 * arrays, names and values percent-encoded, null as an empty value. Omits undefined, empty arrays and empty objects.
 * Returns the text without `?`.
 */
export function encodeQuery(query: Readonly<Record<string, unknown>>): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query)) add(pairs, name, value);
  return pairs.join('&');
}

function add(pairs: string[], name: string, value: unknown): void {
  if (value === undefined) return;
  if (Array.isArray(value)) {
    for (const entry of value) add(pairs, name, entry);
  } else if (value instanceof Date) {
    pairs.push(`${encode(name)}=${encode(value.toISOString())}`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) add(pairs, `${name}[${key}]`, entry);
  } else {
    pairs.push(`${encode(name)}=${value === null ? '' : encode(String(value))}`);
  }
}

// encodeURIComponent throws on a lone surrogate; it is replaced by U+FFFD, as in every UTF-8 encoder.
const encode = (text: string): string => encodeURIComponent(text.replace(/[\uD800-\uDFFF]/gu, '\uFFFD'));
