import { usageError } from '../../base/errors.js';
import { dashed } from '../../contract/doc.js';
import { withId } from '../compare/moves.js';
import { elementNamed } from '../document/decision/elements.js';
import { type Element, elementKey, elementOf, type Model, type Move, modelOf } from '../document/element.js';
import { rewriteModel } from '../document/format/rewrite.js';
import { KINDS } from '../document/kinds.js';
import { type ReadFiles, readModel, type SourceFile } from '../document/read.js';
import { isPlain } from '../document/yaml/scalar.js';
import { type IdChange, idEdits } from './id-edits.js';
import { patternUpdater, updatedIgnores } from './patterns.js';
import { applyEdits } from './text-edits.js';

/** Changes the name or the id of an element in the files of a document. */

/** The model with another name of an element. Errors: `usage` for an element without a name. */
export function withName(model: Model, { kind, id, fields }: Element, name: string): Model {
  if (!Object.hasOwn(KINDS[kind].fields, 'name'))
    throw usageError(`A ${KINDS[kind].noun} has no name.`, { hint: 'Change its id with `id`.' });
  const all = [...model.elements.values()].flatMap((of) => [...of.values()]);
  const isIt = (it: Element): boolean => it.kind === kind && it.id === id;
  const named = modelOf(
    all.map((it) => (isIt(it) ? { ...it, fields: { ...it.fields, name } } : it)),
    model,
  );
  const words = { [String(fields.name)]: name };
  const driftIgnores = updatedIgnores(model.driftIgnores, patternUpdater(model, named, elementKey, words));
  return { ...named, driftIgnores };
}

/**
 * Replaces the id of an element in every file, and adds it to `moved`; all other bytes stay. A change back to the previous
 * id removes the entry again. Errors: `usage` for an id that is in use or needs quotes, and for files that refer to the
 * element by an alias.
 */
export function renameId(
  files: readonly SourceFile[],
  { model }: ReadFiles,
  element: Element,
  newId: string,
): SourceFile[] {
  const { kind, id } = element;
  refuseInvalidId(model, kind, newId);
  const after = withId(model, element, newId);
  const keyAfter = (it: Element): string =>
    elementKey(it.kind === kind && it.id === id ? { kind, id: newId } : it);
  const change: IdChange = {
    model,
    element,
    newId,
    patternFor: patternUpdater(model, after, keyAfter, { [id]: newId }),
    referenceFor: (key, reference) => referenceAfter(key, reference, { model, after, element, newId }),
  };
  const texts = files.map((file) => ({ ...file, text: applyEdits(file.text, idEdits(file, change)) }));
  const read = readModel(texts);
  const moved = withMove(read.model.moved, id, newId);
  const isRenamed =
    elementOf(read.model, kind, id) === undefined && elementOf(read.model, kind, newId) !== undefined;
  if (!isRenamed || !read.isWhole)
    throw usageError(`The id ${id} cannot be replaced where it is written.`, {
      hint: 'Write the id as plain text, without YAML aliases.',
    });
  return rewriteModel(texts, { ...read.model, moved }, { exact: true, read });
}

function refuseInvalidId(model: Model, kind: Element['kind'], id: string): void {
  if (elementOf(model, kind, id) || model.references.has(elementKey({ kind, id })))
    throw usageError(`There is already a ${KINDS[kind].noun} with the id ${id}.`, {
      hint: 'Use another id.',
    });
  if (!/^[A-Za-z][\w.-]*$/.test(id) || !isPlain(id, true))
    throw usageError(`"${id}" cannot be an id.`, {
      hint: 'Start an id with a letter, and use letters, digits, "-", "_" and ".".',
    });
}

/** The moves with a further one. One that leads back to the previous id is removed. */
function withMove(moved: readonly Move[], from: string, to: string): Move[] {
  const retargeted = moved.map((it) => (it.to === from ? { ...it, to } : it));
  const remaining = retargeted.filter((it) => it.from !== it.to);
  return remaining.length < moved.length ? remaining : [...remaining, { from, to }];
}

/** A reference in a decision after the change: with its kind if another element has the new id. */
function referenceAfter(
  key: string,
  reference: string,
  { model, after, element, newId }: Record<'model' | 'after', Model> & { element: Element; newId: string },
): string {
  const { kind, id } = element;
  if (key === 'diagrams') return kind === 'diagram' && reference === id ? newId : reference;
  const referenced = elementNamed(model, reference);
  if (referenced?.kind !== kind || referenced.id !== id) return reference;
  const plain = reference.slice(0, reference.length - id.length) + newId;
  const found = elementNamed(after, plain);
  return found?.kind === kind && found.id === newId ? plain : `${dashed(kind)}:${newId}`;
}
