import { DOMAINS_PROPERTY, GROUPS_PROPERTY } from '../read/structurizr/workspace.js';
import type { Landscape, Thing } from '../view/things.js';
import { Identifiers } from './identifiers.js';
import { countCommas, type Leftovers, type Says } from './leftovers.js';
import { countEmptyGroups, elementLines, namesOf, STORE } from './structurizr-elements.js';
import { relationsOf } from './structurizr-relations.js';
import { structurizrLine, structurizrText } from './structurizr-text.js';
import { structurizrViews } from './structurizr-views.js';
import type { Workspace } from './structurizr-workspace.js';

/** Writes a whole model as a workspace in Structurizr's DSL: model, and views of levels, diagrams and flows. */

/** Keywords of the DSL in lower case, which cannot be identifiers. */
const KEYWORDS = [
  ...['workspace', 'model', 'views', 'this', 'group', 'person', 'softwaresystem', 'container', 'component'],
  ...['element', 'relationship', 'deploymentenvironment', 'deploymentnode', 'infrastructurenode', 'styles'],
  ...['softwaresysteminstance', 'containerinstance', 'include', 'exclude', 'autolayout', 'description'],
  ...['technology', 'tags', 'tag', 'url', 'properties', 'perspectives', 'archetypes', 'configuration'],
  ...['systemlandscape', 'systemcontext', 'filtered', 'dynamic', 'deployment', 'custom', 'image', 'title'],
  ...['default', 'animation', 'theme', 'themes', 'branding', 'terminology', 'users', 'instances', 'extends'],
];

/** Whether the workspace expresses a field; fields without a keyword become properties. */
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

/** A character that occurs in no group name; it separates nested groups. */
function separatorFor({ all }: Landscape): string {
  const names = all.filter(({ type }) => type === 'group' || type === 'domain').map(({ name }) => name);
  return ['/', '|', '~', '^', '>', ';'].find((sign) => !names.some((it) => it.includes(sign))) ?? '/';
}
