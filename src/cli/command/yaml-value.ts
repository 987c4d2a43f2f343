import { type Document, LineCounter, Parser } from 'yaml';
import { usageError } from '../../base/errors.js';
import { isDeeper, MAX_DEPTH, TOO_DEEP } from '../../base/json-shape.js';
import { parseYamlDocument } from '../../base/parse-yaml.js';

/** The library makes some 100 bytes of each. */
const MAX_CHARACTERS = 4_000_000;

/**
 * The value of a YAML text; errors name line and column.
 * @throws ArchctlError `usage` for what is no YAML, too long, or too deep.
 */
export function parseYaml(text: string, where: string): unknown {
  if (text.length > MAX_CHARACTERS) {
    throw usageError(`${where} is no JSON, and more than YAML may be (4 million characters).`);
  }
  // The library calls itself for each level, and the engine ends the process where it runs out of stack in a regular
  // expression; so the levels are counted first, as its parser, which does without, has them.
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
    // Aliases that name nothing, or that would unfold without end.
    throw usageError(`${where} cannot be unfolded: ${(fault as Error).message}.`, { cause: fault });
  }
}

/** Objects of the parser within each other: document, collection, list of items, item, and so on down. */
const MAX_LEVELS = 3 * MAX_DEPTH + 5;

/** Without calling itself: what is looked at may be deeper than the stack. */
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
