import { distinctFileNames } from '../base/files/file-names.js';
import { capitalised } from '../base/text/words.js';
import { containersOf, nameOf } from '../model/document/containers.js';
import { elementsIn } from '../model/document/decision/elements.js';
import { decisionIndex, listAt } from '../model/document/decision/references.js';
import {
  type Decision,
  type Element,
  type ElementKind,
  elementOf,
  elementsOf,
  entriesOf,
  idsAt,
  type Model,
  textAt,
} from '../model/document/element.js';
import { drawnId, Implied } from '../model/document/implied.js';
import { numberedSteps } from './flow-numbers.js';
import { markdownHtml, safeUrl } from './markdown-html.js';
import type {
  SiteConnection,
  SiteData,
  SiteDecision,
  SiteDiagram,
  SiteFlow,
  SiteLink,
  SiteObject,
  SiteStep,
  SiteTag,
} from './types.js';

/** Converts a model to the data of its site. */

export interface SiteNames {
  title: string;
  /** Returns the name of a technology by its slug. */
  technologyName(slug: string): string;
}

/** Data without drawings, findings and changes. */
export function siteDataOf(model: Model, names: SiteNames): SiteData {
  const convert = new Conversion(model, names);
  return {
    title: names.title,
    domains: elementsOf(model, 'domain').map((it) => ({ id: it.id, name: nameOf(it) })),
    objects: convert.objects(),
    connections: convert.connections(),
    diagrams: convert.diagrams(),
    flows: convert.flows(),
    decisions: convert.decisions(),
    findings: [],
  };
}

/** Omits empty lists and texts, which are most of the fields of a large model. */
function compact<Item extends object>(item: Item): Item {
  const isEmpty = (value: unknown): boolean =>
    value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(item).filter(([, value]) => !isEmpty(value))) as Item;
}

const DEFAULT_STATUS = 'live';

class Conversion {
  readonly #model: Model;
  readonly #names: SiteNames;
  readonly #implied: Implied;

  constructor(model: Model, names: SiteNames) {
    this.#model = model;
    this.#names = names;
    this.#implied = new Implied(model);
  }

  objects(): SiteObject[] {
    const elements = elementsOf(this.#model, 'object');
    const slugs = this.#slugs(elements);
    const { domainOf } = containersOf(this.#model);
    return elements.map((element) => {
      const { id, fields } = element;
      return compact({
        ...this.#described(element),
        slug: slugs.get(id) ?? id,
        type: textAt(fields, 'type') ?? 'system',
        caption: textAt(fields, 'caption'),
        parent: this.#known('object', textAt(fields, 'parent')),
        domain: this.#known('domain', domainOf(id)),
        ...(fields.external === true && { isExternal: true }),
        teams: idsAt(fields, 'teams'),
        groups: idsAt(fields, 'groups').flatMap((it) => this.#known('object', it) ?? []),
      }) as SiteObject;
    });
  }

  connections(): SiteConnection[] {
    return elementsOf(this.#model, 'connection').flatMap((element) => {
      const { fields } = element;
      const [origin, target] = [textAt(fields, 'origin'), textAt(fields, 'target')];
      if (!this.#known('object', origin) || !this.#known('object', target)) return [];
      const via = this.#known('object', textAt(fields, 'via'));
      const connection = {
        ...this.#described(element),
        origin,
        target,
        via,
        direction: textAt(fields, 'direction'),
      };
      return [compact(connection) as SiteConnection];
    });
  }

  diagrams(): SiteDiagram[] {
    const elements = elementsOf(this.#model, 'diagram');
    const slugs = this.#slugs(elements);
    return elements.map((element) => {
      const { id, fields } = element;
      const group = elementOf(this.#model, 'diagramGroup', textAt(fields, 'group') ?? '');
      const drawn = (key: 'object' | 'connection'): string[] => [
        ...new Set(
          entriesOf(this.#implied.field(element, `${key}s`)).flatMap(
            (it) => this.#known(key, String(it[key])) ?? [],
          ),
        ),
      ];
      return {
        ...compact({
          id,
          slug: slugs.get(id) ?? id,
          name: nameOf(element),
          type: textAt(fields, 'type') ?? '',
          html: this.#html(textAt(fields, 'description')),
          of: this.#known('object', textAt(fields, 'of')),
          group: group && nameOf(group),
        }),
        objects: drawn('object'),
        connections: drawn('connection'),
        isDrawn: false,
      } as SiteDiagram;
    });
  }

  flows(): SiteFlow[] {
    const elements = elementsOf(this.#model, 'flow');
    const slugs = this.#slugs(elements);
    return elements.map((element) => {
      const diagram = elementOf(this.#model, 'diagram', textAt(element.fields, 'diagram') ?? '');
      const drawn = new Map(
        entriesOf(diagram && this.#implied.field(diagram, 'objects')).map((it) => [
          drawnId(it),
          String(it.object),
        ]),
      );
      const steps = entriesOf(this.#implied.field(element, 'steps')).map((step, at) => {
        const end = (key: string): string | undefined => {
          const id = textAt(step, key);
          return id === undefined ? undefined : (drawn.get(id) ?? id);
        };
        const facts = compact({
          id: textAt(step, 'id') ?? `step-${at + 1}`,
          type: textAt(step, 'type') ?? 'outgoing',
          html: this.#html(textAt(step, 'details')),
          origin: this.#known('object', end('origin')),
          target: this.#known('object', end('target')),
          via: this.#known('object', end('via')) ?? this.#known('connection', textAt(step, 'via')),
          parent: textAt(step, 'parent'),
          flow: this.#known('flow', textAt(step, 'flow')),
          paths: entriesOf(step.paths).map((path, index) => ({
            id: `${textAt(step, 'id') ?? `step-${at + 1}`}/${textAt(path, 'id') ?? `path-${index + 1}`}`,
            name: textAt(path, 'name') ?? '',
          })),
        });
        return { ...facts, text: textAt(step, 'description') || textOf(facts) } as SiteStep;
      });
      return {
        ...compact({
          id: element.id,
          slug: slugs.get(element.id) ?? element.id,
          name: nameOf(element),
          html: this.#html(textAt(element.fields, 'description')),
          diagram: diagram?.id,
        }),
        steps: numberedSteps(steps),
      } as SiteFlow;
    });
  }

  decisions(): SiteDecision[] {
    const decisions = this.#model.decisions ?? [];
    const slugs = this.#slugs(decisions);
    const { find } = decisionIndex(decisions);
    const titleOf = ({ number, fields, id }: Decision): string => {
      const name = textAt(fields, 'name') ?? id;
      return number === undefined ? name : `ADR-${String(number).padStart(4, '0')} ${name}`;
    };
    return decisions.map((decision) => {
      const { id, fields } = decision;
      const replaced = listAt(decision, 'superseded-by').flatMap((it) => find(it) ?? []);
      const text = [textAt(fields, 'description'), textAt(fields, 'content')].filter((it) => it).join('\n\n');
      return compact({
        id,
        slug: slugs.get(id) ?? id,
        title: titleOf(decision),
        status: textAt(fields, 'status') ?? 'draft',
        html: this.#html(text),
        objects: elementsIn(this.#model, decision).flatMap((it) => (it.kind === 'object' ? [it.id] : [])),
        diagrams: listAt(decision, 'diagrams').flatMap((it) => this.#known('diagram', it) ?? []),
        supersededBy: replaced.map((it) => it.id),
      }) as SiteDecision;
    });
  }

  #described(element: Element) {
    const { id, fields } = element;
    return {
      id,
      name: nameOf(element),
      html: this.#html(textAt(fields, 'description')),
      status: textAt(fields, 'status') ?? DEFAULT_STATUS,
      technologies: idsAt(fields, 'technologies').map((slug) => this.#names.technologyName(slug)),
      tags: idsAt(fields, 'tags').flatMap((it) => this.#tag(it)),
      links: linksOf(element),
    };
  }

  #tag(id: string): SiteTag[] {
    const tag = elementOf(this.#model, 'tag', id);
    const color = tag && textAt(tag.fields, 'color');
    return tag ? [{ name: nameOf(tag), ...(color !== undefined && { color }) }] : [];
  }

  #known(kind: ElementKind, id: string | undefined): string | undefined {
    return id !== undefined && elementOf(this.#model, kind, id) ? id : undefined;
  }

  #html(markdown: string | undefined): string | undefined {
    return markdown === undefined || markdown.trim() === '' ? undefined : markdownHtml(markdown);
  }

  /** Names of pages, by id. */
  #slugs(elements: readonly { id: string }[]): ReadonlyMap<string, string> {
    return distinctFileNames(elements.map(({ id }) => ({ id, name: id })));
  }
}

/** Text of a step without a description: its type, unless it has ends, which are shown. */
const textOf = ({ type, origin, target }: { type: string; origin?: unknown; target?: unknown }): string =>
  origin === undefined && target === undefined ? capitalised(type.replaceAll('-', ' ')) : '';

function linksOf({ fields }: Element): SiteLink[] {
  return entriesOf(fields.links).flatMap((it) => {
    const url = safeUrl(textAt(it, 'url') ?? '');
    return url === undefined ? [] : [{ url, name: textAt(it, 'name') ?? url }];
  });
}
