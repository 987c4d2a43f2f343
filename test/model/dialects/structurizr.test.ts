import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStructurizr } from '../../../src/model/dialects/read/structurizr/structurizr.js';
import { elementsOf } from '../../../src/model/document/element.js';
import { imported } from './importing.js';

const read = (given: Parameters<typeof imported>[1], beside?: Parameters<typeof imported>[2]) =>
  imported(readStructurizr, given, beside);
const inModel = (lines: string): string => `workspace "Harbour" {\n  model {\n${lines}\n  }\n}\n`;

const FERRIES = `/* A company
   that runs ferries. */
workspace "Ferry Lines" {
    model {
        passenger = person "Passenger" "Travels by sea." "Customer"
        group "Ferry Lines" {
            crew = person "Crew"
            radio = softwaresystem "Port Radio" "Talks to ports." "Existing System"
            booking = softwareSystem "Booking" "Sells cabins." {
                web = container "Web Shop" "Sells to \\"people\\"." "TypeScript, React" "Web Browser"
                api = container "Booking API" "Answers." "Java and Spring MVC" {
                    quotes = component "Quotes" "Computes prices." "Spring Bean"
                    store = component "Repository"
                    quotes -> store "Asks"
                }
                db = container "Ledger" "Keeps bookings." "Paper" "Database"
            }
        }
        weather = softwareSystem "Weather" "Forecasts." "External,SaaS"
        passenger -> booking "Books with"
        passenger -> web "Visits" "HTTPS"
        web -> quotes "Calls" "JSON/HTTPS"
        store -> db "Reads" "JDBC"
        api -> weather "Asks" {
            tags "Slow"
        }
        # Where it runs
        deploymentEnvironment "Live" {
            deploymentNode "Data Centre" "" "Ubuntu 24.04" "" 4 {
                lb = infrastructureNode "Balancer"
                dbNode = deploymentNode "Database Host" {
                    containerInstance db
                }
                apiInstance = containerInstance api
                lb -> apiInstance "Forwards"
            }
        }
    }
    views {
        systemlandscape "Landscape" {
            include *
            autoLayout
        }
        systemContext booking "Context" {
            include *
            exclude weather
        }
        container booking {
            title "Inside Booking"
            include *
        }
        component api "Parts" {
            include *
            include ->quotes->
        }
        dynamic api "Sell" {
            web -> quotes "Asks"
        }
        styles {
            element "Database" {
                shape Cylinder
            }
        }
    }
}
`;

describe("Structurizr's DSL becomes a model", () => {
  it('with elements, groups, types by shape, and deployments', () => {
    const { fields, types, model } = read(FERRIES);
    expect(types).toEqual({
      live: 'group',
      'data-centre': 'group',
      'database-host': 'group',
      balancer: 'group',
      passenger: 'actor',
      crew: 'actor',
      radio: 'system',
      booking: 'system',
      web: 'app',
      api: 'app',
      quotes: 'component',
      store: 'component',
      db: 'store',
      weather: 'system',
    });
    expect(elementsOf(model, 'domain').map((it) => it.fields.name)).toEqual(['Ferry Lines']);
    expect(fields).toMatchObject({
      web: { parent: 'booking', caption: 'Sells to "people".', technologies: ['typescript', 'react'] },
      db: { groups: ['database-host'], caption: 'Keeps bookings.' },
      api: { groups: ['data-centre'] },
      weather: { external: true, tags: ['saas'] },
    });
    expect(fields.radio).not.toHaveProperty('external');
  });

  it('with explicit connections, never implied ones', () => {
    expect(read(FERRIES).connections).toEqual([
      'quotes Asks store',
      'passenger Books with booking',
      'passenger Visits web',
      'web Calls quotes',
      'store Reads db',
      'api Asks weather',
      'balancer Forwards api',
    ]);
  });

  it('with diagrams of plain views; omitted parts are reported with their line', () => {
    const { diagrams, findings } = read(FERRIES);
    expect(diagrams).toEqual({
      'System Landscape': ['passenger', 'crew', 'radio', 'booking', 'weather'],
      'Booking - System Context': ['booking', 'passenger'],
      'Inside Booking': ['web', 'api', 'db', 'passenger', 'weather'],
      'Booking - Booking API - Components': ['quotes', 'store', 'web', 'db'],
      Sell: ['web', 'quotes'],
    });
    expect(findings).toEqual([
      'main:54 lost "include ->quotes->" is an expression, which is not supported: it is skipped.',
    ]);
  });

  it('with archetypes, of elements and of relationships', () => {
    const { fields, connections, model } = read(
      inModel(`
        archetypes {
          softwaresystem {
            tag "Ours"
          }
          service = container {
            technology "Java"
            tags "Service"
          }
          springService = service {
            technology "Spring Boot"
          }
          dataStore = container
          https = -> {
            technology "HTTPS"
          }
          team = group
        }
        s = softwareSystem "S" {
          crew = team "Red" {
            a = springService "Front" "Answers."
            b = datastore "Papers"
          }
          --https-> a "Watches"
        }
        a --https-> b "Reads"`),
    );
    expect(fields).toMatchObject({
      s: { tags: ['ours'] },
      a: { technologies: ['spring-boot'], tags: ['service'], groups: ['crew'], caption: 'Answers.' },
      b: { type: 'store' },
    });
    expect(connections).toEqual(['s Watches a', 'a Reads b']);
    expect(elementsOf(model, 'connection').map((it) => it.fields.technologies)).toEqual([
      ['https'],
      ['https'],
    ]);
  });

  it('with identifiers of the inner scope, and elements declared again', () => {
    const { fields, connections, findings } = read(
      `!const DEPTH "deep"
      workspace "Harbour" {
        !identifiers hierarchical
        model {
          u = person "U"
          one = softwareSystem "One" {
            api = container "Api" {
              u -> th\\
                 is "Us\\
                 es"
              -> db "Reads" \\
                 "JDBC"
            }
            db = container "Db One"
          }
          two = softwareSystem "Two" {
            api = container "Api Two" "Very \${DEPTH}, \${SHALLOW}."
            db = container "Orders" "" "PostgreSQL 16" {
              description """
                - a
                  - b
              """
            }
            api -> one.api "Calls"
          }
          !element "Container://Two.Api Two" {
            url https://harbour.example/api
            properties {
              "owner" "Ada"
            }
          }
          !elements "element.parent==one && element.type==container" {
            tags "Old"
            this -> two.db "Moves to"
          }
          !elements "element.name==x" {
          }
        }
      }`,
    );
    expect(fields['api-2']).toMatchObject({
      caption: `Very deep, \${SHALLOW}.`,
      links: [{ url: 'https://harbour.example/api' }],
      labels: { owner: 'Ada' },
    });
    expect(fields['db-2']?.description).toBe('- a\n  - b');
    expect(fields.db?.tags).toEqual(['old']);
    expect(connections).toEqual([
      'u Uses api',
      'api Reads db',
      'api-2 Calls api',
      'api Moves to db-2',
      'db Moves to db-2',
    ]);
    expect(findings).toEqual([
      `main:17 lost "\${SHALLOW}" is not defined in the files: it is not replaced.`,
      'main:36 lost The expression "element.name==x" and its block are not supported: they are skipped.',
      'main:18 inferred "Orders" becomes a store because of its name or technology.',
    ]);
  });

  it('with other files: included, extended, by folder, and never recursively', () => {
    const beside = {
      'base.dsl': 'workspace "Base" {\n  model {\n    !include parts\n    a -> b "Asks"\n  }\n}',
      'parts/a.dsl': 'a = softwareSystem "A"',
      'parts/b.dsl': 'b = softwareSystem "B"\n!include parts/b.dsl',
    };
    const main = `workspace extends base.dsl {
      name "Whole"
      !docs docs
      model {
        !extend a {
          web = container "Web"
        }
        !include https://harbour.example/c.dsl
        !include ../secret.dsl
      }
    }`;
    const { types, model, connections, findings } = read({ main, ...beside }, beside);
    expect(model.landscape).toBe('Whole');
    expect(types).toEqual({ a: 'system', b: 'system', web: 'app' });
    expect(connections).toEqual(['a Asks b']);
    expect(findings).toEqual([
      'parts/b.dsl:2 syntax "parts/b.dsl" includes itself.',
      'main:3 lost "!docs docs" is skipped: only models are imported.',
      'main:8 lost "https://harbour.example/c.dsl" is not fetched.',
      'main:9 syntax "../secret.dsl" cannot be read.',
    ]);
  });

  it('without running scripts', () => {
    const { types, findings } = read(
      inModel(`
        s = softwareSystem "S" {
          !script groovy {
            if (x) {
              y = "unclosed
            }
        }
          !script tool.groovy {
            name value
          }
          !plugin com.example.Plugin
        }`).replace('            }\n        }', '            x }\n        }'),
    );
    expect(types).toEqual({ s: 'system' });
    expect(findings.map((it) => it.split(' is ')[0])).toEqual([
      'main:5 lost "!script groovy"',
      'main:10 lost "!script tool.groovy"',
      'main:13 lost "!plugin com.example.Plugin"',
    ]);
  });

  it('reports errors with position and expectation, and continues', () => {
    const { types, sketch, findings } = read(`workspace "Harbour" {
  model {
    a = softwareSystem "A
    a = softwareSystem "Again"
    container "Lost" {
      component "Too"
    }
    b = softwareSystem
    syste "What"
    a -> nobody "Asks"
    c = person "C" { }
  }
}
}
`);
    expect(types).toMatchObject({ a: 'system', c: 'actor' });
    expect(findings).toEqual([
      'main:3 syntax A text has no closing quote.',
      'main:4 syntax The identifier "a" is already in use.',
      'main:5 syntax The container "Lost" is not allowed here.',
      'main:8 syntax Unexpected "softwareSystem".',
      'main:9 syntax Unexpected "syste".',
      'main:14 syntax No block is open here.',
      'main:10 lost The relationship "Asks" refers to nobody, which does not exist.',
    ]);
    expect(sketch.findings.find(({ message }) => message.includes('"syste"'))?.hint).toMatch(
      /^Expected: person/,
    );
    expect(read('workspace {\n model {\n').findings).toEqual([
      'main:3 syntax A block is not closed at the end of the file.',
    ]);
    expect(read('nothing of this\nis a workspace').findings).toHaveLength(2);
  });
});

describe("Structurizr's JSON becomes a model", () => {
  const workspace = {
    name: 'Ferry Lines',
    model: {
      properties: { 'structurizr.groupSeparator': '/' },
      people: [
        {
          id: '1',
          name: 'Passenger',
          tags: 'Element,Person',
          relationships: [
            { id: '7', sourceId: '1', destinationId: '3', description: 'Visits', technology: 'HTTPS' },
            { id: '8', sourceId: '1', destinationId: '2', linkedRelationshipId: '7', description: 'Visits' },
          ],
        },
      ],
      softwareSystems: [
        {
          id: '2',
          name: 'Booking',
          group: 'Sales/Online',
          properties: { 'structurizr.dsl.identifier': 'bookingSystem', owner: 'Ada' },
          containers: [
            { id: '3', name: 'Web', components: [{ id: '5', name: 'Page', technology: 'React' }] },
            { id: '4', name: 'Ledger', tags: 'Element,Container,Base', url: 'https://ferry.example' },
          ],
        },
      ],
      deploymentNodes: [
        {
          name: 'Host',
          environment: 'Live',
          children: [{ name: 'Pod', containerInstances: [{ containerId: '3' }] }],
        },
      ],
    },
    views: {
      containerViews: [{ key: 'Inside', softwareSystemId: '2', elements: [{ id: '1' }, { id: '3' }] }],
      dynamicViews: [{ key: 'Sell' }],
      configuration: { styles: { elements: [{ tag: 'Base', shape: 'Pipe' }] } },
    },
  };

  it('with the same content as the DSL', () => {
    const { fields, connections, diagrams, findings } = read(JSON.stringify(workspace, undefined, 1));
    expect(fields).toMatchObject({
      'booking-system': { parent: 'online', labels: { owner: 'Ada' } },
      online: { type: 'group', parent: 'sales' },
      web: { type: 'app', parent: 'booking-system', groups: ['pod'] },
      ledger: { type: 'store', tags: ['base'], links: [{ url: 'https://ferry.example' }] },
      page: { type: 'component', parent: 'web', technologies: ['react'] },
      pod: { parent: 'host' },
    });
    expect(connections).toEqual(['passenger Visits web']);
    expect(diagrams).toEqual({ 'Booking - Containers': ['passenger', 'web'] });
    const child = `workspace extends base.json {
      model {
        bookingSystem -> bookingSystem.front "Opens"
      }
    }`;
    const base = JSON.stringify(workspace).replace(
      '"name":"Web"',
      '"name":"Web","properties":{"structurizr.dsl.identifier":"bookingSystem.front"}',
    );
    expect(read(child, { 'base.json': base }).connections).toEqual([
      'passenger Visits front',
      'booking-system Opens front',
    ]);
    expect(findings).toEqual(['main:93 lost The dynamic view Sell is skipped: it has no steps.']);
  });

  it('and reports invalid JSON', () => {
    expect(read('{\n "model": [\n  1 2 ]}').findings).toEqual([
      'main:3 syntax The file is not workspace JSON.',
    ]);
    expect(read('{"constructor": toString}').findings).toHaveLength(1);
    expect(read('{}').findings).toHaveLength(1);
    expect(read(JSON.stringify(workspace).slice(0, -5)).findings).toHaveLength(1);
  });
});

describe('any workspace', () => {
  const lines = fc.constantFrom(
    ...FERRIES.split('\n'),
    ...[
      '{',
      '}',
      '"',
      '"""',
      '\\',
      '/*',
      '!elements "element==*" {',
      `!const A "\${A}\${A}"`,
      `"\${A}" -> this {`,
    ],
    ...['group "x"', '!identifiers hierarchical', 'end', '<script>', '__proto__ = person "constructor"'],
  );
  it('is read in finite time, with a valid model', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(lines, fc.string({ unit: 'grapheme', maxLength: 20 })), { maxLength: 40 }),
        (it) => {
          read(it.join('\n'));
        },
      ),
    );
  });

  it('is read quickly at any depth or length', () => {
    expect(read(' '.repeat(20_000_001)).findings).toEqual([
      'main:1 syntax The files are too large to be read.',
    ]);
    const deep = inModel('group "a" {\n'.repeat(20_000));
    expect(read(deep).findings.filter((it) => it.includes('syntax'))).toEqual([
      'main:100 syntax Blocks are nested too deep here.',
      'main:20006 syntax A block is not closed at the end of the file.',
    ]);
    expect(read(`{"model":${'[{"a":'.repeat(50_000)}`).findings).toHaveLength(1);
    const people = 'person "A"\n'.repeat(5_000);
    const views = 'systemLandscape {\ninclude *\n}\n'.repeat(401);
    const text = `workspace {\nmodel {\n${people}}\nviews {\n${views}}\n}`;
    expect(readStructurizr([{ path: 'main', text }], () => undefined).findings).toHaveLength(1);
    const growing = `!const A "${'x'.repeat(50)}"\n${`!const A "\${A}\${A}"\n`.repeat(40)}`;
    expect(read(`${growing}${inModel(`a = person "\${A}"`)}`).findings).toContain(
      'main:20 syntax The values of the constants are too long.',
    );
  });
});
