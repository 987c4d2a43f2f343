import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelOf } from '../../../src/model/document/element.js';
import { readModel } from '../../../src/model/document/read.js';
import { writeModel } from '../../../src/model/document/write.js';
import { runs } from '../../support/property-runs.js';
import { anyModel, contentOf } from '../../support/writable-models.js';
import { SKETCH } from './sketch.js';

const read = (text: string) => readModel([{ path: 'model.yaml', text }]).model;

describe('a written model', () => {
  it.each([false, true])('is read back unchanged, for any content (split: %s)', (split) => {
    fc.assert(
      fc.property(anyModel, (model) => {
        const { model: again, findings } = readModel(writeModel(model, { split }));
        expect(findings).toEqual([]);
        expect(contentOf(again)).toEqual(contentOf(model));
      }),
      { numRuns: runs(20) },
    );
  });

  it('looks like a document written by people', () => {
    const [document] = writeModel(read(SKETCH));
    expect(document?.text).toBe(`# yaml-language-server: $schema=./model.schema.json
landscape: Ferry Platform
namespace: ferry-platform
domains:
  - id: travel
    name: Passenger Travel
    objects:
      - { id: passenger, name: Passenger, type: actor, caption: Crosses on foot or by car. }
      - id: booking
        name: Booking
        type: system
        objects:
          - id: booking-api
            name: Booking API
            type: app
            technologies: [node-js]
            tags: [public]
          - { id: booking-db, name: Booking Database, type: store, technologies: [postgresql] }
connections:
  - id: api-db
    name: Stores bookings
    origin: booking-api
    target: booking-db
    direction: outgoing
tagGroups:
  - { id: exposure, name: Exposure, icon: globe }
tags:
  - { id: public, name: Public, color: blue, group: exposure }
diagrams:
  - id: booking-apps
    name: Booking Apps
    type: app-diagram
    of: booking
    objects: [passenger, booking-api, booking-db]
flows:
  - id: book
    name: Book a crossing
    diagram: booking-apps
    steps:
      - { origin: passenger, target: booking-api, description: Asks for a cabin }
moved:
  - { from: booking-store, to: booking-db }
`);
  });

  it('has multi-line texts as blocks, and positions one per line in separate files', () => {
    const layout = {
      objects: { b: { x: 10, y: 2.5 }, a: { x: -4, y: 0, width: 300 } },
      connections: { c: { points: [{ x: 1, y: 2 }], line: 'straight' } },
    };
    const model = modelOf([
      { kind: 'domain', id: 'd', fields: { name: 'D' } },
      {
        kind: 'object',
        id: 'a',
        fields: { name: '1.10', type: 'app', domain: 'd', description: '# Why\n\n- so: "so"\n' },
      },
      { kind: 'diagram', id: '../up', fields: { name: 'Up', type: 'app-diagram', layout } },
    ]);
    expect(writeModel(model, { split: true })).toEqual([
      {
        path: 'model.yaml',
        text: `# yaml-language-server: $schema=./model.schema.json
domains:
  - id: d
    name: D
    objects:
      - id: a
        name: "1.10"
        type: app
        description: |
          # Why

          - so: "so"
diagrams:
  - { id: "../up", name: Up, type: app-diagram }
`,
      },
      {
        path: 'layout/up.yaml',
        text: `# yaml-language-server: $schema=../model.schema.json
layoutOf: "../up"
objects:
  a:
    x: -4
    y: 0
    width: 300
  b:
    x: 10
    y: 2.5
connections:
  c:
    points:
      - { x: 1, y: 2 }
    line: straight
`,
      },
    ]);
  });

  it('nests objects up to the readable depth; cycles are at the top level', () => {
    const chain = Array.from({ length: 20 }, (_, at) => ({
      kind: 'object' as const,
      id: `o${at}`,
      fields: { name: 'O', type: 'app', ...(at > 0 && { parent: `o${at - 1}` }) },
    }));
    const circle = (id: string, parent: string) =>
      ({ kind: 'object', id, fields: { name: 'O', type: 'app', parent } }) as const;
    const model = modelOf([...chain, circle('a', 'b'), circle('b', 'a')]);
    const [document] = writeModel(model);
    expect(Math.max(...(document?.text ?? '').split('\n').map((it) => it.search(/\S/)))).toBeLessThan(70);
    expect(contentOf(read(document?.text ?? ''))).toEqual(contentOf(model));
  });
});
