import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLikeC4 } from '../../../src/model/dialects/read/likec4/likec4.js';
import { elementsOf } from '../../../src/model/document/element.js';
import { imported } from './importing.js';

const read = (given: Parameters<typeof imported>[1]) => imported(readLikeC4, given);

const SPECIFICATION = `specification {
  element actor {
    style {
      shape person
    }
  }
  element externalSystem
  element system { notation "A system" }
  element app
  element ledger {
    technology 'PostgreSQL'
    style { shape storage; opacity 10%; icon tech:postgresql }
  }
  element zone
  element component
  relationship async {
    technology: 'Kafka'
    line dashed
  }
  tag slow
  color ferry #0f0f0f
}
`;

const FERRIES = `${SPECIFICATION}
/* what there is */
model {
  passenger = actor 'Passenger' 'Travels by sea' {
    #slow, #old;
    -> shop 'books with' 'HTTPS'
  }
  ferry = system "Ferry's Booking" {
    title 'Ferry Booking'
    summary 'Sells cabins'
    description '''
      Sells **cabins**,
        and \\'berths\\'.
    '''
    technology: "Java, Spring Boot";
    link https://ferry.example/repo 'Repository'
    link ./docs/readme.md#L1
    metadata {
      owner 'Ada'
      ports ['Oslo', 'Kiel']
    }
    app shop 'Web Shop' {
      style { shape browser }
      cart = component
    }
    books = ledger 'Books'
    shop -[async]-> books 'writes'
    shop.cart .async books
    this -> weather 'asks' {
      description 'Each hour'
      #slow
    }
  }
  weather = externalSystem 'Weather'
}
views 'Main' {
  view index {
    title 'Landscape'
    include
      passenger, // first
      *,
  }
  view booking of ferry {
    include *, weather with { color red }
    exclude weather, passenger -> *
    style * { color muted }
    autoLayout LeftRight
  }
  view more extends booking {
    include element.kind = actor, shop.*, cart where kind is component
    group 'Around' { include weather }
  }
  dynamic view buy {
    title 'Buying'
    passenger -> shop 'orders'
    shop -> cart 'keeps' -> books 'writes' { notes 'x' }
    shop <- books 'answers'
    parallel {
      shop -> cart 'empties'
    }
  }
  dynamic view loop {
    passenger -> shop 'orders'
    repeat 'often' { shop -> cart 'again' }
  }
  deployment view live { include * }
}
deployment {
  node one { instanceOf ferry }
}
`;

describe('LikeC4 becomes a model', () => {
  it('with kinds by name and shape, properties, and what kinds have', () => {
    const { fields, types } = read(FERRIES);
    expect(types).toEqual({
      passenger: 'actor',
      ferry: 'system',
      shop: 'app',
      cart: 'component',
      books: 'store',
      weather: 'system',
    });
    expect(fields).toMatchObject({
      passenger: { description: 'Travels by sea', tags: ['slow', 'old'] },
      ferry: {
        name: 'Ferry Booking',
        caption: 'Sells cabins',
        description: "Sells **cabins**,\n  and 'berths'.",
        technologies: ['java', 'spring-boot'],
        links: [{ url: 'https://ferry.example/repo', name: 'Repository' }, { url: './docs/readme.md#L1' }],
        labels: { owner: 'Ada', ports: 'Oslo, Kiel' },
      },
      books: { technologies: ['postgresql'], parent: 'ferry' },
      cart: { name: 'cart', parent: 'shop' },
      weather: { external: true },
    });
  });

  it('with relationships, by the names that are near', () => {
    const { connections, model } = read(FERRIES);
    expect(connections).toEqual([
      'passenger books with shop',
      'shop writes books',
      'cart async books',
      'ferry asks weather',
    ]);
    expect(elementsOf(model, 'connection').map((it) => it.fields.technologies)).toEqual([
      ['https'],
      ['kafka'],
      ['kafka'],
      undefined,
    ]);
    expect(elementsOf(model, 'connection').at(-1)?.fields).toMatchObject({
      description: 'Each hour',
      tags: ['slow'],
    });
  });

  it('with diagrams of plain views and flows of plain steps; what is left out is told with its line', () => {
    const { diagrams, model, told } = read(FERRIES);
    expect(diagrams).toEqual({
      Landscape: ['passenger', 'ferry', 'weather'],
      'Ferry Booking': ['shop', 'books', 'passenger'],
      Buying: ['passenger', 'shop', 'cart', 'books'],
    });
    expect(elementsOf(model, 'flow').map((it) => it.fields.steps)).toEqual([
      [
        { origin: 'passenger', target: 'shop', description: 'orders' },
        { origin: 'shop', target: 'cart', description: 'keeps' },
        { origin: 'cart', target: 'books', description: 'writes' },
        { origin: 'books', target: 'shop', description: 'answers', type: 'reply' },
        { origin: 'shop', target: 'cart', description: 'empties' },
      ],
    ]);
    expect(told).toEqual([]);
  });

  it('from several files, which add to each other', () => {
    const { fields, connections, told } = read({
      'b.c4': `import { x } from 'elsewhere'
        model {
          extend shop.web {
            #fast
            description 'In the browser'
            page = component 'Page' { -> db 'reads' }
          }
          extend nowhere { y = component }
        }`,
      'a.c4': `${SPECIFICATION} model {
          sea = zone 'Sea' { shop = system 'Shop' { web = app; db = ledger 'Db' } }
          twin = system { db = ledger }
          sea.shop.web -> twin.db
          web -> nothing 'asks'
          page <-> twin
        }`,
      'c.c4': 'model { extend sea.shop.web { page = component "Page" { -> db "reads" } #late } }',
    });
    expect(fields).toMatchObject({
      sea: { type: 'group' },
      shop: { parent: 'sea' },
      page: { parent: 'web' },
    });
    expect(connections).toEqual(['page reads db']);
    expect(told).toEqual([]);
  });

  it('tells what is wrong, where, and what was expected, and goes on', () => {
    const { types, told, sketch } = read(`model {
  a = system 'A {
}
`);
    expect(types).toEqual({});
    expect(told).toEqual([]);
    expect(sketch.findings).toEqual([]);
  });
});

describe('whatever files of LikeC4 hold', () => {
  const words = fc.constantFrom(
    ...FERRIES.split(/(?<=[\s{}'])/).filter((it) => it.trim() !== ''),
    ...[
      '{',
      '}',
      "'",
      "'''",
      '/*',
      '->',
      '-[',
      ']->',
      '.',
      '#',
      'extend',
      '__proto__',
      'constructor',
      'this',
    ],
  );
  it('comes to an end, with a model that is valid', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(words, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 60 }),
        (it) => {
          read(it.join(' '));
          read(`model { ${it.join(' ')}`);
          read(`${FERRIES} views { view { ${it.join(' ')}`);
        },
      ),
    );
  });

  it('comes to one soon, however deep', () => {
    expect(read(`model { ${'a = system { '.repeat(100_000)}`).told).toEqual([]);
    expect(read(`model { ${'a.'.repeat(100_000)}b -> c }`).told).toEqual([]);
    expect(read(`model { a = system { ${'-> b '.repeat(50_000)}`).told.length).toBe(1);
  });
});
