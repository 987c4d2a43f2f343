import type { Context } from '../../../cli/command/spec.js';
import { diffModels, type ElementChange } from '../../../model/compare/diff.js';
import { identify } from '../../../model/compare/identity.js';
import { ELEMENT_KINDS, type ElementKind, elementsOf, type Model } from '../../../model/document/element.js';
import { modelOfLandscape } from '../../../model/live/model-of-landscape.js';
import { LiveReader } from '../../model/shared/live.js';

export interface DraftChanges {
  changes: readonly ElementChange[];
  /** Name of an element; undefined if it has none. */
  nameOf(kind: ElementKind, id: string): string | undefined;
}

/**
 * Compares the live model with itself after the tasks of a draft. Errors: `not-found`; `usage` for a closed draft.
 *
 * @param isDrawn Whether contents of diagrams are read and compared.
 */
export async function draftChanges(context: Context, draftId: string, isDrawn = true): Promise<DraftChanges> {
  const reader = new LiveReader(context, isDrawn);
  const [live, draft] = await Promise.all([reader.read(), reader.draft(draftId, 'Argument DRAFT')]);
  const before = modelOfLandscape(live, identify(live).ids);
  const after = modelOfLandscape(draft, identify(draft, before).ids, undefined, before);
  return { changes: diffModels(before, after), nameOf: namesIn([after, before]) };
}

function namesIn(models: readonly Model[]): DraftChanges['nameOf'] {
  const names = new Map(
    ELEMENT_KINDS.map((kind) => {
      const elements = models.toReversed().flatMap((model) => elementsOf(model, kind));
      return [kind, new Map(elements.map(({ id, fields }) => [id, fields.name]))] as const;
    }),
  );
  return (kind, id) => {
    const name = names.get(kind)?.get(id);
    return typeof name === 'string' && name !== '' ? name : undefined;
  };
}
