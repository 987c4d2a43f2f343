/**
 * The syntax tree of a YAML file, as far as readers of models need it. Nodes of the package `yaml` have these types and
 * marks too, so both parsers produce the same tree.
 */

/** Start and end of a node in the text, as offsets of UTF-16 units. */
export type Range = readonly [from: number, to: number, ...rest: number[]];

interface NodeFacts {
  readonly range?: Range | null | undefined;
  readonly anchor?: string | undefined;
}

export interface ScalarNode extends NodeFacts {
  /** Text, or the number, boolean or null that the core schema of YAML 1.2 reads from a plain scalar. */
  readonly value: unknown;
  /** Text of the scalar: `1.10` for the number 1.1. */
  readonly source?: string | undefined;
}

export interface AliasNode extends NodeFacts {
  /** Name of the anchor. */
  readonly source: string;
}

/** A key with its value. `key` and `value` are nodes or null. */
export interface PairNode {
  readonly key: unknown;
  readonly value: unknown;
}

export interface MapNode extends NodeFacts {
  readonly items: readonly PairNode[];
  /** Value node of a key. */
  get(key: string, keepScalar: true): unknown;
  has(key: string): boolean;
}

export interface ListNode extends NodeFacts {
  readonly items: readonly unknown[];
}

export type SyntaxNode = ScalarNode | AliasNode | MapNode | ListNode;

/** Mark that `yaml` sets on its nodes, and its values. */
const TYPE = Symbol.for('yaml.node.type');
const [SCALAR, ALIAS, MAP, LIST] = ['scalar', 'alias', 'map', 'seq'].map((it) => Symbol.for(`yaml.${it}`));

const typeOf = (node: unknown): unknown =>
  typeof node === 'object' && node !== null ? (node as { [TYPE]?: unknown })[TYPE] : undefined;

export const isScalar = (node: unknown): node is ScalarNode => typeOf(node) === SCALAR;
export const isAlias = (node: unknown): node is AliasNode => typeOf(node) === ALIAS;
export const isMap = (node: unknown): node is MapNode => typeOf(node) === MAP;
export const isList = (node: unknown): node is ListNode => typeOf(node) === LIST;
export const isCollection = (node: unknown): node is MapNode | ListNode => isMap(node) || isList(node);
export const isNode = (node: unknown): node is SyntaxNode =>
  isScalar(node) || isCollection(node) || isAlias(node);

/** Visits a node and its descendants in the order of the text. */
export function visitNodes(node: unknown, visit: (node: SyntaxNode) => void): void {
  if (!isNode(node)) return;
  visit(node);
  if (isList(node)) for (const item of node.items) visitNodes(item, visit);
  if (!isMap(node)) return;
  for (const { key, value } of node.items) {
    visitNodes(key, visit);
    visitNodes(value, visit);
  }
}

/** A node that is built from parser events; its range is completed when it ends. */
abstract class BuiltNode {
  readonly range: [number, number];
  readonly anchor: string | undefined;

  constructor(from: number, to: number, anchor?: string) {
    this.range = [from, to];
    this.anchor = anchor;
  }
}

export class BuiltScalar extends BuiltNode implements ScalarNode {
  readonly value: unknown;
  readonly source: string;

  constructor(value: unknown, source: string, [from, to]: Range, anchor?: string) {
    super(from, to, anchor);
    this.value = value;
    this.source = source;
  }

  get [TYPE](): unknown {
    return SCALAR;
  }
}

export class BuiltAlias extends BuiltNode implements AliasNode {
  readonly source: string;

  constructor(source: string, [from, to]: Range) {
    super(from, to);
    this.source = source;
  }

  get [TYPE](): unknown {
    return ALIAS;
  }
}

export class BuiltMap extends BuiltNode implements MapNode {
  readonly items: { key: unknown; value: unknown }[] = [];

  get [TYPE](): unknown {
    return MAP;
  }

  get(key: string): unknown {
    return this.#pair(key)?.value ?? undefined;
  }

  has(key: string): boolean {
    return this.#pair(key) !== undefined;
  }

  #pair(name: string): PairNode | undefined {
    return this.items.find(({ key }) => isScalar(key) && key.value === name);
  }
}

export class BuiltList extends BuiltNode implements ListNode {
  readonly items: unknown[] = [];

  get [TYPE](): unknown {
    return LIST;
  }
}
