import { isDecisionFile } from '../document/decision/decision-files.js';
import { partsOfText } from '../document/decision/decision-text.js';
import { LAYOUT } from '../document/drawn-fields.js';
import { type Element, type ElementKind, elementOf, entriesOf, type Model } from '../document/element.js';
import { DRAWN_KINDS, type Fields, keyTarget, type Shape, type Target } from '../document/field.js';
import { KINDS } from '../document/kinds.js';
import { isContainerKind } from '../document/nesting.js';
import type { SourceFile } from '../document/read.js';
import { WRITTEN_KINDS } from '../document/write.js';
import { textOf } from '../document/yaml/node.js';
import { parseText } from '../document/yaml/parse-text.js';
import { isList, isMap, isScalar, type MapNode } from '../document/yaml/tree.js';
import { scalarEdit, type TextEdit } from './text-edits.js';

/** Finds every occurrence of the id of an element in the files of a document. */

/** The element to rename. */
export interface IdChange {
  model: Model;
  element: Element;
  newId: string;
  /** The new form of a pattern in `drift.ignore`. */
  patternFor(pattern: string): string;
  /** The new form of a reference in a decision. */
  referenceFor(key: string, reference: string): string;
}

/** Replacements in one file. */
export function idEdits({ path, text }: SourceFile, change: IdChange): TextEdit[] {
  if (isDecisionFile({ path })) return decisionEdits(text, change);
  const { root: top } = parseText(text);
  if (!isMap(top)) return [];
  const walk = new IdReplacer(text, change);
  const diagram = textOf(top.get('layoutOf', true));
  if (diagram !== undefined) {
    walk.shape({ is: 'reference', to: 'diagram' }, top.get('layoutOf', true), diagram);
    walk.fields(LAYOUT, top, diagram);
    return walk.edits;
  }
  for (const written of WRITTEN_KINDS)
    for (const { kind, map } of elementsIn(top, written, KINDS[written].list)) {
      const id = textOf(map.get('id', true));
      if (kind === change.element.kind && id === change.element.id) walk.replace(map.get('id', true));
      walk.fields(KINDS[kind].fields, map, kind === 'flow' ? textOf(map.get('diagram', true)) : id);
    }
  const drift = top.get('drift', true);
  for (const entry of isMap(drift) ? itemsAt(drift, 'ignore') : [])
    if (isMap(entry)) walk.rewrite(entry.get('element', true), change.patternFor);
  return walk.edits;
}

/** Elements of a list, and those nested in them. */
function* elementsIn(
  owner: MapNode,
  kind: ElementKind,
  key: string,
): Generator<{ kind: ElementKind; map: MapNode }> {
  for (const map of itemsAt(owner, key).filter(isMap)) {
    yield { kind, map };
    if (isContainerKind(kind)) yield* elementsIn(map, 'object', 'objects');
  }
}

function itemsAt(map: MapNode, key: string): readonly unknown[] {
  const list = map.get(key, true);
  return isList(list) ? list.items : [];
}

/** Whether the drawn entries of an object or connection have its id on a diagram: none has an id of its own. */
function isDrawnById({ model, element }: IdChange, diagram: string | undefined): boolean {
  const { objects, connections } = elementOf(model, 'diagram', diagram ?? '')?.fields ?? {};
  return ![...entriesOf(objects), ...entriesOf(connections)].some(({ id }) => id === element.id);
}

/** Visits the nodes of fields by their shapes, and collects replacements. */
class IdReplacer {
  readonly edits: TextEdit[] = [];
  readonly #text: string;
  readonly #change: IdChange;
  readonly #shift: number;

  constructor(text: string, change: IdChange, shift = 0) {
    this.#text = text;
    this.#change = change;
    this.#shift = shift;
  }

  replace(node: unknown): void {
    this.rewrite(node, () => this.#change.newId);
  }

  rewrite(node: unknown, to: (text: string) => string): void {
    if (!isScalar(node)) return;
    const text = textOf(node) ?? '';
    const value = to(text);
    if (value !== text) this.edits.push(...scalarEdit(this.#text, node, value, this.#shift));
  }

  /** @param diagram Id of the diagram that drawn entries belong to. */
  fields(table: Fields, map: MapNode, diagram: string | undefined): void {
    for (const { key, value } of map.items) {
      const name = textOf(key) ?? '';
      const shape = Object.hasOwn(table, name) ? table[name]?.shape : undefined;
      if (shape) this.shape(shape, value, diagram);
    }
  }

  shape(shape: Shape, node: unknown, diagram: string | undefined): void {
    if (shape.is === 'reference') this.#id(shape.to, node, diagram);
    else if (shape.is === 'references' && isList(node))
      for (const item of node.items) this.#id(shape.to, item, diagram);
    else if (shape.is === 'group' && isMap(node)) this.fields(shape.of, node, diagram);
    else if (shape.is === 'list' && isList(node))
      for (const item of node.items) {
        const short = shape.short === undefined ? undefined : shape.of[shape.short];
        if (isMap(item)) this.fields(shape.of, item, diagram);
        else if (short) this.shape(short.shape, item, diagram);
      }
    else if (shape.is === 'map' && isMap(node))
      for (const { key } of node.items) this.#id(keyTarget(shape.of), key, diagram);
  }

  #id(to: Target, node: unknown, diagram: string | undefined): void {
    const { element } = this.#change;
    if (textOf(node) !== element.id || (DRAWN_KINDS[to] ?? to) !== element.kind) return;
    if (DRAWN_KINDS[to] === undefined || isDrawnById(this.#change, diagram)) this.replace(node);
  }
}

const DECISION_KEYS = ['elements', 'retires', 'diagrams'];

/** Replacements in the front matter of a decision. */
function decisionEdits(text: string, change: IdChange): TextEdit[] {
  const { front } = partsOfText(text);
  if (!front) return [];
  const { root: map } = parseText(text.slice(front.from, front.to));
  if (!isMap(map)) return [];
  const walk = new IdReplacer(text, change, front.from);
  for (const key of DECISION_KEYS)
    for (const item of itemsAt(map, key))
      walk.rewrite(item, (reference) => change.referenceFor(key, reference));
  return walk.edits;
}
