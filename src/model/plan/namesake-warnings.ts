import { capitalised } from '../../base/text/words.js';
import { namesakeInWords } from '../../contract/rules/namesakes.js';
import { nameOf } from '../document/containers.js';
import { elementKey, elementOf, elementsOf, type Model, modelOf } from '../document/element.js';
import { NAMESAKE_KINDS, namesakesOf } from '../document/namesakes.js';
import type { Step, UnselectedChange } from './plan-types.js';

/** Fields that decide about namesakes. */
const FIELDS = ['name', 'parent', 'domain', 'origin', 'target', 'via', 'direction'];

export interface NamesakeInput {
  steps: readonly Step[];
  leftOut: readonly UnselectedChange[];
  model: Model;
  current: Model;
}

/**
 * Warnings about elements that the steps create, rename or move, and that then have the name of another one in the same
 * place (docs/service.md#names).
 */
export function namesakeWarnings({ steps, leftOut, model, current }: NamesakeInput): string[] {
  const named = new Set(
    steps
      .filter(({ does, fields }) => does === 'create' || fields.some(({ field }) => FIELDS.includes(field)))
      .map(elementKey),
  );
  if (named.size === 0) return [];
  const deleted = steps.filter(({ does }) => does === 'delete');
  const gone = new Set(deleted.flatMap((it) => [it, ...(it.goesAlong ?? [])]).map(elementKey));
  const unchanged = new Set(leftOut.map(elementKey));
  return (['object', 'connection'] as const).flatMap((kind) => {
    // First the landscape, so that a new element is reported, and not the existing one.
    const kept = elementsOf(current, kind)
      .filter((it) => !gone.has(elementKey(it)))
      .map((it) => (unchanged.has(elementKey(it)) ? it : (elementOf(model, kind, it.id) ?? it)));
    const added = elementsOf(model, kind).filter(
      (it) => !elementOf(current, kind, it.id) && !unchanged.has(elementKey(it)),
    );
    const after = modelOf([...elementsOf(model, 'domain'), ...kept, ...added]);
    return namesakesOf(after, kind)
      .filter(({ item, first }) => named.has(elementKey(item)) || named.has(elementKey(first)))
      .map(
        ({ item, first }) =>
          `${capitalised(kind)} ${namesakeInWords(NAMESAKE_KINDS[kind], kind, nameOf(item), first.id)}`,
      );
  });
}
