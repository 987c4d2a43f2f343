import { LAYOUT } from './drawn-fields.js';
import type { Element, Place, Places, Value } from './element.js';
import { errorFinding, type Finding } from './finding.js';
import { fieldsOf, placeOf, placesOf, type Reading, readValue, report } from './yaml/node.js';
import { pathParts } from './yaml/places.js';
import type { MapNode } from './yaml/tree.js';

/** Layouts in files of their own, by the id of their diagram. */
export type Layouts = Map<string, { value: Value; place: Place; places: Places }>;

/** Reads a layout file, with `layoutOf: ID`. */
export function readLayout(reading: Reading, top: MapNode, layouts: Layouts): void {
  const of = readValue(reading, { is: 'text' }, top.get('layoutOf', true), 'layoutOf');
  if (typeof of !== 'string') return;
  const value = fieldsOf(reading, LAYOUT, top, '', ['layoutOf']);
  const node = top.get('layoutOf', true);
  if (layouts.has(of))
    report(reading, node, 'document/two-layouts', `Another file already has the layout of ${of}.`);
  else layouts.set(of, { value, place: placeOf(reading, node), places: placesOf(reading, top) });
}

/** Adds the layouts of separate files to their diagrams. */
export function addLayouts(
  layouts: Layouts,
  diagramOf: (id: string) => Element | undefined,
  findings: Finding[],
): void {
  for (const [id, { value, place, places }] of layouts) {
    const diagram = diagramOf(id);
    if (diagram === undefined)
      findings.push(errorFinding('reference/unknown', `There is no diagram ${id}.`, place));
    else if ('layout' in diagram.fields)
      findings.push(
        errorFinding(
          'document/two-layouts',
          `The diagram ${id} already has a layout in its document.`,
          place,
        ),
      );
    else {
      (diagram.fields as Record<string, Value>).layout = value;
      if (diagram.places) diagram.places = placesWithLayout(diagram.places, places);
    }
  }
}

/** Source locations of a diagram whose layout is in another file. */
const placesWithLayout = (own: Places, layout: Places): Places => ({
  whole: own.whole,
  field: (path) => {
    const [first, ...rest] = pathParts(path);
    return first !== 'layout' ? own.field(path) : rest.length === 0 ? layout.whole : layout.field(rest);
  },
});
