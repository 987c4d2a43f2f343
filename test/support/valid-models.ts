/** Generators of models without findings. */

import fc from 'fast-check';
import {
  type Element,
  type ElementKind,
  type Model,
  modelOf,
  type Value,
} from '../../src/model/document/element.js';

const MOST = 12;

/** Type, parent and groups of an object. Numbers pick among the valid choices. */
const anyObject = fc.record({
  type: fc.constantFrom('actor', 'system', 'group', 'app', 'store', 'component'),
  name: fc.string({ unit: 'grapheme', maxLength: 8 }),
  parent: fc.nat(),
  group: fc.option(fc.nat(), { nil: undefined }),
  tag: fc.boolean(),
});

const anyEnds = fc.tuple(fc.nat(), fc.nat());

const PARENTS: Readonly<Record<string, readonly string[]>> = {
  app: ['system'],
  store: ['system'],
  component: ['app', 'store'],
};

const element = (kind: ElementKind, id: string, fields: Record<string, Value>): Element => ({
  kind,
  id,
  fields,
});

const pick = <T>(items: readonly T[], which: number): T | undefined => items[which % items.length];

/** A landscape of one or two domains with tags, diagrams and flows, without findings. */
export const validModel: fc.Arbitrary<Model> = fc
  .record({
    domains: fc.integer({ min: 1, max: 2 }),
    objects: fc.array(anyObject, { maxLength: MOST }),
    connections: fc.array(anyEnds, { maxLength: MOST }),
    drawn: fc.array(fc.nat(), { maxLength: MOST }),
    steps: fc.array(anyEnds, { maxLength: 5 }),
  })
  .map(({ domains, objects, connections, drawn, steps }) => {
    const made: Element[] = [];
    for (const it of objects) {
      const fields = objectFields(it, made, domains);
      if (fields) made.push(element('object', `o${made.length}`, fields));
    }
    return modelOf(
      [
        ...Array.from({ length: domains }, (_, at) => element('domain', `d${at}`, { name: `Domain ${at}` })),
        ...made,
        ...(made.some(({ fields }) => fields.tags) ? TAGS : []),
        ...(made.length === 0 ? [] : [...lines(made, connections), ...diagram(made, drawn, steps)]),
      ],
      { namespace: 'sound' },
    );
  });

const TAGS: readonly Element[] = [
  element('tagGroup', 'g', { name: 'G', icon: 'bug' }),
  element('tag', 't', { name: 'T', color: 'red', group: 'g' }),
];

function objectFields(
  { type, name, parent, group, tag }: typeof anyObject extends fc.Arbitrary<infer T> ? T : never,
  made: readonly Element[],
  domains: number,
): Record<string, Value> | undefined {
  const allowed = PARENTS[type];
  const above =
    allowed &&
    pick(
      made.filter(({ fields }) => allowed.includes(String(fields.type))),
      parent,
    );
  if (allowed && !above) return undefined;
  const groups = made.filter(({ fields }) => fields.type === 'group');
  const inside = group === undefined ? undefined : pick(groups, group);
  return {
    type,
    name: `${name} ${made.length}`,
    ...(above ? { parent: above.id } : { domain: `d${parent % domains}` }),
    ...(inside && { groups: [inside.id] }),
    ...(tag && { tags: ['t'] }),
  };
}

const lines = (made: readonly Element[], ends: readonly (readonly [number, number])[]): Element[] =>
  ends.map(([origin, target], at) =>
    element('connection', `c${at}`, {
      name: 'Uses',
      ...between(
        made.map(({ id }) => id),
        origin,
        target,
      ),
    }),
  );

const between = (ids: readonly string[], origin: number, target: number) => ({
  origin: pick(ids, origin) ?? '',
  target: pick(ids, target) ?? '',
});

/** A component diagram if there is an app, otherwise a context diagram of the domain. */
function diagram(
  made: readonly Element[],
  drawn: readonly number[],
  steps: readonly (readonly [number, number])[],
): Element[] {
  const app = made.find(({ fields }) => fields.type === 'app' || fields.type === 'store');
  const shallow = made.filter(({ fields }) => ['actor', 'system', 'group'].includes(String(fields.type)));
  const among = app ? made : shallow;
  const ids = [...new Set(drawn.flatMap((it) => pick(among, it)?.id ?? []))];
  const objects = ids.map((object) => ({ object }));
  const layout = { objects: Object.fromEntries(ids.map((id, at) => [id, { x: at, y: -at, width: at + 1 }])) };
  const of = app ? { type: 'component-diagram', of: app.id } : { type: 'context-diagram', domain: 'd0' };
  const shown = element('diagram', 'v', {
    name: 'View',
    ...of,
    ...(ids.length > 0 && { objects, layout }),
  });
  if (ids.length === 0) return [shown];
  const messages = steps.map(([origin, target]) => between(ids, origin, target));
  return [
    shown,
    element('flow', 'f', { name: 'Flow', diagram: 'v', ...(messages.length > 0 && { steps: messages }) }),
  ];
}
