import { checkOptions, OBJECT, type OptionTypes, required, TEXT } from '../../base/check-options.js';
import { usageError } from '../../base/errors.js';
import { requireArguments } from '../../base/require-arguments.js';
import { type Element, elementKey, elementOf, type Model } from '../document/element.js';
import { ElementFinder, elementsNamed } from '../document/element-pattern.js';
import { refuseErrors } from '../document/finding.js';
import { rewriteModel } from '../document/format/rewrite.js';
import { type ReadFiles, readModel, type SourceFile } from '../document/read.js';
import { readEdited } from './finish-edit.js';
import { withContainer } from './move.js';
import { remainingIgnores } from './patterns.js';
import { withDependents, withoutElements } from './remove.js';
import { renameId, withName } from './rename.js';

/** Edits of a document: each takes files and returns all files after the edit, without saving them. */

/** Options of all edits of files. */
export interface EditOptions {
  /** Result of `readModel` for these files, with the states of the lock file if there is one. */
  read?: ReadFiles;
}

/** Options of `renameElement`: a name, an id, or both. */
export interface RenameOptions extends EditOptions {
  /** New name (default: unchanged). */
  name?: string;
  /** New id (default: unchanged). */
  id?: string;
}

/** Options of `moveElement`. */
export interface MoveOptions extends EditOptions {
  /** New container: its id, name or path. Or the path of a file that ends in `.yaml`, `.yml` or `.json`. */
  to: string;
}

const EDIT: OptionTypes<EditOptions> = { read: OBJECT };
const RENAME: OptionTypes<RenameOptions> = { ...EDIT, name: TEXT, id: TEXT };
const MOVE: OptionTypes<MoveOptions> = { ...EDIT, to: required(TEXT) };

/**
 * Changes the name or the id of an element. A new id is also written to every reference, and added to `moved`. All other
 * bytes of the files are kept.
 * @param name Id, name or path of the element, or `KIND:NAME`.
 * @returns all files
 * @throws ArchctlError `not-found` for an unknown element; `usage` for an ambiguous name, an id that is in use, and a
 * document that has errors or would have new ones
 */
export async function renameElement(
  files: readonly SourceFile[],
  name: string,
  options: RenameOptions,
): Promise<SourceFile[]> {
  const read = readForEdit('renameElement', { files, name }, checkOptions('renameElement', options, RENAME));
  const { name: newName, id: newId } = options;
  if (newName === undefined && newId === undefined)
    throw usageError('The new name is missing.', { hint: 'Pass a new name or a new id.' });
  if (newName?.trim() === '') throw usageError('The new name is empty.', { hint: 'Pass a name.' });
  const element = elementMeant(read.model, name);
  const named =
    newName === undefined
      ? [...files]
      : rewriteModel(files, withName(read.model, element, newName), { exact: true, read });
  const now = newName === undefined ? read : readModel(named);
  const renamed = elementOf(now.model, element.kind, element.id) ?? element;
  const isNewId = newId !== undefined && newId !== element.id;
  return checkedFiles(files, read, isNewId ? renameId(named, now, renamed, newId) : named);
}

/**
 * Moves an element, with everything in it, to another container or to the top of another file. A file that is not in
 * `files` is created. Comments and layout of everything else are kept.
 * @param name Id, name or path of the element, or `KIND:NAME`.
 * @returns all files
 * @throws ArchctlError `not-found` for an unknown element or container; `usage` for an ambiguous name, a container of the
 * wrong kind, and a document that has errors or would have new ones
 */
export async function moveElement(
  files: readonly SourceFile[],
  name: string,
  options: MoveOptions,
): Promise<SourceFile[]> {
  const read = readForEdit('moveElement', { files, name }, checkOptions('moveElement', options, MOVE));
  const { to } = options;
  const { model } = read;
  const element = elementMeant(model, name);
  if (!isModelPath(to)) {
    const wanted = withContainer(model, element, elementMeant(model, to));
    return checkedFiles(files, read, rewriteModel(files, wanted, { exact: true, read }));
  }
  if (element.places?.whole.file === to)
    throw usageError(`The element is already in ${to}.`, { hint: 'Pass another file.' });
  // Editors read the location of the schema from the first line.
  const [schema = ''] = /^# yaml-language-server:.*\n/.exec(files[0]?.text ?? '') ?? [];
  const isThere = files.some(({ path }) => path === to);
  const before = isThere ? files : [...files, { path: to, text: schema }];
  const homes = new Map([[elementKey(element), to]]);
  return checkedFiles(files, read, rewriteModel(before, model, { exact: true, homes }));
}

/** Whether the target of a move is a file. */
export const isModelPath = (to: string): boolean => /\.(ya?ml|json)$/i.test(to);

/**
 * Removes elements, everything that cannot exist without them, and every reference to these. Comments and layout of
 * everything else are kept.
 * @param names Ids, names or paths; `NAME/**` for an element with everything in it, `KIND:NAME` for an element of a kind.
 * @returns the files that remain
 * @throws ArchctlError `not-found` for an unknown element; `usage` for an ambiguous name, and a document that has errors or
 * would have new ones
 */
export async function removeElements(
  files: readonly SourceFile[],
  names: readonly string[],
  options: EditOptions = {},
): Promise<SourceFile[]> {
  const read = readForEdit('removeElements', { files, names }, checkOptions('removeElements', options, EDIT));
  const { model } = read;
  const remaining = withoutElements(model, withDependents(model, elementsMeant(model, names)));
  const wanted = { ...remaining, driftIgnores: remainingIgnores(model, remaining) };
  return checkedFiles(files, read, rewriteModel(files, wanted, { exact: true, read }));
}

/** Reads the files of an edit. Errors: `usage` for wrong arguments, and for a document with errors. */
function readForEdit(
  caller: string,
  given: { files: readonly SourceFile[] } & Readonly<Record<string, unknown>>,
  { read: known }: EditOptions,
): ReadFiles {
  requireArguments(caller, given);
  if (known !== undefined) requireArguments(caller, { read: known });
  const read = known ?? readModel(given.files);
  refuseErrors(read.findings, 'nothing was written');
  return read;
}

function checkedFiles(files: readonly SourceFile[], read: ReadFiles, after: SourceFile[]): SourceFile[] {
  readEdited({ files, read }, after);
  return after;
}

/** The elements of the document that names mean. Errors: as of `elementsNamed`. */
export function elementsMeant(model: Model, names: readonly string[]): Element[] {
  const finder = new ElementFinder(model);
  return [...new Set(names.flatMap((name) => elementsNamed(finder, name, 'The document has no element')))];
}

/** The single element that a name means. Errors: as of `elementsNamed`; `usage` for several. */
export function elementMeant(model: Model, name: string): Element {
  const [element, ...others] = elementsMeant(model, [name]);
  if (element && others.length === 0) return element;
  throw usageError(`"${name}" names ${others.length === 0 ? 'no element' : 'several elements'}.`, {
    hint: 'Name one element, by id, name or path.',
  });
}
