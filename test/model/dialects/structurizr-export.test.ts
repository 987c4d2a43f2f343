import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportAs } from '../../../src/model/dialects/export.js';
import { readStructurizr } from '../../../src/model/dialects/read/structurizr/structurizr.js';
import {
  type Element,
  elementsOf,
  type Model,
  modelOf,
  type Value,
} from '../../../src/model/document/element.js';
import { runs } from '../../support/property-runs.js';
import { faultsOf } from '../../support/structurizr-rules.js';
import { validModel } from '../../support/valid-models.js';
import { imported } from './importing.js';

const textOf = (model: Model): string => exportAs(model, 'structurizr').files[0]?.text ?? '';
const leftOf = (model: Model) =>
  Object.fromEntries(exportAs(model, 'structurizr').losses.map(({ what, count }) => [what, count]));
const element = (kind: Element['kind'], id: string, fields: Record<string, Value>): Element => ({
  kind,
  id,
  fields,
});
const object = (id: string, type: string, at: Record<string, Value>): Element =>
  element('object', id, { name: id, type, ...at });
const connection = (
  origin: string,
  target: string,
  name = 'Uses',
  more: Record<string, Value> = {},
): Element =>
  element('connection', `${origin} ${name} ${target} ${JSON.stringify(more)}`, {
    name,
    origin,
    target,
    direction: 'outgoing',
    ...more,
  });

const SEA = [
  element('domain', 'sea', { name: 'Sea' }),
  object('sailor', 'actor', { domain: 'sea' }),
  object('booking', 'system', { domain: 'sea' }),
  object('web', 'app', { parent: 'booking' }),
  object('api', 'app', { parent: 'booking' }),
  object('page', 'component', { parent: 'web' }),
  object('radio', 'system', { domain: 'sea' }),
  object('mast', 'app', { parent: 'radio' }),
];
const OBJECTS = ['sailor', 'booking', 'web', 'api', 'page', 'radio', 'mast'];

/** Few names, so that the same ones occur at several levels and in several domains. */
const anyName = fc.constantFrom('Uses', 'Asks', 'a\\b', 'a\u29f5b', 'two\nlines', '');
const landscapes = fc
  .record({
    names: fc.array(anyName, { minLength: 7, maxLength: 7 }),
    edges: fc.array(
      fc.record({ origin: fc.constantFrom(...OBJECTS), target: fc.constantFrom(...OBJECTS), name: anyName }),
      { maxLength: 12 },
    ),
    steps: fc.array(
      fc.record({
        origin: fc.constantFrom(...OBJECTS),
        target: fc.constantFrom(...OBJECTS),
        description: anyName,
        type: fc.constantFrom('outgoing', 'reply'),
      }),
      { maxLength: 6 },
    ),
    of: fc.constantFrom('booking', 'web', undefined),
    isSplit: fc.boolean(),
  })
  .map(({ names, edges, steps, of, isSplit }) => {
    const objects = SEA.slice(1).map((it, at) => {
      const domain = isSplit && it.fields.domain !== undefined && at > 3 ? { domain: 'land' } : {};
      return { ...it, fields: { ...it.fields, name: names[at] ?? '', ...domain } };
    });
    const type = of === 'booking' ? 'app-diagram' : of === 'web' ? 'component-diagram' : 'context-diagram';
    return modelOf(
      [
        ...[
          element('domain', 'sea', { name: 'Sea' }),
          element('domain', 'land', { name: 'Land' }),
          ...objects,
        ],
        ...edges.map(({ origin, target, name }, at) => ({
          ...connection(origin, target, name),
          id: `c${at}`,
        })),
        element('diagram', 'd', {
          ...{ name: 'D', type, objects: OBJECTS.map((it) => ({ object: it })) },
          ...(of === undefined ? { domain: 'sea' } : { of }),
        }),
        element('flow', 'f', { name: 'F', diagram: 'd', steps }),
      ],
      {},
    );
  });

describe('Structurizr accepts exports', () => {
  it.each([
    ['connections at several levels, duplicates, equal names and any flow', landscapes],
    ['any sound model', validModel],
  ])('of %s', (_, models) => {
    fc.assert(
      fc.property(models, (model) => {
        const text = textOf(model);
        expect(faultsOf(text), text).toEqual([]);
      }),
      { numRuns: runs(150) },
    );
  });

  it(`which the test's rules would reject in another order`, () => {
    const model = modelOf([...SEA, connection('page', 'mast'), connection('booking', 'radio')], {});
    const lines = textOf(model).split('\n');
    const [upper, nested] = ['booking -> radio', 'page -> mast'].map((it) =>
      lines.findIndex((line) => line.includes(it)),
    ) as [number, number];
    expect(upper).toBeLessThan(nested);
    expect(faultsOf(lines.join('\n'))).toEqual([]);
    [lines[upper], lines[nested]] = [lines[nested] ?? '', lines[upper] ?? ''];
    expect(faultsOf(lines.join('\n'))).toEqual(['The relationship exists already: booking -> radio "Uses"']);
  });
});

describe('an export to Structurizr', () => {
  it('merges connections with the same ends and text, and reports it', () => {
    const model = modelOf(
      [
        ...SEA,
        connection('web', 'api', 'Asks', { technologies: ['http'], labels: { port: '1' } }),
        connection('web', 'api', 'Asks', { technologies: ['json', 'http'], labels: { port: '2', by: 'x' } }),
      ],
      {},
    );
    expect(textOf(model)).toContain('web -> api "Asks" "http, json" {\n            properties {\n');
    expect(leftOf(model)).toEqual({ 'connections merged with another of the same ends and label': 1 });
    const { model: back } = imported(readStructurizr, textOf(model));
    expect(elementsOf(back, 'connection').map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ technologies: ['http', 'json'], labels: { port: '1', by: 'x' } }),
    ]);
  });

  it('makes names in several domains unique, and reports it', () => {
    const model = modelOf(
      [
        ...[element('domain', 'sea', { name: 'Sea' }), element('domain', 'land', { name: 'Land' })],
        element('object', 'a', { name: 'Booking', type: 'system', domain: 'sea' }),
        element('object', 'b', { name: 'Booking', type: 'system', domain: 'land' }),
      ],
      {},
    );
    expect(textOf(model)).toContain('b = softwareSystem "Booking (Land)"');
    expect(leftOf(model)).toEqual({ 'duplicate names, which get a suffix': 1 });
  });

  it('keeps groups within a system, also nested ones and those with systems', () => {
    const model = modelOf(
      [
        element('domain', 'sea', { name: 'Sea' }),
        object('outer', 'group', { domain: 'sea' }),
        object('inner', 'group', { parent: 'outer' }),
        object('booking', 'system', { parent: 'outer' }),
        object('web', 'app', { parent: 'booking', groups: ['inner'] }),
        object('page', 'component', { parent: 'web', groups: ['outer'] }),
        object('api', 'app', { parent: 'booking' }),
        object('radio', 'system', { domain: 'sea' }),
        object('mast', 'app', { parent: 'radio', groups: ['inner'] }),
      ],
      {},
    );
    const text = textOf(model);
    expect(leftOf(model)).toEqual({});
    expect(faultsOf(text)).toEqual([]);
    const { fields, findings } = imported(readStructurizr, text);
    expect(findings).toEqual([]);
    const original = Object.fromEntries(elementsOf(model, 'object').map((it) => [it.id, it.fields]));
    expect(fields).toEqual(original);
  });

  it('has flows as dynamic views, which are read back with their diagrams; level views are not diagrams', () => {
    const model = modelOf(
      [
        ...SEA,
        connection('web', 'api'),
        connection('page', 'mast'),
        element('diagram', 'sell', {
          ...{ name: 'Sell', type: 'app-diagram', of: 'booking', description: 'How cabins are sold' },
          objects: [{ object: 'web' }, { object: 'api' }, { object: 'radio' }],
        }),
        element('flow', 'sell', {
          ...{ name: 'Sell', diagram: 'sell' },
          steps: [
            { origin: 'web', target: 'api', description: 'Asks' },
            { origin: 'api', target: 'web', description: 'Answers', type: 'reply' },
            { origin: 'web', target: 'radio', description: 'Calls' },
          ],
        }),
      ],
      { landscape: 'Lines' },
    );
    const text = textOf(model);
    expect(leftOf(model)).toEqual({});
    expect(faultsOf(text)).toEqual([]);
    const { model: back, diagrams, findings } = imported(readStructurizr, text);
    expect(findings).toEqual([]);
    expect(diagrams).toEqual({ Sell: ['web', 'api', 'radio'] });
    expect(elementsOf(back, 'diagram')[0]).toMatchObject({
      id: 'sell',
      fields: { description: 'How cabins are sold', of: 'booking' },
    });
    expect(elementsOf(back, 'flow')).toEqual(elementsOf(model, 'flow'));
    expect(textOf(back)).toBe(text);
  });

  it('reports steps that a dynamic view cannot contain', () => {
    const model = modelOf(
      [
        ...SEA,
        connection('sailor', 'booking'),
        element('diagram', 'd', {
          ...{ name: 'D', type: 'context-diagram', domain: 'sea' },
          objects: [{ object: 'sailor' }, { object: 'booking' }, { object: 'radio' }],
        }),
        element('flow', 'f', {
          ...{ name: 'F', diagram: 'd' },
          steps: [
            { origin: 'sailor', target: 'booking', description: 'Asks', type: 'reply' },
            { origin: 'booking', target: 'radio', description: 'Nothing joins these' },
            { description: 'A remark', type: 'information' },
          ],
        }),
      ],
      {},
    );
    expect(leftOf(model)).toEqual({
      'steps of flows that change between message and reply': 1,
      'steps of flows that no dynamic view can show': 1,
      'steps of flows that are not messages': 1,
    });
  });
});

describe('losses of diagrams and texts', () => {
  it('counts drawn objects that become boundaries of others', () => {
    const drawn = (...ids: string[]): Model =>
      modelOf(
        [
          ...SEA,
          element('diagram', 'inside', {
            name: 'Inside',
            type: 'app-diagram',
            of: 'booking',
            objects: ids.map((id) => ({ object: id })),
          }),
        ],
        { namespace: 'sea' },
      );
    const loss = 'model objects on diagrams that become boundaries';
    expect(leftOf(drawn('web', 'radio'))[loss]).toBeUndefined();
    expect(leftOf(drawn('web', 'mast', 'radio'))[loss]).toBe(1);
    expect(leftOf(drawn('web', 'mast', 'radio', 'booking'))[loss]).toBe(2);
  });

  it('keeps runs of spaces', () => {
    const model = modelOf(
      [
        element('domain', 'sea', { name: 'Sea' }),
        object('a', 'system', { domain: 'sea', description: 'x  y\n  z' }),
      ],
      { namespace: 'sea' },
    );
    expect(textOf(model)).toContain('"description" "x  y\\n  z"');
    const { elements } = imported(readStructurizr, textOf(model)).model;
    expect([...(elements.get('object')?.values() ?? [])].map(({ fields }) => fields.description)).toEqual([
      'x  y\n  z',
    ]);
  });
});
