import fc from 'fast-check';
import { type Element, type Model, modelOf } from '../../../src/model/document/element.js';
import { anyCharacter } from '../../support/any-character.js';

/** Models of any shape: cycles of parents, dangling connections, special names. */

const IDS = ['a', 'b', 'c', 'd', 'e', '__proto__', 'end'];
const id = fc.constantFrom(...IDS);
const name = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc.constantFrom('end', '"; x', '<script>', '# a', '\u202eab', '*', 'constructor'),
);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const fieldsOf = (fields: Record<string, unknown>): Element['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([, it]) => it !== undefined)) as Element['fields'];

const object = fc
  .record({
    name,
    type: fc.constantFrom('system', 'app', 'store', 'component', 'actor', 'group', 'odd'),
    parent: optional(id),
    domain: optional(id),
    status: optional(fc.constantFrom('future', 'removed')),
    external: optional(fc.constant(true)),
    technologies: optional(fc.array(name, { maxLength: 2 })),
    tags: optional(fc.array(id, { maxLength: 2 })),
  })
  .map(fieldsOf);

const connection = fc
  .record({
    name,
    origin: id,
    target: id,
    direction: optional(fc.constantFrom('outgoing', 'bidirectional')),
    technologies: optional(fc.array(name, { maxLength: 2 })),
  })
  .map(fieldsOf);

export const models: fc.Arbitrary<Model> = fc
  .record({
    objects: fc.array(fc.tuple(id, object), { maxLength: 10 }),
    connections: fc.array(connection, { maxLength: 12 }),
  })
  .map(({ objects, connections }) =>
    modelOf([
      ...objects.map(([at, fields]): Element => ({ kind: 'object', id: at, fields })),
      ...connections.map((fields, at): Element => ({ kind: 'connection', id: `c${at}`, fields })),
    ]),
  );
