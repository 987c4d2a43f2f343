import type { ElementKind, Value } from '../../document/element.js';
import type { Diagnostics } from '../diagnostics.js';
import type { Sketch, SketchEdge, SketchId, SketchNode } from '../sketch.js';
import type { Placement } from './placements.js';

/** State shared by the functions that build a model. */
export interface ResolveContext {
  sketch: Sketch;
  placements: ReadonlyMap<string, Placement>;
  /** Element ids by node key. */
  ids: ReadonlyMap<string, string>;
  /** Returns an unused id of this kind, made of a name. */
  freeId(kind: ElementKind, name: SketchId): string;
  /** The field `technologies`, and `labels` with the technologies without a slug. */
  technologies(of: SketchNode | SketchEdge): Readonly<Record<string, Value | undefined>>;
  /** Tag ids by name. */
  tags(names: readonly string[] | undefined): readonly string[];
  diagnostics: Diagnostics;
}

export const withoutEmpty = (fields: Readonly<Record<string, Value | undefined>>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      (it): it is [string, Value] =>
        it[1] !== undefined &&
        it[1] !== '' &&
        it[1] !== false &&
        !(Array.isArray(it[1]) && it[1].length === 0),
    ),
  );

export const labelsOf = ({ labels }: Pick<SketchNode, 'labels'>): Value | undefined =>
  labels && Object.keys(labels).length > 0 ? labels : undefined;

export const linksOf = ({ links }: SketchNode | SketchEdge): Value | undefined =>
  links?.map(({ url, name }) => withoutEmpty({ url, name }));
