import type { SourceFile } from '../../../document/read.js';
import { truncate } from '../../../validate/rule.js';
import { LEVEL_TAG } from '../ids.js';
import { LocatedObject, readJsonObject } from '../json-text.js';
import { addMetadata } from './properties.js';
import { type Details, type Kind, noDetails, type Source, type View } from './source.js';

/**
 * Reader of the JSON that `likec4 export json` writes: a model with all names, extensions and predicates resolved.
 *
 *     model      = { specification, elements, relations, views, deployments, imports, project }
 *     elements   = { path: { id, kind, title } & details }
 *     relations  = { id: { id, source: { model: path }, target: { model: path }, kind, title } & details }
 *     details    = { summary, description, technology, tags, links: [{ url, title }], metadata, style: { shape } }
 *     text       = "…" | { txt: "…" } | { md: "…" }
 *     views      = { id: { id, _type: "element" | "dynamic" | "deployment", title, viewOf, nodes, edges } }
 *     nodes      = [{ id, kind, modelRef, isCustomized }]
 *     edges      = [{ id, source, target, label, relations: [id], dir, notes }]
 */
export const isLikeC4Json = ({ text }: SourceFile): boolean => /^[\s\uFEFF]*\{/.test(text);

export function readLikeC4Json(file: SourceFile, source: Source): void {
  const model = readJsonObject(file, 'elements', 'a JSON export of LikeC4', source.diagnostics);
  if (model) new JsonReader(source).read(model);
}

class JsonReader {
  readonly #ends = new Map<string, { from: string; to: string }>();

  constructor(readonly source: Source) {}

  read(model: LocatedObject): void {
    const { source } = this;
    const project = model.object('project')?.text('title');
    if (project !== undefined && project !== 'default') source.title ??= project;
    const specification = model.object('specification');
    for (const [kinds, key] of [
      [source.elementKinds, 'elements'],
      [source.relationKinds, 'relationships'],
    ] as const)
      for (const [name, it] of entries(specification, key)) kinds.set(name, kindOf(name, it));
    for (const [id, it] of entries(model, 'elements')) this.#readElement(it.text('id') ?? id, it);
    for (const [id, it] of entries(model, 'relations')) this.#readRelation(it.text('id') ?? id, it);
    for (const [, it] of entries(model, 'views')) this.#readView(it);
    const deployed = model.object('deployments')?.object('elements');
    if (deployed && deployed.fields.size > 0) this.#loss('The deployment is not imported.', deployed);
    const imports = model.object('imports');
    if (imports && imports.fields.size > 0)
      this.#loss('Imports from other projects are not supported: they are skipped.', imports);
  }

  #readElement(path: string, from: LocatedObject): void {
    if (!path.split('.').every(isName)) {
      const message = `The id "${truncate(path)}" of an element is not a path of names.`;
      this.source.diagnostics.error(message, from.place);
      return;
    }
    const cut = path.lastIndexOf('.');
    this.source.add({
      ...detailsOf(from),
      path,
      name: path.slice(cut + 1),
      within: path.slice(0, Math.max(cut, 0)),
      kind: from.text('kind') ?? '',
      place: from.place,
    });
  }

  #readRelation(key: string, from: LocatedObject): void {
    const [origin, target] = [endOf(from, 'source'), endOf(from, 'target')];
    this.#ends.set(key, { from: origin, to: target });
    this.source.relations.push({
      ...detailsOf(from),
      key,
      isBothWays: false,
      from: { word: origin, within: '' },
      to: { word: target, within: '' },
      place: from.place,
      kind: from.text('kind'),
    });
  }

  #readView(from: LocatedObject): void {
    const id = from.text('id') ?? '';
    const type = from.text('_type') ?? from.text('__') ?? 'element';
    // LikeC4 adds an index to projects without one; it has no source.
    if (id === 'index' && from.text('sourcePath') === undefined) return;
    if (type !== 'element' && type !== 'dynamic') {
      this.#loss(`The ${type} view ${truncate(id)} is not imported.`, from);
      return;
    }
    const tags = strings(from.fields.get('tags'));
    if (tags.some((it) => it !== LEVEL_TAG)) this.#loss('Tags of views are not imported.', from);
    if (from.list('links').length > 0) this.#loss('Links of views are not imported.', from);
    const of = from.text('viewOf');
    const view: View = {
      // Views without a name have a generated one.
      name: isName(id) && !/^view_[a-z\d]{5,8}$/.test(id) ? id : undefined,
      isLevel: tags.includes(LEVEL_TAG),
      content: this.#contentOf(from),
      place: from.place,
      title: from.text('title') || undefined,
      description: richText(from, 'description') || undefined,
      of: of === undefined ? undefined : { word: of, within: '' },
    };
    if (type === 'dynamic') this.#readFlow(from, view);
    else this.source.views.push({ ...view, ...this.#relationsOf(from, view) });
  }

  /** Elements of a view, including the boundaries that LikeC4 draws around them. */
  #contentOf(view: LocatedObject): View['content'] {
    return view.list('nodes').flatMap((node): View['content'] => {
      const path = node.text('modelRef') ?? node.text('id') ?? '';
      const isGroup = node.text('kind') === '@group';
      if (isGroup) this.#loss('Groups of views are not imported; their elements are.', node);
      if (node.fields.get('isCustomized') === true)
        this.#loss(`The style of ${truncate(path)} on the view is not imported.`, node);
      return isGroup ? [] : [{ what: 'include', of: { is: 'path', path }, place: node.place }];
    });
  }

  /** Relationships between elements of a view, if it does not show all of them. */
  #relationsOf(from: LocatedObject, { content }: View): Pick<View, 'relations'> {
    const on = new Set(content.map(({ of }) => (of.is === 'path' ? of.path : '')));
    const inside = [...this.#ends].filter(([, it]) => on.has(it.from) && on.has(it.to)).map(([key]) => key);
    const edges = new Set(from.list('edges').flatMap((it) => strings(it.fields.get('relations'))));
    const shown = inside.filter((it) => edges.has(it));
    return shown.length === inside.length ? {} : { relations: shown };
  }

  #readFlow(from: LocatedObject, view: View): void {
    const id = from.text('id') ?? '';
    const edges = from.list('edges');
    const isLost = edges.some((it) => /:(?!par\b)/.test(it.text('id') ?? ''));
    if (isLost) this.#loss(`The dynamic view ${truncate(id)} is skipped: it contains more than steps.`, from);
    else if (edges.some((it) => it.text('id')?.includes('.')))
      this.#loss('Parallel steps become sequential steps.', from);
    const asked = new Set<string>();
    const steps = edges.map((edge) => {
      const [origin, target] = [edge.text('source') ?? '', edge.text('target') ?? ''];
      if (richText(edge, 'notes')) this.#loss('Notes of flows are not imported.', edge);
      const isReply = asked.has(`${target} ${origin}`) && strings(edge.fields.get('relations')).length === 0;
      if (!isReply) asked.add(`${origin} ${target}`);
      return {
        from: { word: origin, within: '' },
        to: { word: target, within: '' },
        // The layout wraps labels.
        text: (edge.text('label') ?? '').replace(/\s*\n\s*/g, ' '),
        isReply,
      };
    });
    if (!isLost && steps.some(({ isReply }) => isReply))
      this.source.diagnostics.guess(
        `The dynamic view ${truncate(id)}: steps against the only relationship are replies.`,
        view.place,
      );
    this.source.flows.push({ ...view, steps, isLost });
  }

  #loss(message: string, at: LocatedObject): void {
    this.source.diagnostics.loss(message, at.place);
  }
}

/** Objects of a map or, in exports of older versions, of a list. */
function entries(of: LocatedObject | undefined, key: string): [name: string, LocatedObject][] {
  const list = of?.list(key) ?? [];
  if (list.length > 0) return list.map((it) => ['', it]);
  return [...(of?.object(key)?.fields ?? [])].flatMap(([name, it]) =>
    it instanceof LocatedObject ? [[name, it] as [string, LocatedObject]] : [],
  );
}

const isName = (text: string): boolean => /^[\p{L}\p{N}_][\p{L}\p{N}_-]*$/u.test(text);

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((it): it is string => typeof it === 'string') : [];

function richText(of: LocatedObject, key: string): string | undefined {
  const value = of.object(key);
  return value ? (value.text('md') ?? value.text('txt')) : of.text(key);
}

/** End of a relationship; exports of older versions have a plain path. */
const endOf = (of: LocatedObject, key: string): string => of.object(key)?.text('model') ?? of.text(key) ?? '';

const kindOf = (name: string, from: LocatedObject): Kind => ({ ...detailsOf(from), name });

function detailsOf(from: LocatedObject): Details {
  const details = noDetails();
  for (const key of ['title', 'summary', 'description', 'technology'] as const) {
    const text = richText(from, key);
    if (text) details[key] = text;
  }
  const shape = from.object('style')?.text('shape') ?? from.text('shape');
  if (shape !== undefined) details.shape = shape;
  details.tags.push(...strings(from.fields.get('tags')));
  for (const it of from.list('links')) {
    const [url = '', name] = [it.text('url'), it.text('title')];
    if (url !== '') details.links.push({ url, ...(name && { name }) });
  }
  for (const [key, value] of from.object('metadata')?.fields ?? [])
    addMetadata(details.metadata, key, typeof value === 'string' ? [value] : strings(value));
  return details;
}
