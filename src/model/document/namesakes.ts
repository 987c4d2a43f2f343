import type { Fields } from '../../contract/doc.js';
import { type NamedKind, type Namesake, namesakesIn } from '../../contract/rules/namesakes.js';
import { placeOf } from './containers.js';
import { type Element, elementsOf, type Model } from './element.js';

/** Namesakes in a model: objects with the same name under one parent, and identical connections (docs/service.md#names). */

/** The rule that reports objects with the same name under one parent. */
export const SAME_NAME = 'name/duplicate';

/** Kinds of elements that have namesakes, with the kinds of their records. */
export const NAMESAKE_KINDS = {
  object: 'modelObject',
  connection: 'modelConnection',
} as const satisfies Readonly<Record<string, NamedKind>>;

/** Elements with a namesake before them, and the first of its namesakes. */
export function namesakesOf(model: Model, kind: keyof typeof NAMESAKE_KINDS): Namesake<Element>[] {
  const [only, ...others] = elementsOf(model, 'domain');
  const domain = others.length === 0 ? only?.id : undefined;
  /** The fields that decide about namesakes. The parent of an object at the top is its domain. */
  const recordOf = ({ fields }: Element): Fields => {
    const { name, origin: originId, target: targetId, via: viaId, direction } = fields;
    return kind === 'object'
      ? { name, parentId: placeOf({ ...(domain !== undefined && { domain }), ...fields }) }
      : { name, originId, targetId, viaId, direction };
  };
  return namesakesIn(NAMESAKE_KINDS[kind], elementsOf(model, kind), recordOf);
}
