import { pluralize } from '../../../base/text/words.js';
import type { Place } from '../../document/element.js';
import { truncate } from '../../validate/rule.js';
import { Diagnostics } from '../diagnostics.js';
import type { ReadDialect } from '../readers.js';
import type { Sketch, SketchEdge, SketchNode } from '../sketch.js';
import {
  annotationsOf,
  DEFAULT_NAMESPACE,
  entityRef,
  fileOf,
  refOf,
  targetsOf,
  titleOf,
} from './backstage-parts.js';
import { type Tree, treesOf } from './yaml-tree.js';

/**
 * Reads Backstage catalogs: domains, systems, components as apps, data resources as stores, APIs as components of their
 * providers, and relations.
 */
export const readBackstage: ReadDialect = (files, include) => {
  const diagnostics = new Diagnostics();
  const entities: Entity[] = [];
  const others: Place[] = [];
  const queue = [...files];
  const seen = new Set(queue.map(({ path }) => path));
  // Grows during the loop: files named by locations are appended.
  for (const file of queue) {
    for (const tree of treesOf(file, diagnostics.all)) {
      if (!tree.exists) continue;
      const kind = tree.at('kind').text;
      const name = tree.at('metadata', 'name').text;
      if (
        kind === undefined ||
        name === undefined ||
        !tree.at('apiVersion').text?.startsWith('backstage.io/')
      )
        others.push(tree.place);
      else if (kind === 'Location') {
        const named = targetsOf(tree, file, include, diagnostics).filter(({ path }) => !seen.has(path));
        for (const it of named) seen.add(it.path);
        queue.push(...named);
      } else entities.push({ tree, kind: kind.toLowerCase(), ref: refOf(tree) });
    }
  }
  // The folder may contain YAML files of other tools.
  diagnostics.foreign(NO_ENTITY, others, entities.length > 0);
  return new Catalog(entities, diagnostics).sketch();
};

const NO_ENTITY = 'This is not a catalog entity: apiVersion, kind or metadata.name is missing.';

interface Entity {
  tree: Tree;
  kind: string;
  /** `component:default/booking-api`. */
  ref: string;
}

/** Kinds that describe people or the portal; they create no elements. */
const PEOPLE_KINDS = ['group', 'user'];

/** Resource types that store or forward data. */
const STORES =
  /\b(?:data ?base|db|s3|bucket|storage|store|cache|queue|topic|stream|broker|redis|postgres|mysql|blob|volume|index|warehouse|lake)\b/i;

class Catalog {
  readonly #entities: readonly Entity[];
  readonly #diagnostics: Diagnostics;
  readonly #byRef: Map<string, Entity>;
  readonly #titles = new Map<string, string>();
  readonly #edges: SketchEdge[] = [];

  constructor(entities: readonly Entity[], diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
    this.#byRef = new Map();
    for (const it of entities) {
      const known = this.#byRef.get(it.ref);
      if (known)
        diagnostics.loss(
          `${it.ref} is defined twice: the first definition is used.`,
          it.tree.at('metadata', 'name').place,
        );
      else this.#byRef.set(it.ref, it);
    }
    this.#entities = [...this.#byRef.values()];
    for (const { tree, ref, kind } of this.#entities)
      if (PEOPLE_KINDS.includes(kind)) this.#titles.set(ref, titleOf(tree));
  }

  sketch(): Sketch {
    const nodes = this.#entities.flatMap((it) => this.#nodeOf(it) ?? []);
    this.#reportPeople();
    const there = new Set(nodes.map(({ key }) => key));
    for (const it of this.#entities) if (there.has(it.ref)) this.#relations(it, there);
    return { nodes, edges: this.#edges, views: [], flows: [], findings: this.#diagnostics.all };
  }

  #nodeOf(entity: Entity): SketchNode | undefined {
    const { tree, kind, ref } = entity;
    if (PEOPLE_KINDS.includes(kind)) return undefined;
    const spec = tree.at('spec');
    const type = this.#typeOf(kind, spec);
    if (type === undefined) {
      this.#diagnostics.loss(
        `Entities of the kind ${kind} are not supported: ${ref} is skipped.`,
        tree.at('kind').place,
      );
      return undefined;
    }
    const meta = tree.at('metadata');
    const owner = spec.at('owner');
    const team = owner.text === undefined ? undefined : this.#teamOf(owner.text, tree);
    const parent = this.#parentOf(entity, spec);
    this.#reportUnread(entity);
    return {
      key: ref,
      name: titleOf(tree),
      type,
      place: meta.at('name').place,
      parent,
      description: meta.at('description').text,
      teams: team !== undefined && type !== 'domain' ? [team] : undefined,
      status: spec.at('lifecycle').text?.toLowerCase() === 'deprecated' ? 'deprecated' : undefined,
      labels: this.#labelsOf(entity, type === 'domain' ? team : undefined),
      technology: kind === 'api' ? spec.at('type').text : undefined,
      tags: meta.at('tags').texts,
      links: [
        ...meta.at('links').items.flatMap((it) => {
          const [url, name] = [it.at('url').text, it.at('title').text];
          return url === undefined ? [] : [{ url, name }];
        }),
        ...annotationsOf(tree).flatMap(({ key, url }) => (url === undefined ? [] : [{ url, name: key }])),
      ],
    };
  }

  /** Reports fields that the model cannot hold. */
  #reportUnread({ tree, ref, kind }: Entity): void {
    for (const [key, it] of tree.at('spec').entries())
      if (!READ_FIELDS.includes(key) && it.exists && !(kind === 'api' && fileOf(it) !== undefined))
        this.#diagnostics.loss(`The field spec.${truncate(key)} of ${ref} is not imported.`, it.place);
    for (const [key, it] of tree.at('metadata', 'annotations').entries())
      if (it.text === undefined && it.exists)
        this.#diagnostics.loss(
          `The annotation ${truncate(key)} of ${ref} is not a text: it is skipped.`,
          it.place,
        );
  }

  /** Groups and users become team names. */
  #reportPeople(): void {
    const people = this.#entities.filter(
      ({ kind, tree }) =>
        PEOPLE_KINDS.includes(kind) &&
        (PEOPLE_FIELDS.some((key) => tree.at('spec', key).hasContent) ||
          tree.at('metadata', 'description').exists),
    );
    const [first] = people;
    if (!first) return;
    const message = `${pluralize(people.length, 'group or user', 'groups or users')} imported as team names only, without profiles, members and descriptions.`;
    this.#diagnostics.loss(message, first.tree.at('kind').place);
  }

  /** Labels of an entity, plus values without a field of their own. */
  #labelsOf({ tree, kind }: Entity, owner: string | undefined): Record<string, string> {
    const spec = tree.at('spec');
    const own = [...tree.at('metadata', 'labels').entries()].map(([key, { text }]) => [key, text] as const);
    const [type, lifecycle] = [spec.at('type').text, spec.at('lifecycle').text];
    const namespace = tree.at('metadata', 'namespace').text;
    const labelPairs = [
      ['namespace', namespace === DEFAULT_NAMESPACE ? undefined : namespace],
      ['owner', owner],
      ['type', kind === 'api' ? undefined : type],
      ['lifecycle', lifecycle?.toLowerCase() === 'deprecated' ? undefined : lifecycle],
    ] as const;
    const definition = kind === 'api' ? fileOf(spec.at('definition')) : undefined;
    const annotations = annotationsOf(tree).map(
      ({ key, text, url }) => [key, url === undefined ? text : undefined] as const,
    );
    return Object.fromEntries(
      [...labelPairs, ['definition', definition] as const, ...annotations, ...own].flatMap(([key, text]) =>
        text === undefined || text === '' ? [] : [[key, text]],
      ),
    );
  }

  #typeOf(kind: string, spec: Tree): SketchNode['type'] | undefined {
    if (kind === 'domain') return 'domain';
    if (kind === 'system') return 'system';
    if (kind === 'component') return spec.at('subcomponentOf').exists ? 'component' : 'app';
    if (kind === 'resource')
      return STORES.test((spec.at('type').text ?? '').replaceAll(/[-_]/g, ' ')) ? 'store' : 'app';
    return kind === 'api' ? 'component' : undefined;
  }

  #teamOf(owner: string, from: Tree): string {
    const ref = entityRef(owner, 'group', from);
    return (
      this.#titles.get(ref) ??
      this.#titles.get(entityRef(owner, 'user', from)) ??
      owner.replace(/^.*[:/]/, '')
    );
  }

  /** Parent of an entity: the provider of an API, the whole of a part, otherwise the system or domain. */
  #parentOf({ tree, ref, kind }: Entity, spec: Tree): string | undefined {
    if (kind === 'api') {
      const provider = this.#providers().get(ref);
      if (provider !== undefined) return provider;
    }
    for (const [key, kindOf] of PARENT_FIELDS) {
      const typed = spec.at(key);
      if (typed.text === undefined) continue;
      const above = entityRef(typed.text, kindOf, tree);
      if (this.#byRef.has(above) && above !== ref) return above;
      this.#diagnostics.loss(`${ref} is in ${above}, which does not exist.`, typed.place);
    }
    return undefined;
  }

  #provided: Map<string, string> | undefined;

  /** The first provider of each API. */
  #providers(): ReadonlyMap<string, string> {
    if (this.#provided) return this.#provided;
    const found = new Map<string, string>();
    for (const { tree, ref, kind } of this.#entities) {
      if (kind !== 'component') continue;
      for (const typed of tree.at('spec', 'providesApis').texts) {
        const api = entityRef(typed, 'api', tree);
        if (!found.has(api)) found.set(api, ref);
      }
    }
    this.#provided = found;
    return found;
  }

  #relations({ tree, ref }: Entity, there: ReadonlySet<string>): void {
    const spec = tree.at('spec');
    for (const [key, kindOf, words, isBack] of RELATIONS) {
      for (const it of spec.at(key).items.length > 0 ? spec.at(key).items : [spec.at(key)]) {
        if (it.text === undefined) continue;
        const other = entityRef(it.text, kindOf, tree);
        if (!there.has(other)) {
          this.#diagnostics.loss(`${ref} refers to ${other}, which does not exist.`, it.place);
          continue;
        }
        if (key === 'providesApis' && this.#providers().get(other) === ref) continue;
        const [from, to] = isBack ? [other, ref] : [ref, other];
        this.#edges.push({ from, to, name: words, place: it.place });
        if (key === 'providesApis')
          this.#diagnostics.guess(
            `${other} has several providers: it is imported as part of the first.`,
            it.place,
          );
      }
    }
  }
}

/** Fields that name a parent, the most specific first, with the default kind of a bare name. */
const PARENT_FIELDS = [
  ['subcomponentOf', 'component'],
  ['system', 'system'],
  ['domain', 'domain'],
  ['subdomainOf', 'domain'],
] as const;

/** Relation fields: the default kind of a bare name, the connection's name, and whether the direction is reversed. */
const RELATIONS = [
  ['dependsOn', 'component', 'Depends on', false],
  ['dependencyOf', 'component', 'Depends on', true],
  ['consumesApis', 'api', 'Consumes', false],
  ['providesApis', 'api', 'Provides', false],
] as const;

/** Spec fields that are imported as fields, labels or connections. */
const READ_FIELDS: readonly string[] = [
  'type',
  'lifecycle',
  'owner',
  ...PARENT_FIELDS.map(([key]) => key),
  ...RELATIONS.map(([key]) => key),
];
/** Fields of groups and users that are not imported. */
const PEOPLE_FIELDS = ['profile', 'members', 'memberOf', 'parent', 'children'];
