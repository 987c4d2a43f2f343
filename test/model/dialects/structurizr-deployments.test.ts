import { describe, expect, it } from 'vitest';
import { readStructurizr } from '../../../src/model/dialects/read/structurizr/structurizr.js';
import { elementsOf } from '../../../src/model/document/element.js';
import { imported } from './importing.js';

const read = (given: Parameters<typeof imported>[1]) => imported(readStructurizr, given);

const FLEET = `
    fleet = softwareSystem "Fleet" {
      deck = container "Deck"
      log = container "Log" {
        -> deck "Warns"
      }
    }`;

describe('relationships of Structurizr deployments', () => {
  it('connect nodes and the elements of instances, by flat identifiers', () => {
    const { connections, diagrams, findings, fields } = read(`workspace "Harbour" {
  model {${FLEET}
    live = deploymentEnvironment "Live" {
      buoy = infrastructureNode "Buoy"
      deploymentNode "Bridge" {
        gate = infrastructureNode "Gate" {
          buoy -> this "Signals" "HTTPS" "Radio"
        }
        deckHere = containerInstance deck {
          gate -> this "Opens"
        }
        logHere = containerInstance log
      }
      deckHere -> logHere "Replays"
      gate -> fleet "Guards"
    }
  }
  views {
    deployment * live "Where" {
      include *
    }
  }
}`);
    expect(connections).toEqual([
      'log Warns deck',
      'buoy Signals gate',
      'gate Opens deck',
      'deck Replays log',
      'gate Guards fleet',
    ]);
    expect(fields.gate).toMatchObject({ type: 'group', parent: 'bridge' });
    expect(diagrams['Deployment - Live']).toEqual(expect.arrayContaining(['buoy', 'gate', 'fleet']));
    expect(findings).toEqual([]);
  });

  it('resolve hierarchical identifiers from the inside out, in each environment', () => {
    const part = (name: string): string => `
    deploymentEnvironment "${name}" {
      dock = deploymentNode "Dock ${name}" {
        crane = infrastructureNode "Crane ${name}"
        bay = deploymentNode "Bay ${name}" {
          deck = instanceOf fleet.deck
          crane -> deck "Loads ${name}"
        }
      }
      dock.crane -> dock.bay "Moves ${name}"
      dock.crane -> dock.bay.deck "Lifts ${name}"
      dock.crane -> dock.mast "Turns ${name}"
    }`;
    const { connections, findings } = read(`workspace "Harbour" {
  !identifiers hierarchical
  model {${FLEET}
${part('One')}
${part('Two')}
  }
}`);
    expect(connections.slice(1)).toEqual(
      ['one', 'two'].flatMap((id) => {
        const name = id === 'one' ? 'One' : 'Two';
        return [`crane-${id} Loads ${name} deck`, `crane-${id} Moves ${name} bay-${id}`].concat(
          `crane-${id} Lifts ${name} deck`,
        );
      }),
    );
    expect(findings.map((it) => it.replace(/^main:\d+ /, ''))).toEqual([
      'lost The relationship "Turns One" refers to dock.mast, which does not exist.',
      'lost The relationship "Turns Two" refers to dock.mast, which does not exist.',
    ]);
  });

  it('report a removal, and keep the relationships in its block', () => {
    const { connections, findings } = read(`workspace "Harbour" {
  model {${FLEET}
    deploymentEnvironment "Live" {
      relay = infrastructureNode "Relay"
      containerInstance log
      log -/> deck {
        log -> relay "Sends"
        relay -> deck "Passes on"
      }
    }
  }
}`);
    expect(connections).toEqual(['log Warns deck', 'log Sends relay', 'relay Passes on deck']);
    expect(findings).toEqual(['main:12 lost The line removes a relationship, which has no effect here.']);
  });

  it('are read from JSON with the groups of nodes; implied ones are not', () => {
    const { connections, fields, findings } = read({
      'harbour.json': JSON.stringify(
        {
          name: 'Harbour',
          model: {
            softwareSystems: [
              {
                id: '1',
                name: 'Fleet',
                containers: [
                  { id: '2', name: 'Deck' },
                  { id: '3', name: 'Log' },
                ],
              },
            ],
            deploymentNodes: [
              {
                id: '4',
                name: 'Bridge',
                environment: 'Live',
                group: 'Aft',
                relationships: [{ id: '10', destinationId: '6', description: 'Feeds' }],
                containerInstances: [
                  {
                    id: '5',
                    containerId: '2',
                    relationships: [
                      { id: '11', destinationId: '7', description: 'Writes', linkedRelationshipId: '9' },
                      { id: '12', destinationId: '7', description: 'Replays' },
                    ],
                  },
                  { id: '7', containerId: '3', deploymentGroups: ['Blue'] },
                ],
                infrastructureNodes: [{ id: '6', name: 'Gate' }],
              },
            ],
          },
        },
        undefined,
        1,
      ),
    });
    expect(connections).toEqual(['bridge Feeds gate', 'deck Replays log']);
    expect(fields).toMatchObject({ bridge: { parent: 'aft' }, aft: { parent: 'live', type: 'group' } });
    expect(findings).toEqual(['harbour.json:51 lost Properties of instances are not imported.']);
  });
});

describe('dynamic views of Structurizr', () => {
  it('have the order of their numbers, and report steps with the same number', () => {
    const { model, findings } = read(`workspace "Harbour" {
  model {
    a = person "A"
    b = softwareSystem "B"
    c = softwareSystem "C"
    a -> b "Calls"
    b -> c "Asks"
  }
  views {
    dynamic * "sorted" {
      10: a -> b "Last"
      2: a -> b "First"
    }
    dynamic * "parallel" {
      1: a -> b "Before"
      2: b -> c "Both"
      2: a -> b "And both"
    }
  }
}`);
    const texts = elementsOf(model, 'flow').map(({ fields }) =>
      (fields.steps as { description: string }[]).map(({ description }) => description),
    );
    expect(texts).toEqual([
      ['First', 'Last'],
      ['Before', 'Both', 'And both'],
    ]);
    expect(findings).toEqual(['main:17 lost Parallel steps become sequential steps.']);
  });

  it('from JSON report the same, and addresses of steps', () => {
    const { findings } = read({
      'harbour.json': JSON.stringify({
        model: {
          properties: { team: 'Deck', 'structurizr.groupSeparator': '/' },
          people: [{ id: '1', name: 'A', relationships: [{ id: '3', destinationId: '2' }] }],
          softwareSystems: [{ id: '2', name: 'B' }],
        },
        views: {
          dynamicViews: [
            {
              key: 'both',
              relationships: [
                { id: '3', order: '1', description: 'Asks', url: 'https://x.y' },
                { id: '3', order: '1', description: 'Asks again' },
              ],
            },
          ],
        },
      }),
    });
    expect(findings.filter((it) => it.includes(' lost '))).toEqual([
      'harbour.json:1 lost The property "team" of the workspace is not imported.',
      'harbour.json:1 lost "url" or "properties" of a step is not imported.',
      'harbour.json:1 lost Parallel steps become sequential steps.',
    ]);
  });
});

it('properties of a workspace and a model are reported, settings of tools are not', () => {
  const { findings } = read(`workspace "Harbour" {
  properties {
    "structurizr.inspection" "x"
    "owner" "Deck"
  }
  model {
    properties {
      "plantuml.title" "false"
      "cost" "High"
    }
    a = person "A"
  }
}`);
  expect(findings).toEqual([
    'main:4 lost The property "owner" of the workspace is not imported.',
    'main:9 lost The property "cost" of the workspace is not imported.',
  ]);
});
