import { truncate } from '../../../validate/rule.js';
import type { Drawing, PlacedItem } from '../pictures/picture.js';
import { LineEnds, lineEnd, type Source } from '../pictures/source.js';
import { namesPeople } from '../pictures/words.js';
import { accessibilityAt, behindComment } from './head.js';
import { linkAt } from './links.js';
import { factsAt, idAt, type Shape, textAt } from './shapes.js';
import { mermaidDecoded, withoutMarkup } from './text.js';

/**
 * Parses flowcharts: nodes by shape, subgraphs as boundaries, links with their labels.
 *
 *     diagram   = ("flowchart" | "graph") [direction] { statement ("\n" | ";") }
 *     statement = chain | subgraph | click | style | accessibility
 *     chain     = nodes { link nodes }
 *     nodes     = node { "&" node }
 *     node      = id [shape | "@{" facts "}"] [":::" class]
 *     shape     = "[" text "]" | "(" text ")" | "{" text "}" | "[(" text ")]" | "((" text "))" | …
 *     link      = [id "@"] line ["|" text "|"] | opening text closing
 *     subgraph  = "subgraph" [id] ["[" text "]"] { statement } "end"
 *     click     = "click" id ["href"] url [tooltip]
 */
export function drawFlowchart(source: Source, drawing: Drawing): void {
  new Flowchart(source, drawing).read();
}

interface Node {
  text: string;
  shape: Shape;
  around: PlacedItem | undefined;
  from: number;
  to: number;
}

const HEAD = /[ \t]*(?:TB|TD|BT|RL|LR|[<>^v])?[ \t]*;?/y;
const STYLE = /^(?:classDef|class|style|linkStyle|direction|title)$/;
/** `click a href "https://…" "Tooltip" _blank`, or a callback. */
const CLICK = /^\s+([^\s"]{1,200})\s+(?:href\s+)?"(https?:\/\/[^"\s]{1,2000})"(?:\s+"([^"]*)")?/;
const SKIP = /[\s;]/;
const CLASS = /:::[^\s[\](){}<>|&;:@"~,=-]+/y;
const ICON = /^(?:fa[bsrlk]?|mdi|logos):([\w-]{1,40})\s{1,5}/;

class Flowchart {
  readonly #source: Source;
  readonly #drawing: Drawing;
  readonly #ends: LineEnds;
  readonly #nodes = new Map<string, Node>();
  readonly #links = new Map<string, { url: string; name?: string }[]>();
  /** Ids of links, which style statements refer to. */
  readonly #lineIds = new Set<string>();

  constructor(source: Source, drawing: Drawing) {
    this.#source = source;
    this.#drawing = drawing;
    this.#ends = new LineEnds(source);
  }

  read(): void {
    const { text, from, to } = this.#source;
    HEAD.lastIndex = from;
    HEAD.exec(text);
    for (let at = Math.max(from, HEAD.lastIndex); at < to && !this.#drawing.isFull; ) {
      if (SKIP.test(text.charAt(at))) at += 1;
      else if (text.startsWith('%%', at)) at = behindComment(text, at, to);
      else {
        const accessibility = accessibilityAt(this.#source, at);
        at = accessibility ? this.#drawing.describe(accessibility) : this.#statement(at);
      }
    }
    for (const [alias, node] of this.#nodes) this.#draw(alias, node);
  }

  #statement(at: number): number {
    const { text } = this.#source;
    const word = idAt(text, at);
    const next = text.charAt(at + word.length);
    const isAlone = next === '' || SKIP.test(next);
    if (word === 'subgraph' && isAlone) return this.#subgraph(at, at + word.length);
    if (word === 'end' && isAlone) {
      if (!this.#drawing.close()) this.#fault('Unexpected "end": expected a node.', at, at + 3);
      return at + 3;
    }
    const isWord = isAlone && !/^\s*(?:[<xo]?[-=]{2}|&)/.test(this.#rest(at + word.length));
    if (isWord && word === 'click') return this.#click(at, at + word.length);
    if (isWord && STYLE.test(word)) return this.#ends.end(at);
    if (this.#lineIds.has(word) && text.startsWith('@{', at + word.length)) {
      const looks = factsAt(text, at + word.length + 1, this.#ends.limit(at));
      if (looks) return looks.end;
    }
    return this.#chain(at);
  }

  /** Parses the link of a node. Skips callbacks. A tooltip may span lines. */
  #click(at: number, behind: number): number {
    const end = this.#quotesClosed(at);
    const [, id = '', url, name] = CLICK.exec(this.#source.text.slice(behind, end)) ?? [];
    if (url !== undefined) this.#links.set(id, [{ url, ...(name && { name: nameOf(name).name }) }]);
    return end;
  }

  /** The end of this line, or of the later line that closes an open quote. */
  #quotesClosed(at: number): number {
    const { text } = this.#source;
    const first = this.#ends.end(at);
    const limit = this.#ends.limit(at);
    for (let end = first; end <= limit; end = lineEnd(text, end + 1)) {
      if (text.slice(at, end).split('"').length % 2 === 1) return end;
      if (end >= this.#source.to) break;
    }
    this.#fault('A tooltip is not closed: expected ".', at, first);
    return first;
  }

  /** The rest of the line, as far as needed to recognize a statement. */
  #rest(from: number): string {
    return this.#source.text.slice(from, Math.min(this.#ends.end(from), from + 20));
  }

  #subgraph(at: number, behind: number): number {
    const { file, text } = this.#source;
    const end = this.#ends.end(at);
    let from = behind;
    while (text[from] === ' ' || text[from] === '\t') from += 1;
    const id = idAt(text, from);
    let open = from + id.length;
    while (text[open] === ' ') open += 1;
    const titled = text[open] === '[' ? textAt(text, open, end) : undefined;
    const place = { file, from: at, to: titled && 'end' in titled ? titled.end : end };
    const isTitled = titled !== undefined && 'end' in titled;
    const plain = text
      .slice(from, end)
      .replace(/;\s{0,99}$/, '')
      .trim()
      .replace(/^"([^"]*)"$/, '$1');
    const alias = isTitled ? id : plain;
    const name = nameOf(isTitled ? titled.text : plain).name;
    const known = this.#drawing.get(alias);
    const item = {
      alias: known ? '' : alias,
      name: name || alias || 'Group',
      is: 'boundary',
      place,
    } as const;
    this.#drawing.open(known ?? this.#drawing.add({ ...item, keyword: 'plain', hasInferredType: true }));
    return isTitled ? titled.end : end;
  }

  /** Parses `a & b --> c -- words --> d`. */
  #chain(start: number): number {
    const { file, text } = this.#source;
    let [from, at] = this.#group(start);
    if (from.length === 0) {
      const end = this.#ends.end(start);
      if (at === start)
        this.#fault(
          `"${truncate(text.slice(start, end).trim())}" is not a flowchart statement: expected a node.`,
          start,
          end,
        );
      return Math.max(end, start + 1);
    }
    for (;;) {
      const begin = this.#blanks(at);
      const link = linkAt(text, begin, { line: this.#ends.end(begin), quoted: this.#ends.limit(begin) });
      if (!link) {
        const next = text.charAt(begin);
        if (next === '' || next === ';' || next === '\n' || next === '\r' || begin >= this.#source.to)
          return begin;
        const end = this.#ends.end(begin);
        this.#fault(
          `"${truncate(text.slice(begin, end).trim())}" is not a link: expected one such as --> or the end of the line.`,
          begin,
          end,
        );
        return end;
      }
      const [to, behind] = this.#group(this.#blanks(link.end, true));
      if (to.length === 0) {
        if (behind === this.#blanks(link.end, true))
          this.#fault('The link has no target: expected a node after it.', begin, link.end);
        return Math.max(behind, link.end);
      }
      if (link.id !== '') this.#lineIds.add(link.id);
      const [origins, targets] = link.isBack ? [to, from] : [from, to];
      const words = nameOf(link.words).name;
      const place = { file, from: start, to: behind };
      if (!link.isHidden)
        for (const origin of origins)
          for (const target of targets)
            this.#drawing.line({ from: origin, to: target, name: words, direction: link.direction, place });
      from = to;
      at = behind;
    }
  }

  /** Skips blanks, optionally across lines. */
  #blanks(from: number, acrossLines = false): number {
    const { text, to } = this.#source;
    let at = from;
    while (at < to && (text[at] === ' ' || text[at] === '\t' || (acrossLines && /\s/.test(text.charAt(at)))))
      at += 1;
    return at;
  }

  /** Parses the nodes of `a & b`. Returns their ids, none on an error, and the end position. */
  #group(start: number): [ids: string[], end: number] {
    const ids: string[] = [];
    for (let at = start; ; ) {
      const id = at < this.#source.to ? idAt(this.#source.text, at) : '';
      if (id === '') return [ids, at];
      const end = this.#node(id, at);
      if (end === undefined) return [[], this.#ends.end(at)];
      if (ids.length < MAX_CONCURRENT) ids.push(id);
      const next = this.#blanks(end);
      if (this.#source.text[next] !== '&') return [ids, end];
      at = this.#blanks(next + 1, true);
    }
  }

  /** Adds a node. Returns the position after it, or undefined if its text is not closed. */
  #node(id: string, from: number): number | undefined {
    const { text } = this.#source;
    let end = from + id.length;
    let declared: { shape: Shape | undefined; text: string | undefined } | undefined;
    if (text[end] === '@' && text[end + 1] === '{') {
      const facts = factsAt(text, end + 1, this.#ends.limit(end));
      if (!facts) return this.#unclosed(from, end, '}');
      declared = facts;
      end = facts.end;
    } else {
      const found = textAt(text, end, this.#ends.end(end));
      if (found && 'expected' in found) return this.#unclosed(from, end, found.expected);
      if (found) {
        declared = found;
        end = found.end;
      }
    }
    CLASS.lastIndex = end;
    if (CLASS.test(text)) end = CLASS.lastIndex;
    const known = this.#nodes.get(id);
    const around = this.#drawing.enclosing;
    if (!known) {
      const node = { text: declared?.text ?? id, shape: declared?.shape ?? 'box', around, from, to: end };
      if (this.#nodes.size < MAX_NODES) this.#nodes.set(id, node);
    } else {
      known.around ??= around;
      known.text = declared?.text ?? known.text;
      known.shape = declared?.shape ?? known.shape;
    }
    return end;
  }

  #unclosed(from: number, at: number, expected: string): undefined {
    this.#fault(`The text of a node is not closed: expected ${expected}`, from, this.#ends.end(at));
  }

  #draw(alias: string, { text, shape, around, from, to }: Node): void {
    if (this.#drawing.has(alias)) return;
    const { name, icon } = nameOf(text);
    const place = { file: this.#source.file, from, to };
    const item = { alias, name: name || alias, place, hasInferredType: true, links: this.#links.get(alias) };
    const isActor = /user|person|people/.test(icon) || namesPeople(item.name, shape === 'round');
    const isStore = shape === 'store' || icon === 'fa-database';
    const is = isStore ? 'store' : isActor ? 'actor' : around ? 'app' : 'system';
    this.#drawing.add({ ...item, is }, around);
  }

  #fault(message: string, from: number, to: number): void {
    this.#drawing.diagnostics.skipLine(message, { file: this.#source.file, from, to: Math.max(from, to) });
  }
}

/** Limits the nodes on one side of a link: the number of links is the product of both sides. */
const MAX_CONCURRENT = 100;
/** One more than a drawing accepts, so that the drawing reports the limit. */
const MAX_NODES = 100_001;

/** Splits a node's text into name and icon, without markup. */
function nameOf(text: string): { name: string; icon: string } {
  const plain = text.trim();
  const icon = ICON.exec(plain);
  const rest = icon ? plain.slice(icon[0].length) : plain;
  return { name: mermaidDecoded(withoutMarkup(rest)).replace(/\s+/g, ' ').trim(), icon: icon?.[1] ?? '' };
}
