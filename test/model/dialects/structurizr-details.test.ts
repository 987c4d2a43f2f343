import { describe, expect, it } from 'vitest';
import { readStructurizr } from '../../../src/model/dialects/read/structurizr/structurizr.js';
import { elementsOf } from '../../../src/model/document/element.js';
import { imported } from './importing.js';

const read = (given: Parameters<typeof imported>[1]) => imported(readStructurizr, given);
const inModel = (lines: string): string => `workspace "Harbour" {\nmodel {\n${lines}\n}\n}\n`;

describe('an imported Structurizr workspace', () => {
  it('keeps properties without a field as labels', () => {
    const { fields, model } = read(
      inModel(`a = softwareSystem "A" {
        properties {
          "status" "In Production"
          "direction" "inbound"
          "links" "see the wiki"
          "teams" "Core, Ops"
        }
      }
      b = softwareSystem "B" {
        properties {
          "status" "deprecated"
          "links" "https://x.y, https://y.z"
        }
      }
      a -> b "Asks" {
        properties {
          "teams" "Core"
          "direction" "both"
        }
      }`),
    );
    expect(fields.a).toMatchObject({
      labels: { status: 'In Production', direction: 'inbound', links: 'see the wiki' },
      teams: ['Core', 'Ops'],
    });
    expect(fields.b).toMatchObject({
      status: 'deprecated',
      links: [{ url: 'https://x.y' }, { url: 'https://y.z' }],
    });
    expect(fields.b).not.toHaveProperty('labels');
    expect(elementsOf(model, 'connection')[0]?.fields.labels).toEqual({ teams: 'Core', direction: 'both' });
  });

  it('applies properties of elements with a default tag', () => {
    const { fields } = read(
      inModel(`s = softwareSystem "S" {
        c = container "C"
      }
      !elements "element.tag==Container" {
        url https://x.y
      }`),
    );
    expect(fields.c?.links).toEqual([{ url: 'https://x.y' }]);
    expect(fields.s).not.toHaveProperty('links');
  });

  it('keeps groups of a deployment and numbers of nodes; properties of instances are reported', () => {
    const { fields, findings, connections } = read(
      inModel(`s = softwareSystem "S" {
        c = container "C"
      }
      deploymentEnvironment "Live" {
        eu = deploymentGroup "EU"
        group "Region" {
          deploymentNode "Host" "" "" "" 4 {
            containerInstance c eu "Blue" {
              healthCheck "Up" "https://x.y"
              -> c "Asks itself"
            }
          }
        }
        deploymentNode "Other" {
          instances 2
        }
      }`),
    );
    expect(fields).toMatchObject({
      region: { parent: 'live', type: 'group' },
      host: { parent: 'region', labels: { instances: '4' } },
      other: { parent: 'live', labels: { instances: '2' } },
      c: { groups: ['host'] },
    });
    expect(connections).toEqual(['c Asks itself c']);
    expect(findings).toEqual([
      'main:7 lost The deployment group "EU" is not imported.',
      'main:10 lost Properties of instances are not imported: tags of an instance of c.',
      'main:11 lost Properties of instances are not imported: healthcheck of an instance of c.',
    ]);
  });

  it('applies archetypes of deployment nodes', () => {
    const { fields } = read(
      inModel(`archetypes {
        cloud = deploymentNode {
          technology "AWS"
          tag "Cloud"
        }
      }
      deploymentEnvironment "Live" {
        cloud "Region" "" "" "Far"
        plain = deploymentNode "Plain"
        deploymentNode "Region" {
          deploymentNode "Zone"
        }
      }`),
    );
    expect(fields.zone).toMatchObject({ parent: 'region' });
    expect(fields.region).toMatchObject({ technologies: ['aws'], tags: ['cloud', 'far'] });
    expect(fields.plain).not.toHaveProperty('tags');
  });

  it('is the same from JSON and DSL; missing parts are reported with their line', () => {
    const text = JSON.stringify(
      {
        name: 'Old',
        description: 'Of old.',
        documentation: { sections: [{ content: 'x' }] },
        model: {
          enterprise: { name: 'Big Bank' },
          people: [
            {
              id: '1',
              name: 'Customer',
              location: 'External',
              relationships: [
                {
                  id: '9',
                  destinationId: '2',
                  description: 'Uses',
                  properties: { 'structurizr.dsl.identifier': 'looks' },
                },
              ],
            },
          ],
          softwareSystems: [
            {
              id: '2',
              name: 'Sys',
              location: 'Internal',
              perspectives: [{ name: 'Safety', description: 'Safe', value: 'High' }],
              containers: [{ id: '3', name: 'Web', documentation: { sections: [] } }],
            },
          ],
          deploymentNodes: [
            {
              name: 'Host',
              environment: 'Live',
              instances: '3',
              tags: 'Element,Deployment Node,Cloud',
              relationships: [{ destinationId: '3', description: 'Carries' }],
              containerInstances: [
                {
                  containerId: '3',
                  tags: 'Container Instance,Blue',
                  relationships: [{ linkedRelationshipId: '9' }],
                },
              ],
            },
          ],
        },
      },
      undefined,
      1,
    );
    const { fields, findings, model, connections } = read({ 'old.json': text });
    expect(connections).toContain('host Carries web');
    expect(fields).toMatchObject({
      customer: { external: true },
      sys: { parent: 'big-bank', labels: { Safety: 'Safe' } },
      host: { labels: { instances: '3' }, tags: ['cloud'] },
      web: { groups: ['host'] },
    });
    expect(elementsOf(model, 'connection')[0]?.id).toBe('looks');
    const lineOf = (sign: string): number => text.slice(0, text.indexOf(sign)).split('\n').length;
    expect(findings).toEqual([
      'old.json:1 lost The description of the workspace is not imported: a landscape has none.',
      `old.json:${lineOf('"documentation"')} lost Documentation is not imported: only models are.`,
      `old.json:${lineOf('"Safety"') - 1} lost The value of the perspective "Safety" is not imported.`,
      `old.json:${lineOf('"containerId"') - 1} lost Properties of instances are not imported.`,
    ]);
  });

  it('is read once if its JSON is beside the DSL', () => {
    const { fields, findings } = read({
      'workspace.dsl': inModel('a = softwareSystem "A"'),
      'workspace.json': '{"model":{"softwareSystems":[{"id":"1","name":"A"}]}}',
      'other.json': '{"model":{"softwareSystems":[{"id":"1","name":"B"}]}}',
    });
    expect(Object.keys(fields)).toEqual(['a', 'b']);
    expect(findings).toEqual([
      'workspace.json:1 inferred The file is skipped: the tools generate it from the DSL file next to it.',
    ]);
  });
});
