import { describe, expect, it } from 'vitest';
import { exportAs } from '../../../src/model/dialects/export.js';
import { readLikeC4 } from '../../../src/model/dialects/read/likec4/likec4.js';
import { type Element, elementsOf, type Model, modelOf } from '../../../src/model/document/element.js';
import { imported } from './importing.js';

const read = (text: string) => imported(readLikeC4, text);
const textOf = (model: Model): string => exportAs(model, 'likec4').files[0]?.text ?? '';

describe('LikeC4 is read', () => {
  it('with positional texts: title, summary and technology of an element, title, description and technology of a relationship', () => {
    const { fields, model } = read(`specification { element system }
      model {
        a = system 'A' 'Sells cabins' 'Java' { description 'In detail' }
        b = system
        a -> b 'asks' 'each hour' 'HTTPS'
      }`);
    expect(fields.a).toMatchObject({
      name: 'A',
      caption: 'Sells cabins',
      description: 'In detail',
      technologies: ['java'],
    });
    expect(elementsOf(model, 'connection')[0]?.fields).toMatchObject({
      name: 'asks',
      description: 'each hour',
      technologies: ['https'],
    });
  });

  it('with all values of a metadata key that is repeated', () => {
    const { fields, model } = read(`specification { element system }
      model {
        a = system { metadata { owner 'Ada' owner 'Ben' owner 'Ada' } }
        b = system
        a -> b { metadata { port ['80', '81'] port '82' } }
      }`);
    expect(fields.a?.labels).toEqual({ owner: 'Ada, Ben' });
    expect(elementsOf(model, 'connection')[0]?.fields.labels).toEqual({ port: '80, 81, 82' });
  });

  it('with components as systems, apps or components by their depth, without invented parents', () => {
    const { types, findings } = read(`specification { element component; element zone }
      model {
        shop = component { web = component { cart = component }; api = component }
        coast = zone { port = component }
        alone = component
      }`);
    expect(types).toEqual({
      shop: 'system',
      web: 'app',
      cart: 'component',
      api: 'app',
      coast: 'group',
      port: 'system',
      alone: 'system',
    });
    expect(findings).toEqual([
      'main:3 inferred "shop" is not in a system: it becomes a system.',
      'main:3 inferred "shop.web" is directly in a system: it becomes an app.',
    ]);
  });
});

const FILE = `specification {
  element system
  element app
  tag Slow_query // 'Slow query'
  tag old // unused since May
}
model {
  cloudUi = system 'Cloud' {
    next_api = app 'API' { #Slow_query #old }
    api2 = app 'API 2'
  }
  cloudUi.next_api -> cloudUi.api2 'asks'
}
views {
  view index { title 'All' include * }
  view apiView of cloudUi { title 'Apps' include * }
  dynamic view callApi {
    title 'Call'
    description 'How it is asked'
    next_api -> api2 'asks'
  }
}
`;

describe('LikeC4 that is imported and exported again', () => {
  it('keeps identifiers of elements, tags, views and flows, and does not write the domain', () => {
    const { model, findings } = read(FILE);
    expect(findings).toEqual([]);
    expect(elementsOf(model, 'tag').map(({ fields }) => fields.name)).toEqual(['Slow query', 'old']);
    const text = textOf(model);
    expect(text).toContain(
      "  cloudUi = system 'Cloud' {\n    next_api = app 'API' {\n      #Slow_query #old\n",
    );
    expect(text).toContain("  cloudUi.next_api -> cloudUi.api2 'asks'\n");
    expect(text).toContain("  tag Slow_query // 'Slow query'\n  tag old\n");
    expect(text).not.toContain('domain ');
    expect(text.match(/view \w+/g)).toEqual([
      ...['view index_2', 'view app_cloudUi'],
      ...['view index', 'view apiView', 'view callApi'],
    ]);
  });

  it('is the same model after any number of round trips, without diagrams of the level views', () => {
    const first = read(FILE);
    const second = read(textOf(first.model));
    expect(second.findings).toEqual([]);
    expect(second.diagrams).toEqual(first.diagrams);
    expect(Object.keys(second.diagrams)).toEqual(['All', 'Apps', 'Call']);
    expect([...second.model.elements]).toEqual([...first.model.elements]);
    expect(textOf(second.model)).toBe(textOf(first.model));
  });

  it.each(['model', 'a.b', 'booking-api', 'bookingApi-v2', 'end', 'Übung', '1st'])(
    'keeps the id %s of a model',
    (id) => {
      const elements: Element[] = [
        { kind: 'domain', id, fields: { name: 'Sea' } },
        { kind: 'object', id, fields: { name: 'Ferry', type: 'system', domain: id } },
      ];
      const { model, findings } = read(textOf(modelOf(elements, {})));
      expect(findings).toEqual([]);
      expect(elementsOf(model, 'domain').map((it) => [it.id, it.fields])).toEqual([[id, { name: 'Sea' }]]);
      expect(elementsOf(model, 'object').map((it) => it.id)).toEqual([id]);
    },
  );
});
