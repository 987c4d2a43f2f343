import { usageError } from '../../base/errors.js';
import { type JsonShape, jsonShape } from '../../base/json/json-shape.js';
import { isDangerous, yamlSafe } from '../../base/text/escape.js';

/**
 * Reports whether a string needs double quotes: it contains a dangerous character other than a line feed, begins with
 * blanks, or has a line of blanks only, which the library loses in block scalars.
 */
const needsQuotes = (text: string): boolean =>
  isDangerous(text.replaceAll('\n', ' ')) || /^\n* |(^|\n) +(\n|$)/.test(text);

/** Up to this length, the values are not counted. */
const SAFE_LENGTH = 1_000_000;
/** The library allocates about 500 bytes for each value, and the length of a string is limited. */
const isTooMuch = ({ values, indentation }: JsonShape): boolean =>
  values > 1_000_000 || indentation > 256_000_000;

/**
 * One YAML document that parses back to the same data. Words that YAML 1.1 readers parse as booleans or numbers are
 * quoted. `document: true` puts `---` before it, for a stream. Errors: `usage` for more than a million values.
 */
export async function formatYaml(data: unknown, options: { document?: boolean } = {}): Promise<string> {
  const { Document, visit } = await import('yaml');
  const json = JSON.stringify(data ?? null);
  if (json.length > SAFE_LENGTH && isTooMuch(jsonShape(json))) {
    throw usageError('The result is too large for YAML.', {
      hint: 'Use -o json or -o ndjson, or select a part with --query.',
    });
  }
  const doc = new Document(JSON.parse(json), {
    aliasDuplicateObjects: false,
    compat: 'yaml-1.1',
  });
  visit(doc, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && needsQuotes(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  // In a string of several lines the library loses lines of blanks, even in double quotes.
  const text = yamlSafe(
    doc.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER }),
  );
  return options.document ? `---\n${text}` : text;
}
