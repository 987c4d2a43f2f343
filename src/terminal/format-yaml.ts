import { isDangerous, yamlSafe } from './escape.js';

/**
 * True where a string must stand in double quotes: it holds a dangerous character besides line feeds, or
 * begins with blanks or has a line of nothing else, which the library loses in a block.
 */
const needsQuotes = (text: string): boolean =>
  isDangerous(text.replaceAll('\n', ' ')) || /^\n* |(^|\n) +(\n|$)/.test(text);

/**
 * One YAML document that parses back to the same data; words that YAML 1.1 readers take for booleans or numbers are
 * quoted. `document: true` puts `---` before it, for a stream.
 */
export async function formatYaml(data: unknown, options: { document?: boolean } = {}): Promise<string> {
  const { Document, visit } = await import('yaml');
  const doc = new Document(JSON.parse(JSON.stringify(data ?? null)), {
    aliasDuplicateObjects: false,
    compat: 'yaml-1.1',
  });
  visit(doc, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && needsQuotes(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  const text = yamlSafe(doc.toString({ lineWidth: 0 }));
  return options.document ? `---\n${text}` : text;
}
