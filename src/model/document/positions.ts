import { isObject } from '../../base/is-object.js';
import { LAYOUT } from './drawn-fields.js';
import { type Element, type Entry, elementOf, elementsOf, entriesOf, type Model } from './element.js';
import type { Fields } from './field.js';
import { drawnId, Implied } from './implied.js';
import { KINDS } from './kinds.js';

/** Keeps the positions in the layouts of a document in step with what its diagrams draw. */

const MAPS = ['objects', 'connections'] as const;

type Positions = Readonly<Record<(typeof MAPS)[number], Entry>>;

/** Fields of a layout: other than in `LAYOUT`, a position that only one side has is a difference. */
export const POSITIONS: Fields = Object.fromEntries(
  Object.entries(LAYOUT).map(([key, { open: _, ...field }]) => [key, field]),
);

/** Fields of a diagram whose positions are compared. */
export const DIAGRAM_FIELDS: Fields = {
  ...KINDS.diagram.fields,
  layout: { shape: { is: 'group', of: POSITIONS }, about: '' },
};

/**
 * The wanted model with the layouts to write. A diagram that draws the same as before keeps the positions that its layout
 * has, with their wanted values. Any other gets the wanted positions of everything that it draws.
 */
export function withPositions(is: Model, wanted: Model): Model {
  const [before, after] = [new Implied(is), new Implied(wanted)];
  const diagrams = elementsOf(wanted, 'diagram').map((diagram): Element => {
    const old = elementOf(is, 'diagram', diagram.id);
    if (old?.fields.layout === undefined) return diagram;
    const positions = positionsFor(diagram, drawnBy(after, diagram), old, drawnBy(before, old));
    const { layout: _, ...fields } = diagram.fields;
    return { ...diagram, fields: { ...fields, ...(positions && { layout: positions }) } };
  });
  return {
    ...wanted,
    elements: new Map([...wanted.elements, ['diagram', new Map(diagrams.map((it) => [it.id, it]))]]),
  };
}

/** Whether the layouts of a document have the positions of `wanted`; diagrams without a layout in `is` may have any. */
export const hasPositions = (is: Model, actual: Model, wanted: Model): boolean =>
  elementsOf(wanted, 'diagram').every((diagram) => {
    if (elementOf(is, 'diagram', diagram.id)?.fields.layout === undefined) return true;
    const [one, other] = [diagram, elementOf(actual, 'diagram', diagram.id)].map(positionsOf);
    return MAPS.every((key) => hasSameKeys(one?.[key] ?? {}, other?.[key] ?? {}));
  });

const hasSameKeys = (a: Entry, b: Entry): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((id) => Object.hasOwn(b, id));

function positionsOf(diagram: Element | undefined): Positions {
  const written = diagram?.fields.layout;
  const mapAt = (key: string): Entry => {
    const map = isObject(written) ? (written as Entry)[key] : undefined;
    return isObject(map) ? (map as Entry) : {};
  };
  return { objects: mapAt('objects'), connections: mapAt('connections') };
}

type Drawn = Readonly<Record<keyof Positions, ReadonlySet<string>>>;

function drawnBy(implied: Implied, diagram: Element): Drawn {
  const idsAt = (key: string) => new Set(entriesOf(implied.field(diagram, key)).map(drawnId));
  return { objects: idsAt('objects'), connections: idsAt('connections') };
}

function positionsFor(
  diagram: Element,
  drawn: Drawn,
  old: Element,
  drawnBefore: Drawn,
): Record<string, Entry> | undefined {
  const [wanted, known] = [positionsOf(diagram), positionsOf(old)];
  const isKept = (key: keyof Positions, id: string): boolean =>
    drawn[key].has(id) || Object.hasOwn(wanted[key], id);
  const isSameDrawing = MAPS.every(
    (key) =>
      [...drawn[key]].every((id) => drawnBefore[key].has(id)) &&
      Object.keys(known[key]).every((id) => isKept(key, id)),
  );
  const maps = MAPS.flatMap((key): [string, Entry][] => {
    const all = Object.entries({ ...known[key], ...wanted[key] });
    const map = all.filter(([id]) => (isSameDrawing ? Object.hasOwn(known[key], id) : isKept(key, id)));
    return map.length === 0 ? [] : [[key, Object.fromEntries(map)]];
  });
  return maps.length === 0 ? undefined : Object.fromEntries(maps);
}
