import type { Node, YAMLMap } from 'yaml';
import { LAYOUT } from './drawn-fields.js';
import type { Element, Places, Value } from './element.js';
import { fieldsOf, find, partsOf, placesOf, type Reading, readValue } from './node.js';

/** Layouts that stand in files of their own, by the id of their diagram. */
export type Layouts = Map<string, { value: Value; reading: Reading; node: Node; places: Places }>;

/** Reads a file with `layoutOf: ID`. */
export function readLayout(reading: Reading, top: YAMLMap, layouts: Layouts): void {
  const of = readValue(reading, { is: 'text' }, top.get('layoutOf', true), 'layoutOf');
  if (typeof of !== 'string') return;
  const value = fieldsOf(reading, LAYOUT, top, '', ['layoutOf']);
  const node = top.get('layoutOf', true) as Node;
  if (layouts.has(of)) find(reading, node, 'document/two-layouts', `Another file has the layout of ${of}.`);
  else layouts.set(of, { value, reading, node, places: placesOf(reading, top) });
}

/** Gives each diagram the layout that stands in a file of its own. */
export function layOut(layouts: Layouts, diagramOf: (id: string) => Element | undefined): void {
  for (const [id, { value, reading, node, places }] of layouts) {
    const diagram = diagramOf(id);
    if (diagram === undefined) find(reading, node, 'reference/unknown', `There is no diagram ${id}.`);
    else if ('layout' in diagram.fields)
      find(reading, node, 'document/two-layouts', `The diagram ${id} has a layout where it is written.`);
    else {
      (diagram.fields as Record<string, Value>).layout = value;
      if (diagram.places) diagram.places = laidOutBy(diagram.places, places);
    }
  }
}

/** Places of a diagram whose layout stands in another file. */
const laidOutBy = ({ whole, field }: Places, layout: Places): Places => ({
  whole,
  field: (path) => {
    const [first, ...rest] = partsOf(path);
    return first !== 'layout' ? field(path) : rest.length === 0 ? layout.whole : layout.field(rest);
  },
});
