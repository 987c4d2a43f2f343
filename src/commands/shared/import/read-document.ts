import { ArchctlError, usageError } from '../../../base/errors.js';
import { isObject } from '../../../base/is-object.js';
import { pluralize } from '../../../base/text/words.js';
import { parseValue } from '../../../cli/command/input/body.js';
import { readFileText, readStdin } from '../../../cli/command/input/read-input.js';
import type { World } from '../../../cli/command/world.js';
import { validate } from '../../../client/send/validate.js';
import { createLandscapeImport, type ImportData } from '../../../contract/resources/landscape-import.js';
import { importProblems } from '../../../contract/rules/imports/import-document.js';

/** A valid document and its source. */
export interface ReadDocument {
  /** Path as typed; `stdin` for `-`. */
  name: string;
  document: ImportData;
  /** Line of an entry, from 1; undefined if it is unknown. */
  lineOf(path: string): Promise<number | undefined>;
}

/** A parsed file with an object whose content has not been checked yet. */
export interface ReadFile {
  /** Path as typed; `stdin` for `-`. */
  name: string;
  text: string;
  value: Record<string, unknown>;
}

/** Reads JSON or YAML. Errors: `usage` for files that are unreadable or do not contain an object. */
export async function readObjectFile(file: string, world: World): Promise<ReadFile> {
  const name = file === '-' ? 'stdin' : file;
  const text = file === '-' ? await readStdin(world, 'FILE') : readFileText(file, world, 'FILE');
  const value = await parseValue(text, file === '-' ? 'Stdin' : name);
  if (!isObject(value)) throw usageError(`${name} is not an import document: it must be an object.`);
  return { name, text, value };
}

/**
 * Reads a document in JSON or YAML, and checks everything that can be checked offline.
 *
 * @throws ArchctlError `usage` with a line for each problem: file, line, entry.
 */
export const readDocument = async (
  file: string,
  world: World,
  namespace: string | undefined,
): Promise<ReadDocument> => documentOf(await readObjectFile(file, world), namespace);

/** Converts a parsed file to a document. Errors as `readDocument`. */
export async function documentOf(
  { name, text, value }: ReadFile,
  namespace?: string | undefined,
): Promise<ReadDocument> {
  const given = namespace === undefined ? value : { ...value, namespace };
  const lineOf = lineFinder(text);
  const document = await checked(given, name, lineOf);
  const problems = importProblems(document);
  if (problems.length > 0) {
    const details = await Promise.all(
      problems.map(
        async ({ path, name: entry, message }) =>
          `${await locationOf(name, path, lineOf)} "${entry}": ${message}`,
      ),
    );
    throw usageError(`${name} cannot be imported: ${pluralize(problems.length, 'entry')} would be refused.`, {
      details,
      hint: 'Nothing was sent.',
    });
  }
  return { name, document, lineOf };
}

export async function locationOf(
  name: string,
  path: string,
  lineOf: ReadDocument['lineOf'],
): Promise<string> {
  const line = await lineOf(path);
  return `${name}${line === undefined ? '' : `:${line}`} ${path}`;
}

async function checked(value: unknown, name: string, lineOf: ReadDocument['lineOf']): Promise<ImportData> {
  const { body } = createLandscapeImport;
  try {
    if (!body) throw new TypeError('The import has no body.');
    return validate(body, value, name);
  } catch (error) {
    if (!(error instanceof ArchctlError)) throw error;
    const details = await Promise.all(
      (error.facts.details ?? []).map(async (detail) => {
        const [path = '', problem = ''] = split(detail);
        return `${await locationOf(name, path, lineOf)}: ${problem}`;
      }),
    );
    throw new ArchctlError(error.kind, `${name} is not a valid import document.`, {
      ...error.facts,
      details,
      hint: `Nothing was sent.${await ofModelsAsCode(value)}`,
    });
  }
}

/** Hint for a models-as-code document; empty for other documents. */
async function ofModelsAsCode(value: unknown): Promise<string> {
  const { KINDS } = await import('../../../model/document/kinds.js');
  const own = Object.values(KINDS)
    .map(({ list }) => list)
    .filter((list) => !TAKEN.includes(list));
  return isObject(value) && own.some((list) => Object.hasOwn(value, list))
    ? ' For models as code, use "archctl model apply".'
    : '';
}

/** Lists in both kinds of documents. */
const TAKEN = ['tags', 'tagGroups'];

/** Splits `path: problem`. */
const split = (detail: string): string[] => {
  const at = detail.indexOf(': ');
  return at === -1 ? [detail, ''] : [detail.slice(0, at), detail.slice(at + 2)];
};

/** Maximum length of a text that is parsed again to find lines. */
const MAX_CHARACTERS = 4_000_000;

/** Finds lines of a parsed text. The parser with locations is loaded on the first call. */
function lineFinder(text: string): ReadDocument['lineOf'] {
  let finding: Promise<(keys: (string | number)[]) => number | undefined> | undefined;
  return async (path) => {
    if (text.length > MAX_CHARACTERS) return undefined;
    finding ??= import('./lines.js').then(({ linesOf }) => linesOf(text));
    const find = await finding;
    return find(
      [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([key, index]) => (index ? Number(index) : key)),
    );
  };
}
