import type { ElementKind, Value } from '../../document/element.js';
import type { Finding } from '../../document/finding.js';
import { inferred, type Sketch, type SketchEdge, type SketchId, type SketchNode } from '../sketch.js';
import type { Seat } from './seats.js';

/** What the parts of a model are made with. */
export interface Settling {
  sketch: Sketch;
  seats: ReadonlyMap<string, Seat>;
  /** Ids of elements by the keys of their nodes. */
  ids: ReadonlyMap<string, string>;
  /** An unused id of this kind, made of a name. */
  freeId(kind: ElementKind, name: SketchId): string;
  /** The field `technologies`, and `labels` with the technologies that have no slug. */
  technologies(of: SketchNode | SketchEdge): Readonly<Record<string, Value | undefined>>;
  /** Ids of tags by their names. */
  tags(names: readonly string[] | undefined): readonly string[];
  findings: Finding[];
}

/** Fields that say something. */
export const saying = (fields: Readonly<Record<string, Value | undefined>>): Record<string, Value> =>
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
  links?.map(({ url, name }) => saying({ url, name }));

/** Told once for many. */
export const noteOf = (count: number, message: string): Finding[] => (count === 0 ? [] : [inferred(message)]);
