import { DOMAINS_PROPERTY, GROUPS_PROPERTY } from '../read/structurizr/workspace.js';
import type { Landscape, Thing } from '../view/things.js';
import { Identifiers } from './identifiers.js';
import { countCommas, type Leftovers, type Says } from './leftovers.js';
import { countEmptyGroups, elementLines, namesOf, STORE } from './structurizr-elements.js';
import { relationsOf } from './structurizr-relations.js';
import { structurizrLine, structurizrText } from './structurizr-text.js';
import { structurizrViews } from './structurizr-views.js';
import type { Workspace } from './structurizr-workspace.js';

/** A whole model as the workspace of Structurizr's DSL: model, and views from levels, diagrams and flows. */

/** Words of the DSL, in small letters: an identifier of that name would be read as one. */
const KEYWORDS = [
  ...['workspace', 'model', 'views', 'this', 'group', 'person', 'softwaresystem', 'container', 'component'],
  ...['element', 'relationship', 'deploymentenvironment', 'deploymentnode', 'infrastructurenode', 'styles'],
  ...['softwaresysteminstance', 'containerinstance', 'include', 'exclude', 'autolayout', 'description'],
  ...['technology', 'tags', 'tag', 'url', 'properties', 'perspectives', 'archetypes', 'configuration'],
  ...['systemlandscape', 'systemcontext', 'filtered', 'dynamic', 'deployment', 'custom', 'image', 'title'],
  ...['default', 'animation', 'theme', 'themes', 'branding', 'terminology', 'users', 'instances', 'extends'],
];

/** What the workspace says: what is no word of the DSL stands in the properties. */
export const structurizrSays: Says = (of, field) => {
  if (!('children' in of)) return !['via', 'ignore'].includes(field);
  if (of.type === 'group' || of.type === 'domain') return false;
  // The first group is written around the element.
  if (field === 'groups') return of.groups.length < 2;
  return !['teamOnlyEditing', 'ignore'].includes(field);
};

export function structurizrOf(landscape: Landscape, left: Leftovers): string {
  const ids = new Identifiers(KEYWORDS);
  for (const thing of landscape.all) if (thing.kind === 'object') ids.of(thing);
  const text = (it: string): string => structurizrLine(it, left);
  const block = (it: string): string => structurizrText(it, left);
  const names = namesOf(landscape, left);
  const workspace: Workspace = {
    ...{ landscape, ids, names, text, block },
    written: new Set<Thing>(),
    grouped: new Set<Thing>(),
    inside: new Set<Thing>(),
  };
  const elements = landscape.tops.flatMap((it) => elementLines(it, '        ', workspace, left));
  countEmptyGroups(workspace, left);
  const { all, links } = landscape;
  countCommas(
    [...all, ...links].flatMap(({ tags }) => tags),
    'names of tags',
    left,
  );
  countCommas(
    all.flatMap(({ teams }) => teams),
    'names of teams',
    left,
  );
  const relations = relationsOf(workspace, left);
  const properties = [
    `"structurizr.groupSeparator" ${text(separatorFor(landscape))}`,
    ...(landscape.domains.size > 0 ? [`"${DOMAINS_PROPERTY}" "true"`] : []),
    ...(workspace.inside.size > 0 ? [`"${GROUPS_PROPERTY}" "true"`] : []),
  ];
  const lines = [
    `workspace ${text(landscape.title)} {`,
    '    model {',
    '        properties {',
    ...properties.map((it) => `            ${it}`),
    '        }',
    ...elements,
    ...relations.lines,
    '    }',
    '    views {',
    ...structurizrViews(workspace, relations.pairs, left),
    ...STYLES,
    '    }',
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

const STYLES = [
  '        styles {',
  '            element "Person" {',
  '                shape Person',
  '            }',
  `            element "${STORE}" {`,
  '                shape Cylinder',
  '            }',
  '        }',
];

/** A sign that no group has in its name: groups in groups are told by it. */
function separatorFor({ all }: Landscape): string {
  const names = all.filter(({ type }) => type === 'group' || type === 'domain').map(({ name }) => name);
  return ['/', '|', '~', '^', '>', ';'].find((sign) => !names.some((it) => it.includes(sign))) ?? '/';
}
