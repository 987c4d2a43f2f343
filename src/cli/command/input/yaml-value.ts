import { type Document, LineCounter, Parser } from 'yaml';
import { usageError } from '../../../base/errors.js';
import { isDeeper, MAX_DEPTH, TOO_DEEP } from '../../../base/json/json-shape.js';
import { parseYamlDocument } from '../../../base/parse-yaml.js';

/** The library needs about 100 bytes per character. */
const MAX_CHARACTERS = 4_000_000;

/**
 * Parses YAML; errors name line and column.
 *
 * @throws ArchctlError `usage` if the text is not YAML, too long, or too deep.
 */
export function parseYaml(text: string, where: string): unknown {
  if (text.length > MAX_CHARACTERS) {
    throw usageError(`${where} is not JSON, and is longer than YAML may be (4 million characters).`);
  }
  // The library is recursive, and Node crashes when a regular expression overflows the stack. So nesting is checked
  // first with the library's iterative parser.
  const lines = new LineCounter();
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  if (isNestedDeeper(tokens, MAX_LEVELS)) throw usageError(`${where} ${TOO_DEEP}.`);
  const document = parseYamlDocument(text);
  const [error] = document.errors;
  if (error) {
    const { line, col } = lines.linePos(error.pos[0]);
    const at = `at line ${line}, column ${col}`;
    throw usageError(`${where} is neither JSON nor YAML: ${error.message.split('\n')[0]} ${at}.`);
  }
  const value = unfolded(document, where);
  if (isDeeper(value, MAX_DEPTH)) throw usageError(`${where} ${TOO_DEEP}.`);
  return value;
}

function unfolded(document: Document, where: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 }) as unknown;
  } catch (fault) {
    // Unknown aliases, or aliases that expand without limit.
    throw usageError(`${where} cannot be expanded: ${(fault as Error).message}.`, { cause: fault });
  }
}

/** Parser objects per level: document, collection, list of items, item. */
const MAX_LEVELS = 3 * MAX_DEPTH + 5;

/** Iterative, because the input may be deeper than the stack. */
function isNestedDeeper(root: unknown, most: number): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    const below: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      for (const inner of Object.values(one))
        if (typeof inner === 'object' && inner !== null) below.push(inner);
    }
    level = below;
  }
  return false;
}
