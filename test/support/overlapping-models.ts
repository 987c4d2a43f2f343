/** Generators of valid models that overlap: elements stay, appear, disappear, change and move. */

import fc from 'fast-check';
import { type Element, type Model, modelOf } from '../../src/model/document/element.js';

const element = (kind: Element['kind'], id: string, fields: Element['fields']): Element => ({
  kind,
  id,
  fields,
});

/** Few ids, so that two models share many of them. */
const some = (ids: readonly string[]) => fc.subarray([...ids]);
const pick = fc.nat({ max: 1_000 });

interface Chosen {
  domains: string[];
  systems: string[];
  groups: string[];
  apps: string[];
  lines: string[];
  diagrams: string[];
  flows: string[];
  turn: number;
  names: number;
}

/** Picks an item by number. The same number picks the same item in the same model. */
const oneOf = (list: readonly string[], by: number): string | undefined =>
  list[by % Math.max(list.length, 1)];

/** A model that the service accepts: unique names, parents of allowed types, drawn ends of lines. */
function modelFrom({ turn, names, ...chosen }: Chosen): Model {
  const domains = ['d0', ...chosen.domains];
  const { systems, groups, apps } = chosen;
  const salt = (text: string): number =>
    [...text].reduce((sum, it) => sum * 31 + it.charCodeAt(0), turn) % 997;
  // Rotates the names among siblings.
  const nameOf = (list: readonly string[], id: string): string =>
    `Name of ${list[(list.indexOf(id) + names) % list.length]}`;
  const found: Element[] = domains.map((id) => element('domain', id, { name: `Domain ${id}` }));
  const all = [...groups, ...systems];
  for (const [index, id] of groups.entries()) {
    const inside = salt(id) % 2 === 0 ? groups[index - 1] : undefined;
    const place = inside === undefined ? { domain: 'd0' } : { parent: inside };
    found.push(element('object', id, { type: 'group', name: nameOf(all, id), ...place }));
  }
  for (const id of systems) {
    const group = salt(id) % 3 === 0 ? oneOf(groups, salt(id)) : undefined;
    const place = group === undefined ? { domain: 'd0' } : { parent: group };
    const caption = salt(id) % 2 === 0 ? { caption: `Says ${salt(id)}` } : {};
    found.push(element('object', id, { type: 'system', name: nameOf(all, id), ...place, ...caption }));
  }
  for (const id of apps) {
    const parent = oneOf(systems, salt(id));
    if (parent) found.push(element('object', id, { type: 'app', name: nameOf(apps, id), parent }));
  }
  const lines = chosen.lines.flatMap((id) => {
    const [origin, target] = [oneOf(systems, salt(id)), oneOf(systems, salt(id) + 1)];
    const way = salt(id) % 2 === 0 ? { direction: 'outgoing' } : {};
    return origin && target ? [element('connection', id, { name: id, origin, target, ...way })] : [];
  });
  found.push(...lines);
  const drawn = systems.filter((id) => salt(id) % 5 !== 0);
  const diagrams = chosen.diagrams.map((id) =>
    element('diagram', id, {
      type: 'context-diagram',
      name: `Diagram ${id} ${salt(id) % 2}`,
      domain: 'd0',
      ...(drawn.length > 0 && { objects: drawn.map((object) => ({ object })) }),
    }),
  );
  found.push(...diagrams);
  for (const id of chosen.flows) {
    const diagram = oneOf(chosen.diagrams, 0);
    const [origin, target] = [oneOf(drawn, salt(id)), oneOf(drawn, salt(id) + 1)];
    if (diagram === undefined || origin === undefined || target === undefined) continue;
    const steps = Array.from({ length: (salt(id) % 3) + 1 }, (_, step) => ({
      origin,
      target,
      description: `${step}`,
    }));
    // A flow stays on its diagram.
    found.push(element('flow', `${id}-${diagram}`, { name: `Flow ${id}`, diagram, steps }));
  }
  return modelOf(found, { namespace: 'any' });
}

export const anyModel = (domains = ['d1']) =>
  fc
    .record({
      domains: some(domains),
      systems: some(['s1', 's2', 's3', 's4']),
      groups: some(['g1', 'g2', 'g3']),
      apps: some(['a1', 'a2']),
      lines: some(['l1', 'l2']),
      diagrams: some(['p1', 'p2']),
      flows: some(['f1']),
      turn: pick,
      names: pick,
    })
    .map(modelFrom);
