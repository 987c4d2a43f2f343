import {
  COLLECTION_STYLE,
  EVENT_ID,
  type Event,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
} from 'js-yaml';
import {
  BuiltAlias,
  BuiltList,
  BuiltMap,
  BuiltScalar,
  isScalar,
  type Range,
  type SyntaxNode,
} from './tree.js';

/**
 * Builds the syntax tree of a text from the events of js-yaml, which takes about a tenth of the time of `yaml`. It
 * supports what model files use. For all else, such as tags, directives, several documents and syntax errors, the
 * caller parses the text with `yaml`, whose messages and ranges are the reference. The ranges differ only at the ends of
 * block collections and block scalars, which do not include comments and blank lines after them.
 */

/**
 * Texts that the two parsers read differently: with tabs, carriage returns, byte order marks, explicit keys, document
 * markers, or directives.
 */
const UNSUPPORTED = /[\t\r\ufeff]|(?:^|[\n:,[{-]) *\?\s|(?:^|\n)(?:---|\.\.\.|%)/;
/** Longest key that YAML allows without `?`, in characters. */
const MAX_KEY = 1024;

/** Thrown for an unsupported text. */
class Unsupported extends Error {}

/** The root node of a text, or null for an empty one; undefined if the text is not supported. */
export function treeOfEvents(text: string): SyntaxNode | null | undefined {
  if (UNSUPPORTED.test(text)) return undefined;
  try {
    return new Builder(text).build(parseEvents(text, {}));
  } catch {
    // js-yaml recommends catching every exception: deep nesting may also exceed the stack.
    return undefined;
  }
}

/** A collection that has not ended, and the key that waits for its value. */
interface Open {
  node: BuiltMap | BuiltList;
  isFlow: boolean;
  key: SyntaxNode | undefined;
}

class Builder {
  readonly #text: string;
  readonly #open: Open[] = [];
  #root: SyntaxNode | null = null;
  /** End of the last token. */
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  build(events: readonly Event[]): SyntaxNode | null {
    let documents = 0;
    for (const event of events) {
      switch (event.type) {
        case EVENT_ID.DOCUMENT:
          documents += 1;
          if (documents > 1) throw new Unsupported();
          break;
        case EVENT_ID.SCALAR:
          this.#add(this.#scalar(event));
          break;
        case EVENT_ID.ALIAS:
          this.#end = event.anchorEnd;
          this.#add(
            new BuiltAlias(this.#slice(event.anchorStart, event.anchorEnd), [
              event.anchorStart - 1,
              event.anchorEnd,
            ]),
          );
          break;
        case EVENT_ID.POP:
          this.#close();
          break;
        default:
          this.#begin(event);
      }
    }
    return this.#root;
  }

  #slice(from: number, to: number): string {
    return this.#text.slice(from, to);
  }

  /** Name of the anchor of an event, which a space must follow. Tags are not supported. */
  #anchor({
    anchorStart,
    anchorEnd,
    tagStart,
  }: {
    anchorStart: number;
    anchorEnd: number;
    tagStart: number;
  }) {
    if (tagStart !== -1) throw new Unsupported();
    if (anchorStart === -1) return undefined;
    if (!SPACES.has(this.#text[anchorEnd] ?? '')) throw new Unsupported();
    return this.#slice(anchorStart, anchorEnd);
  }

  #begin(event: Extract<Event, { start: number }>): void {
    const { start, style } = event;
    const Collection = event.type === EVENT_ID.MAPPING ? BuiltMap : BuiltList;
    const node = new Collection(start, start, this.#anchor(event));
    this.#add(node);
    const isFlow = style === COLLECTION_STYLE.FLOW;
    // js-yaml accepts `a: &b c: d`, which YAML does not.
    const isValue = this.#open.at(-1)?.node instanceof BuiltMap;
    if (isValue && !isFlow && !this.#slice(this.#end, start).includes('\n')) throw new Unsupported();
    this.#open.push({ node, isFlow, key: undefined });
    if (isFlow) this.#end = start + 1;
  }

  /** Adds a node to the innermost open collection. */
  #add(node: SyntaxNode): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#root = node;
    else if (parent.node instanceof BuiltList) parent.node.items.push(node);
    else if (parent.key === undefined) {
      const [from, to] = node.range ?? [0, 0];
      if (!isScalar(node) || node.anchor !== undefined || to - from > MAX_KEY) throw new Unsupported();
      parent.key = node;
    } else {
      parent.node.items.push({ key: parent.key, value: node });
      parent.key = undefined;
    }
  }

  #close(): void {
    const open = this.#open.pop();
    // The end of a document.
    if (open === undefined) return;
    if (open.isFlow) this.#end = this.#endOfFlow();
    open.node.range[1] = this.#end;
  }

  /** Offset after the bracket that ends a flow collection. */
  #endOfFlow(): number {
    for (let at = this.#end; at < this.#text.length; at += 1) {
      const character = this.#text[at];
      if (character === '}' || character === ']') return at + 1;
      if (character === '#') at = this.#text.indexOf('\n', at);
      else if (!SEPARATORS.has(character as string)) break;
      if (at === -1) break;
    }
    throw new Unsupported();
  }

  #scalar(event: ScalarEvent): BuiltScalar {
    const { valueStart, valueEnd, anchorEnd, style, fast } = event;
    const anchor = this.#anchor(event);
    if (valueStart === -1) return this.#empty(anchor);
    const source = fast ? this.#slice(valueStart, valueEnd) : getScalarValue(this.#text, event);
    const isPlain = style === SCALAR_STYLE.PLAIN;
    const isBlock = style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK;
    const range: Range = isPlain
      ? [valueStart, valueEnd]
      : isBlock
        ? [this.#headerOfBlock(anchorEnd), valueEnd]
        : [valueStart - 1, valueEnd + 1];
    this.#end = range[1];
    return new BuiltScalar(isPlain ? valueOfPlain(source) : source, source, range, anchor);
  }

  /** A missing value, after the colon or dash and spaces. */
  #empty(anchor: string | undefined): BuiltScalar {
    const parent = this.#open.at(-1);
    if (parent === undefined || parent.isFlow || anchor !== undefined) throw new Unsupported();
    const isInMap = parent.node instanceof BuiltMap;
    if (isInMap && parent.key === undefined) throw new Unsupported();
    const sign = isInMap ? ':' : '-';
    let at = isInMap ? this.#end : Math.max(this.#end, parent.node.range[0]);
    while (SPACES.has(this.#text[at] as string)) at += 1;
    if (this.#text[at] !== sign) throw new Unsupported();
    do at += 1;
    while (this.#text[at] === ' ');
    this.#end = at;
    return new BuiltScalar(null, '', [at, at]);
  }

  /** Offset of the `|` or `>` that begins a block scalar. */
  #headerOfBlock(anchorEnd: number): number {
    for (let at = Math.max(this.#end, anchorEnd); at < this.#text.length; at += 1) {
      const character = this.#text[at];
      if (character === '|' || character === '>') return at;
      if (character !== ':' && character !== '-' && !SPACES.has(character as string)) break;
    }
    throw new Unsupported();
  }
}

const SPACES = new Set([' ', '\n', '\r']);
const SEPARATORS = new Set([...SPACES, ',']);

/** First characters of plain scalars that are not texts. */
const FIRST = /^[-+.0-9~nNtTfF]/;
const NULL = /^(?:~|null|Null|NULL)$/;
const BOOLEAN = /^(?:true|True|TRUE|false|False|FALSE)$/;
const DECIMAL = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const RADIX = /^0(?:o[0-7]+|x[0-9a-fA-F]+)$/;
const INFINITE = /^[-+]?\.(?:inf|Inf|INF)$/;
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/;

/** Value of a plain scalar by the core schema of YAML 1.2.2, section 10.3.2. */
export function valueOfPlain(source: string): string | number | boolean | null {
  if (source === '') return null;
  if (!FIRST.test(source)) return source;
  if (DECIMAL.test(source)) return Number(source);
  if (NULL.test(source)) return null;
  if (BOOLEAN.test(source)) return source[0] === 't' || source[0] === 'T';
  if (RADIX.test(source)) return Number(source);
  if (INFINITE.test(source)) return source.startsWith('-') ? -Infinity : Infinity;
  return NOT_A_NUMBER.test(source) ? Number.NaN : source;
}
