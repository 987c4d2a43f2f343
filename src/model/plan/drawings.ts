import { type Doc, entriesOf, type Fields } from '../../contract/doc.js';
import { type Element, elementOf, type Model } from '../document/element.js';
import type { Implied } from '../document/implied.js';
import { type DrawnIds, drawnIds } from '../live/drawn.js';
import type { LiveLandscape } from '../live/landscape.js';
import { type ContentContext, contentPatch, newContent } from './bodies/content-body.js';
import { stepsBody, stepsPatch } from './bodies/steps-body.js';
import { type DrawnBoxes, layOutDiagram, scenePartsOf } from './drawn-boxes.js';
import type { Body } from './plan-types.js';
import type { RecordIds } from './record-ids.js';

const NOTHING: DrawnIds = new Map();

/** Diagram contents and flow steps of a plan. */
export class Drawings {
  readonly #live: LiveLandscape;
  readonly #model: Model;
  readonly #implied: Implied;
  readonly #ids: RecordIds;
  readonly #places = new Map<string, DrawnBoxes>();
  readonly #keys = new Map<string, ReadonlyMap<string, string>>();

  constructor(live: LiveLandscape, model: Model, implied: Implied, ids: RecordIds) {
    this.#live = live;
    this.#model = model;
    this.#implied = implied;
    this.#ids = ids;
  }

  /** Lays out new diagrams without a layout, for `create`. */
  async layOut(diagrams: readonly Element[]): Promise<void> {
    const unplaced = diagrams.filter(({ fields }) => fields.layout === undefined);
    if (unplaced.length === 0) return;
    const parts = scenePartsOf(this.#model);
    for (const it of unplaced) this.#places.set(it.id, await layOutDiagram(it, this.#implied, parts));
  }

  /** The content of a new diagram. */
  create(diagram: Element): Fields {
    const places = this.#places.get(diagram.id);
    return newContent(diagram, { ...this.#contentContext(diagram), ...(places && { places }) });
  }

  /** The change to a diagram's content, and its previous state. */
  changed(diagram: Element, { id }: Doc): { body: Body; before: Body; commit?: number } | undefined {
    const commit = this.#live.contents.get(id)?.commit;
    const patch = contentPatch(diagram, this.#contentContext(diagram));
    return patch && { ...patch, ...(typeof commit === 'number' && { commit }) };
  }

  /** The steps of a new flow. */
  steps(flow: Element): Fields {
    return stepsBody(flow, this.#stepsContext(flow, undefined));
  }

  changedSteps(flow: Element, record: Doc) {
    return stepsPatch(flow, this.#stepsContext(flow, record));
  }

  #contentContext(diagram: Element): ContentContext {
    const { content, drawn } = this.#drawnOn(diagram);
    return { model: this.#model, implied: this.#implied, ids: this.#ids, drawn, content };
  }

  #drawnOn(diagram: Element): { content: Doc | undefined; drawn: DrawnIds } {
    const recordId = this.#ids.known('diagram', diagram.id);
    const content = recordId === undefined ? undefined : this.#live.contents.get(recordId);
    if (!content) return { content: undefined, drawn: NOTHING };
    const drawn = drawnIds({
      content,
      idOf: (kind, id) => this.#ids.elementOf(kind, id),
      endsOf: () => ({ origin: undefined, target: undefined }),
      wanted: diagram,
    });
    return { content, drawn };
  }

  #stepsContext(flow: Element, record: Doc | undefined) {
    const diagram = elementOf(this.#model, 'diagram', String(flow.fields.diagram));
    const drawn = diagram ? this.#drawnOn(diagram).drawn : NOTHING;
    return { implied: this.#implied, ids: this.#ids, drawn, keys: this.#keysOn(diagram), record };
  }

  /** Keys of the drawn entries after the plan, by their id on the diagram. */
  #keysOn(diagram: Element | undefined): ReadonlyMap<string, string> {
    if (!diagram) return new Map();
    const known = this.#keys.get(diagram.id);
    if (known) return known;
    const from = this.#contentContext(diagram);
    const { objects } = newContent(diagram, from);
    const byKey = new Map(from.drawn);
    const keys = new Map<string, string>();
    for (const [key, id] of byKey) if (key in objects) keys.set(id, key);
    const fresh = new Map(entriesOf(objects).map(([key, { modelId }]) => [key, String(modelId)]));
    for (const { id, object } of this.#drawnObjects(diagram)) {
      if (keys.has(id)) continue;
      const own = this.#ids.partId('drawn', diagram.id, id);
      const area = `${this.#ids.of('object', object)}-area`;
      keys.set(id, fresh.has(own) ? own : area);
    }
    this.#keys.set(diagram.id, keys);
    return keys;
  }

  #drawnObjects(diagram: Element): { id: string; object: string }[] {
    const list = (this.#implied.field(diagram, 'objects') ?? []) as readonly Record<string, unknown>[];
    return list.map(({ id, object }) => ({ id: String(id), object: String(object) }));
  }
}
