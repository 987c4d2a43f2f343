import { alternatives } from '../../../base/text/words.js';
import { type Element, type ElementKind, type Model, modelOf, type Value } from '../../document/element.js';
import type { Finding } from '../../document/finding.js';
import { freeId, slugOf } from '../../document/propose-ids.js';
import { truncate } from '../../validate/rule.js';
import { Diagnostics } from '../diagnostics.js';
import type { Sketch, SketchEdge, SketchNode } from '../sketch.js';
import { connectionsOf } from './connections.js';
import { labelsOf, linksOf, type ResolveContext, withoutEmpty } from './context.js';
import { diagramsOf } from './diagrams.js';
import { namesOf } from './names.js';
import { type Placement, placementsOf } from './placements.js';
import { type Catalog, technologiesIn } from './technologies.js';

/** Options besides the files. */
export interface ResolveOptions {
  /** Namespace of the elements. Default: made of the title. */
  namespace?: string;
  /** Technology catalog. Default: slugs are made of names. */
  catalog?: Catalog;
}

export interface Resolved {
  /** The model of the files. */
  model: Model;
  /** Diagnostics of the reader and of the conversion. */
  findings: readonly Finding[];
}

/**
 * Resolves a sketch to a valid model: placements that the service accepts, unique names, ids, and technologies as
 * slugs.
 */
export function resolve(sketch: Sketch, options: ResolveOptions = {}): Resolved {
  const diagnostics = new Diagnostics(Number.POSITIVE_INFINITY);
  const placements = placementsOf(sketch, diagnostics);
  const names = namesOf(placements, diagnostics);
  const freeIdOf = idMaker();
  const ids = new Map<string, string>();
  for (const [key, { type, node }] of placements)
    ids.set(key, freeIdOf(type === 'domain' ? 'domain' : 'object', node.id ?? names.get(key) ?? type));
  const tags = new Tags(freeIdOf);
  const context: ResolveContext = {
    sketch,
    placements,
    ids,
    freeId: freeIdOf,
    technologies: (of) => technologyFields(of, options.catalog, diagnostics),
    tags: (given) => tags.idsOf(given),
    diagnostics,
  };
  const objects = [...placements.entries()].map(([key, placement]) =>
    elementOf(key, placement, names, context),
  );
  const connections = connectionsOf(context);
  const drawn = diagramsOf(context, connections.ids);
  const title = sketch.title?.replace(/\s+/g, ' ').trim();
  const model = modelOf([...objects, ...connections.elements, ...tags.elements(), ...drawn], {
    ...(title && { landscape: title }),
    namespace: options.namespace ?? slugOf(title ?? '', 'model'),
  });
  return { model, findings: [...sketch.findings, ...diagnostics.all] };
}

function elementOf(
  key: string,
  placement: Placement,
  names: ReadonlyMap<string, string>,
  context: ResolveContext,
): Element {
  const { ids } = context;
  const id = ids.get(key) ?? key;
  const name = names.get(key) ?? id;
  const { node, type, parent, domain, groups } = placement;
  if (type === 'domain') {
    reportDomainFields(node, context.diagnostics);
    return { kind: 'domain', id, fields: withoutEmpty({ name, labels: labelsOf(node) }) };
  }
  const idsOf = (keys: readonly string[]): string[] => keys.flatMap((it) => ids.get(it) ?? []);
  return {
    kind: 'object',
    id,
    fields: withoutEmpty({
      name,
      type,
      ...(parent === undefined ? { domain: ids.get(domain) } : { parent: ids.get(parent) }),
      caption: node.caption?.replace(/\s+/g, ' ').trim(),
      description: node.description?.trim(),
      external: node.external,
      status: node.status === 'live' ? undefined : node.status,
      ...context.technologies(node),
      tags: context.tags(node.tags),
      groups: idsOf(groups),
      teams: node.teams,
      links: linksOf(node),
    }),
  };
}

/** Fields of objects that domains lack: all but name and labels. */
const OBJECT_FIELDS = [
  'caption',
  'description',
  'technology',
  'tags',
  'teams',
  'links',
  'external',
  'status',
] as const;

function reportDomainFields(node: SketchNode, diagnostics: Diagnostics): void {
  const lost = OBJECT_FIELDS.filter((field) => {
    const value = node[field];
    return Array.isArray(value) ? value.length > 0 : value && value !== 'live';
  });
  if (lost.length === 0) return;
  const message = `A domain has no ${alternatives(lost)}: these fields of "${truncate(node.name)}" are not imported.`;
  diagnostics.loss(message, node.place);
}

function idMaker(): ResolveContext['freeId'] {
  const taken = new Map<ElementKind, Set<string>>();
  const next = new Map<ElementKind, Map<string, number>>();
  return (kind, name) => {
    const ofKind = taken.get(kind) ?? new Set();
    const nextOfKind = next.get(kind) ?? new Map<string, number>();
    taken.set(kind, ofKind);
    next.set(kind, nextOfKind);
    const id = typeof name === 'string' ? slugOf(name, kind) : name.exact;
    return freeId(id, ofKind, nextOfKind);
  };
}

/** Technologies as slugs. One without a slug becomes a label, since the service would reject it. */
function technologyFields(
  { name, technology, labels = {}, place }: SketchNode | SketchEdge,
  catalog: Catalog | undefined,
  diagnostics: Diagnostics,
): Readonly<Record<string, Value | undefined>> {
  const { slugs, unknown } = technologiesIn(technology, catalog);
  if (unknown.length === 0) return { technologies: slugs, labels: labelsOf({ labels }) };
  const label = 'technology' in labels ? 'unknownTechnology' : 'technology';
  for (const it of unknown) {
    const why = catalog
      ? `There is no technology "${truncate(it)}" in the catalog`
      : `"${truncate(it)}" is not the name of a technology`;
    const consequence = `it becomes the label "${label}" of "${truncate(name ?? '')}".`;
    diagnostics.guess(`${why}: ${consequence}`, place);
  }
  return { technologies: slugs, labels: { ...labels, [label]: unknown.join(', ') } };
}

/** Tags by name, in one tag group. */
class Tags {
  readonly #ids = new Map<string, string>();
  readonly #freeId: ResolveContext['freeId'];

  constructor(freeIdOf: ResolveContext['freeId']) {
    this.#freeId = freeIdOf;
  }

  idsOf(names: readonly string[] = []): readonly string[] {
    const clean = names.map((it) => it.replace(/\s+/g, ' ').trim()).filter((it) => it !== '');
    return [...new Set(clean)].map((name) => {
      const known = this.#ids.get(name) ?? this.#freeId('tag', name);
      this.#ids.set(name, known);
      return known;
    });
  }

  elements(): Element[] {
    if (this.#ids.size === 0) return [];
    const group: Element = { kind: 'tagGroup', id: 'tags', fields: { name: 'Tags', icon: 'star' } };
    const tags = [...this.#ids].map(
      ([name, id]): Element => ({ kind: 'tag', id, fields: { name, color: 'blue', group: group.id } }),
    );
    return [group, ...tags];
  }
}
