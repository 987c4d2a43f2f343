import { describe, expect, it } from 'vitest';
import { readStructurizr } from '../../../src/model/dialects/read/structurizr/structurizr.js';
import { elementsOf } from '../../../src/model/document/element.js';
import { imported } from './importing.js';

const read = (given: Parameters<typeof imported>[1], beside?: Parameters<typeof imported>[2]) =>
  imported(readStructurizr, given, beside);

describe('Structurizr is read', () => {
  it('with an error for each duplicate of a unique block', () => {
    const { findings } = read(`workspace "A" {
      model { 
        a = person "A" 
      }
      model {
        b = person "B"
      }
      views {
      }
      views {
      }
    }
    workspace "B" {
    }`);
    expect(findings).toEqual([
      'main:5 syntax There is a second "model" block.',
      'main:10 syntax There is a second "views" block.',
      'main:13 syntax There is a second "workspace" block.',
    ]);
  });

  it('with a model in the workspace that another one extends', () => {
    const { findings, types } = read('workspace extends base.dsl {\nmodel {\nb = person "B"\n}\n}', {
      'base.dsl': 'workspace {\nmodel {\na = person "A"\n}\n}',
    });
    expect(findings).toEqual([]);
    expect(types).toEqual({ a: 'actor', b: 'actor' });
  });

  it.each([
    ['a = person "A" "Is" "Tag" "more"', 'more'],
    ['a = softwareSystem A sells cabins today', 'today'],
    ['g = group "G" "more" {\n}', 'more'],
    ['a = person "A" {\ndescription Sells cabins\n}', 'cabins'],
    ['a = person "A" {\nproperties {\nowner Ada Lovelace\n}\n}', 'Lovelace'],
    ['a = person "A"\na -> a "Asks" "HTTP" "Tag" "more"', 'more'],
    ['deploymentEnvironment "Live" {\ndeploymentNode "N" "d" "t" "g" 4 "more"\n}', 'more'],
  ])('with a warning for surplus words: %s', (line, word) => {
    const { findings } = read(`workspace {\nmodel {\n${line}\n}\n}`);
    expect(findings).toEqual([
      expect.stringContaining(`lost The line has too many words: ${word} is skipped.`),
    ]);
  });

  it('with a warning for a property without a value, and an error for an unknown kind of identifiers', () => {
    const { findings } = read(`workspace {
      !identifiers nested
      model {
        a = person "A" {
          properties {
            owner
          }
        }
      }
    }`);
    expect(findings).toEqual([
      'main:2 syntax Unexpected "!identifiers".',
      'main:6 lost "owner" has no value: it is skipped.',
    ]);
  });
});

const MODEL = `
    sailor = person "Sailor"
    booking = softwareSystem "Booking" {
      web = container "Web" {
        page = component "Page"
      }
      api = container "API"
    }
    sailor -> web "Visits"
    asks = page -> api "Asks"`;

describe('dynamic views of Structurizr become flows', () => {
  it('from the DSL: elements and relationships, numbers, replies, and parallel steps', () => {
    const { model, diagrams, findings } = read(`workspace {
  model {${MODEL}
  }
  views {
    dynamic booking "sellCabins" "How cabins are sold" {
      title "Sell"
      1: sailor -> web "Opens"
      {
        {
          2: web -> api "Asks" "HTTP"
        }
        web -> sailor "Shows" {
          url https://ferry.example
        }
      }
      sailor -> nobody "?"
      autoLayout lr
      properties {
        a b
      }
    }
    dynamic web {
      asks
      asks "Asks again"
    }
    dynamic nowhere "x" {
      asks
    }
  }
}`);
    expect(elementsOf(model, 'flow').map(({ id, fields }) => [id, fields.name, fields.steps])).toEqual([
      [
        'sell-cabins',
        'Sell',
        [
          { origin: 'sailor', target: 'web', description: 'Opens' },
          { origin: 'web', target: 'api', description: 'Asks' },
          { origin: 'web', target: 'sailor', description: 'Shows', type: 'reply' },
        ],
      ],
      [
        'flow',
        'Flow',
        [
          { origin: 'page', target: 'api', description: 'Asks' },
          { origin: 'page', target: 'api', description: 'Asks again' },
        ],
      ],
    ]);
    expect(diagrams).toEqual({ Sell: ['sailor', 'web', 'api'], Flow: ['page', 'api'] });
    expect(elementsOf(model, 'diagram')[0]?.fields).toMatchObject({
      of: 'booking',
      description: 'How cabins are sold',
    });
    expect(findings).toEqual([
      'main:16 lost Parallel steps become sequential steps.',
      'main:19 lost The technology of a step is not imported.',
      'main:22 lost "url" of a step is not imported.',
      'main:25 lost A step is skipped: its element or relationship does not exist.',
      'main:35 lost A dynamic view is skipped: nowhere is not an element.',
    ]);
  });

  it('from JSON, in the order of the steps and along implied relationships', () => {
    const { model, findings } = read(
      JSON.stringify({
        model: {
          people: [
            {
              id: '1',
              name: 'Sailor',
              relationships: [{ id: '5', destinationId: '3', description: 'Visits' }],
            },
          ],
          softwareSystems: [
            {
              id: '2',
              name: 'Booking',
              containers: [{ id: '3', name: 'Web' }],
            },
          ],
        },
        views: {
          dynamicViews: [
            {
              key: 'sell',
              description: 'Sell',
              elementId: '2',
              relationships: [
                { id: '5', order: '10', description: 'Pays' },
                { id: '5', order: '2', description: 'Shows', response: true },
                { id: '5', order: '1', description: 'Opens' },
              ],
            },
          ],
        },
      }),
    );
    expect(findings).toEqual([]);
    expect(elementsOf(model, 'flow')[0]?.fields.steps).toEqual([
      { origin: 'sailor', target: 'web', description: 'Opens' },
      { origin: 'web', target: 'sailor', description: 'Shows', type: 'reply' },
      { origin: 'sailor', target: 'web', description: 'Pays' },
    ]);
  });

  it('of several workspaces, each between its own elements', () => {
    const one = `workspace "One" {
  model {${MODEL}
  }
  views {
    dynamic web "w" {
      asks
    }
  }
}`;
    const { model } = read({ 'one.dsl': one, 'two.dsl': one.replace('"One"', '"Two"') });
    expect(elementsOf(model, 'flow').map(({ fields }) => fields.steps)).toEqual([
      [{ origin: 'page', target: 'api', description: 'Asks' }],
      [{ origin: 'page-2', target: 'api-2', description: 'Asks' }],
    ]);
  });
});

describe('deployments of Structurizr', () => {
  const NODES = ['cluster', 'balancer'];

  it('have a group for each node, including infrastructure nodes, with their instances as members', () => {
    const { fields, findings } = read(`workspace {
  model {${MODEL}
    deploymentEnvironment "Live" {
      cluster = deploymentNode "Cluster" "Runs it" "Kubernetes" "Cloud" 3 {
        balancer = infrastructureNode "Balancer" "Shares out" "nginx" "Edge" {
          url https://nginx.example
        }
        containerInstance web
        containerInstance api
      }
    }
  }
}`);
    expect(findings).toEqual([]);
    expect(NODES.map((id) => fields[id])).toEqual([
      {
        ...{ name: 'Cluster', type: 'group', parent: 'live', caption: 'Runs it' },
        ...{ technologies: ['kubernetes'], tags: ['cloud'], labels: { instances: '3' } },
      },
      {
        ...{ name: 'Balancer', type: 'group', parent: 'cluster', caption: 'Shares out' },
        ...{ technologies: ['nginx'], tags: ['edge'], links: [{ url: 'https://nginx.example' }] },
      },
    ]);
    expect(fields.web?.groups).toEqual(['cluster']);
  });

  it('have a diagram for each view: groups with their instances, or with their systems', () => {
    const { model, diagrams, findings } = read(`workspace {
  model {${MODEL}
    radio = softwareSystem "Radio"
    liveOne = deploymentEnvironment "Live" {
      deploymentNode "Cluster" {
        infrastructureNode "Balancer"
        deploymentNode "Pod" {
          containerInstance web
        }
      }
      deploymentNode "Mast" {
        softwareSystemInstance radio
      }
    }
    deploymentEnvironment "Test" {
      deploymentNode "Laptop" {
        containerInstance api
      }
    }
  }
  views {
    deployment booking "Live" "bookingLive" "Where it runs" {
      include *
      autoLayout
    }
    deployment * liveOne {
      title "All"
      include *
      exclude radio
    }
    deployment * "Nowhere"
  }
}`);
    expect(diagrams).toEqual({
      'Booking - Deployment - Live': ['cluster', 'pod', 'balancer', 'web'],
      All: ['cluster', 'pod', 'mast', 'balancer', 'booking', 'radio'],
    });
    expect(elementsOf(model, 'diagram')[0]).toMatchObject({
      id: 'booking-live',
      fields: { type: 'app-diagram', of: 'booking', description: 'Where it runs' },
    });
    expect(findings).toEqual([
      'main:38 lost "exclude radio" is not supported: the view shows the whole deployment.',
      'main:40 lost A deployment view is skipped: Nowhere does not exist.',
    ]);
  });

  it('have the same in JSON', () => {
    const { fields, diagrams } = read(
      JSON.stringify({
        views: { deploymentViews: [{ key: 'live', environment: 'Live' }] },
        model: {
          deploymentNodes: [
            {
              name: 'Cluster',
              environment: 'Live',
              infrastructureNodes: [{ name: 'Balancer', tags: 'Element,Infrastructure Node,Edge' }],
            },
          ],
        },
      }),
    );
    expect(diagrams).toEqual({ 'Deployment - Live': ['cluster', 'balancer'] });
    expect(fields.balancer).toEqual({
      ...{ name: 'Balancer', type: 'group', parent: 'cluster', tags: ['edge'] },
    });
  });
});
