import {
  ELEMENT_KINDS,
  elementKey,
  elementOf,
  elementsOf,
  type Model,
  modelOf,
} from '../document/element.js';
import { rewriteModel } from '../document/format/rewrite.js';
import { readModel, type SourceFile } from '../document/read.js';
import { patternUpdater, remainingIgnores, updatedIgnores } from './patterns.js';
import { withoutElements } from './remove.js';

/**
 * Removes what still refers to deleted elements after files were updated to match a landscape: links in decisions, and
 * entries of `moved` and `drift.ignore`. Entries of `drift.ignore` follow renamed elements. @param before The document
 * before the update. @param wanted The model that the files match.
 */
export function withoutLeftovers(files: readonly SourceFile[], before: Model, wanted: Model): SourceFile[] {
  const allOf = (of: Model) => ELEMENT_KINDS.flatMap((kind) => elementsOf(of, kind));
  const gone = allOf(before).filter(
    (it) => !elementOf(wanted, it.kind, it.id) && !wanted.references.has(elementKey(it)),
  );
  if (gone.length === 0 && before.driftIgnores.length === 0) return [...files];
  const read = readModel(files);
  const { model } = read;
  const remaining = withoutElements(modelOf([...allOf(model), ...gone], model), gone);
  const driftIgnores = ignoresAfter(before, remaining);
  return rewriteModel(files, { ...remaining, driftIgnores }, { exact: true, read });
}

function ignoresAfter(before: Model, after: Model): Model['driftIgnores'] {
  if (before.driftIgnores.length === 0) return [];
  const keep = patternUpdater(before, after, elementKey);
  return remainingIgnores({ ...before, driftIgnores: updatedIgnores(before.driftIgnores, keep) }, after);
}
