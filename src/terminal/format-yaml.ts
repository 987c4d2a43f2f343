import { usageError } from '../base/errors.js';
import { type JsonShape, jsonShape } from '../base/json-shape.js';
import { isDangerous, yamlSafe } from './escape.js';

/**
 * True where a string must stand in double quotes: it holds a dangerous character besides line feeds, or
 * begins with blanks or has a line of nothing else, which the library loses in a block.
 */
const needsQuotes = (text: string): boolean =>
  isDangerous(text.replaceAll('\n', ' ')) || /^\n* |(^|\n) +(\n|$)/.test(text);

/** Below it, nothing need be counted. */
const SURELY_SHORT = 1_000_000;
/** The library makes some 500 bytes of each value; and a text has an end, too. */
const isTooMuch = ({ values, indentation }: JsonShape): boolean =>
  values > 1_000_000 || indentation > 256_000_000;

/**
 * One YAML document that parses back to the same data; words that YAML 1.1 readers take for booleans or numbers are
 * quoted. `document: true` puts `---` before it, for a stream. Errors: `usage` for more than a million values.
 */
export async function formatYaml(data: unknown, options: { document?: boolean } = {}): Promise<string> {
  const { Document, visit } = await import('yaml');
  const json = JSON.stringify(data ?? null);
  if (json.length > SURELY_SHORT && isTooMuch(jsonShape(json))) {
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
  // Over several lines the library loses a line of nothing but blanks, in double quotes too.
  const text = yamlSafe(
    doc.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER }),
  );
  return options.document ? `---\n${text}` : text;
}
