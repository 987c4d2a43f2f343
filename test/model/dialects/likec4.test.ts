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
  color ferry rgba(0, 1, 2, 0.5)
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
    title 'More'
    include element.kind = actor, shop.*, cart where kind is component
    group 'Around' { include weather }
  }
  dynamic view buy {
    title 'Buying'
    passenger -> shop 'orders'
    shop -> cart 'keeps' -> books 'writes' { notes 'x' }
    shop <- books 'answers'
    parallel {
      branch 'one' { shop -> cart 'empties' }
    }
  }
  dynamic view loop {
    variant sequence autonumber from 1 step 1
    note over passenger, shop 'Before'
    group 'One' { passenger -> shop 'orders' }
    repeat 'often' { shop -> cart 'again' }
  }
  deployment view live { include * }
}
deployment {
  node one { instanceOf ferry }
}
`;

describe('LikeC4 becomes a model', () => {
  it('with types by name and shape, properties, and properties of kinds', () => {
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
      passenger: { caption: 'Travels by sea', tags: ['slow', 'old'] },
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

  it('with relationships, resolved from the innermost scope', () => {
    const { connections, model } = read(FERRIES);
    expect(connections).toEqual([
      'passenger books with shop',
      'shop writes books',
      'cart async books',
      'ferry asks weather',
    ]);
    expect(elementsOf(model, 'connection').map((it) => it.fields.technologies)).toEqual([
      undefined,
      ['kafka'],
      ['kafka'],
      undefined,
    ]);
    expect(elementsOf(model, 'connection')[0]?.fields.description).toBe('HTTPS');
    expect(elementsOf(model, 'connection').at(-1)?.fields).toMatchObject({
      description: 'Each hour',
      tags: ['slow'],
    });
  });

  it('with diagrams of plain views and flows of plain steps; omitted parts are reported with their line', () => {
    const { diagrams, model, findings } = read(FERRIES);
    expect(diagrams).toEqual({
      Landscape: ['passenger', 'ferry', 'weather'],
      'Ferry Booking': ['shop', 'books', 'passenger'],
      More: ['shop', 'books', 'passenger', 'weather'],
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
    expect(findings).toEqual([
      'main:66 lost The style of weather on the view is not imported.',
      'main:67 lost "exclude passenger -> *" is an expression, which is not supported: it is skipped.',
      'main:73 lost "include cart where kind is component" is an expression, which is not supported: it is skipped.',
      'main:74 lost Groups of views are not imported; their elements are.',
      'main:81 lost Parallel steps become sequential steps.',
      'main:87 lost Notes of flows are not imported.',
      'main:88 lost Groups of steps are not imported; their steps are.',
      'main:89 lost The dynamic view loop is skipped: it contains more than steps.',
      'main:91 lost The deployment view live is not imported.',
      'main:93 lost The deployment is not imported.',
      'main:71 lost The view "More" loses 1 element that a diagram of the type app-diagram cannot show.',
    ]);
  });

  it('with a system for a service that contains services', () => {
    const { types, findings, diagrams } =
      read(`specification { element service; element webapp; element queue }
      model {
        shop = service { web = webapp; api = service { cache = queue }; web -> api 'calls' }
        lone = service
      }
      views { dynamic view calls { web -> api 'calls' } }`);
    expect(types).toEqual({
      shop: 'system',
      web: 'app',
      api: 'app',
      cache: 'component',
      lone: 'app',
      'model-system': 'system',
    });
    expect(diagrams.calls).toEqual(['web', 'api']);
    expect(findings[0]).toBe('main:3 inferred "shop" contains apps or stores: it becomes a system.');
  });

  it('keeps metadata without a field, and reports properties of views', () => {
    const { fields, model, findings } = read(`${SPECIFICATION} model {
      a = system { metadata { status 'beta'; teams 'Core, Ops'; external 'no' } }
      b = system { metadata { status 'future'; external 'true' } }
      a -> b 'asks' { metadata { teams 'Core' } }
    }
    views {
      view x {
        #late
        link https://x.y 'Docs'
        include *
      }
    }`);
    expect(fields.a).toMatchObject({ labels: { status: 'beta', external: 'no' }, teams: ['Core', 'Ops'] });
    expect(fields.b).toMatchObject({ status: 'future', external: true });
    expect(fields.b).not.toHaveProperty('labels');
    expect(elementsOf(model, 'connection')[0]?.fields.labels).toEqual({ teams: 'Core' });
    const first = SPECIFICATION.split('\n').length;
    expect(findings).toEqual([
      `main:${first + 7} lost Tags of views are not imported.`,
      `main:${first + 8} lost Links of views are not imported.`,
    ]);
  });

  it('from several files that extend each other', () => {
    const { fields, connections, findings } = read({
      'b.c4': `import { x } from 'elsewhere'
        model {
          extend sea.shop.web {
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
    expect(connections).toEqual(['page reads db', 'web Uses db-2', 'page Uses twin']);
    expect(findings.slice(0, 5)).toEqual([
      'b.c4:1 lost Imports from other projects are not supported: they are skipped.',
      'c.c4:1 syntax The element "sea.shop.web.page" is defined twice.',
      'b.c4:8 lost "nowhere" is extended but does not exist.',
      'b.c4:8 inferred "nowhere.y" is not in a system: it becomes a system.',
      'a.c4:27 lost The relationship "asks" refers to nothing, which does not exist.',
    ]);
  });

  it('reports errors with position and expectation, and continues', () => {
    const { types, findings, sketch } = read(`modell {
}
model {
  a = system 'A' { color }
  b = 'B'
  -> a
  a -> nobody 'asks'
  a = system
  c = system 'C {
}
`);
    expect(types).toEqual({ a: 'system', c: 'system' });
    expect(findings).toEqual([
      'main:1 syntax Unexpected "modell".',
      'main:4 syntax Unexpected "}".',
      'main:5 syntax Unexpected "B".',
      'main:8 syntax The element "a" is defined twice.',
      'main:9 syntax A text has no closing quote.',
      'main:11 syntax A block is not closed at the end of the file.',
      'main:6 lost A relationship refers to its parent, which does not exist.',
      'main:7 lost The relationship "asks" refers to nobody, which does not exist.',
    ]);
    expect(sketch.findings[0]?.hint).toMatch(/^Expected: specification, model/);
  });
});

describe('any LikeC4 files', () => {
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
  it('are read in finite time, with a valid model', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          '',
          'model {',
          `${SPECIFICATION} model { a = system { b = app } dynamic view x {`,
          'views { view {',
        ),
        fc.array(fc.oneof(words, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 60 }),
        (before, it) => {
          read(before + it.join(' '));
        },
      ),
    );
  });

  it('are read quickly at any depth', () => {
    expect(read(' '.repeat(20_000_001)).findings).toEqual([
      'main:1 syntax The files are too large to be read.',
    ]);
    expect(read(`model { ${'a = thing { '.repeat(20_000)}`).findings.slice(0, 2)).toEqual([
      'main:1 syntax Blocks are nested too deep here.',
      'main:1 syntax A block is not closed at the end of the file.',
    ]);
    const views = 'view { include * }'.repeat(401);
    const all = Array.from({ length: 5_000 }, (_, at) => `a${at} = actor`).join('\n');
    const source = { path: 'main', text: `model { ${all} } views { ${views} }` };
    expect(readLikeC4([source], () => undefined).findings).toHaveLength(1);
    expect(read(`model { ${'a.'.repeat(20_000)}b -> c }`).findings).toHaveLength(2);
    expect(read(`model { a = system { ${'-> a '.repeat(5_000)}`).findings).toHaveLength(3);
  });
});
