import type { Place } from '../../../document/element.js';
import { truncate } from '../../../validate/rule.js';
import type { Drawing, Item } from '../pictures/picture.js';
import type { Source } from '../pictures/source.js';
import { isPerson } from '../pictures/words.js';
import { accessibilityAt, behindComment } from './head.js';
import { factsAt } from './shapes.js';
import { mermaidDecoded } from './text.js';

/**
 * Parses sequence diagrams: participants, messages in order, notes and branches.
 *
 *     diagram     = "sequenceDiagram" { statement ("\n" | ";") }
 *     statement   = participant | message | note | block | box | title | accessibility | link | style
 *     participant = ["create"] ("participant" | "actor") alias ["as" text]
 *     message     = alias arrow ["()"] ["+" | "-"] alias [":" text]
 *     note        = "note" ("over" | "left of" | "right of") alias ["," alias] ":" text
 *     block       = ("loop" | "rect" | "opt" | "break") text { statement } "end"
 *                 | "alt" text { statement } { "else" text { statement } } "end"
 *                 | ("par" | "par_over") text { statement } { "and" text { statement } } "end"
 *                 | "critical" text { statement } { "option" text { statement } } "end"
 *     box         = "box" [color] [text] { participant } "end"
 *
 * A block of alternatives or parallel steps is a branch; a loop is a note before its steps.
 */
export function drawSequence(source: Source, drawing: Drawing): void {
  new SequenceReader(source, drawing).read();
}

/** Ends at a line break or a semicolon, except that of an entity such as `#35;`. */
const STATEMENT = /(?:[^\n;#&]|[#&]\w{1,8};|[#&])+/y;
const SKIP = /[\s;]/;
const PARTICIPANT = /^(?:create\s+)?(participant|actor)\s+([\s\S]+)$/i;
const LOOKS = /^(?:activate|deactivate|destroy|autonumber|properties|details)\b/i;
const LINK = /^link\s+([^:]{1,200}):\s*([^@]*)@\s*(https?:\/\/\S{1,2000})/i;
const NOTE = /^note\s+(?:over|left of|right of)\s+([^:]{1,500}?)\s*:\s*(?:(?:no)?wrap:)?([\s\S]*)$/i;
const BLOCK = /^(loop|rect|opt|alt|par|par_over|critical|break)\b\s*([\s\S]*)$/i;
const NEXT = /^(?:else|and|option)\b\s*([\s\S]*)$/i;
const BOX = /^box\b\s*([\s\S]*)$/i;
const COLOR =
  /^(?:(?:rgb|hsl)a?\([^)]{0,60}\)|#[\da-f]{3,8}|transparent|(?:(?:light|dark|medium|pale|deep|hot)\w+|aqua|black|blue|cyan|fuchsia|gold|gray|green|grey|lime|magenta|maroon|navy|olive|orange|pink|purple|red|silver|tan|teal|violet|white|yellow)(?=\s|$))\s*/i;
const MESSAGE =
  /^([^\n]{1,300}?)\s*(<<--?>>|--?(?:>>|>|x|\)|\|[\\/]|\\\\|\/\/))\s*(?:\(\))?\s*[+-]?\s*(?:\(\))?\s*([^:]{1,300}?)\s*(?::\s*(?:(?:no)?wrap:)?([\s\S]*))?$/;
const BRANCHES = { alt: 'alternate', opt: 'alternate', break: 'alternate', critical: 'alternate' } as const;

class SequenceReader {
  readonly #source: Source;
  readonly #drawing: Drawing;
  /** Open blocks: `box` holds participants, others hold steps. */
  readonly #open: ('box' | 'steps')[] = [];

  constructor(source: Source, drawing: Drawing) {
    this.#source = source;
    this.#drawing = drawing;
  }

  read(): void {
    const { file, text, from, to } = this.#source;
    for (let at = from; at < to && !this.#drawing.isFull; ) {
      const accessibility = accessibilityAt(this.#source, at);
      if (SKIP.test(text.charAt(at))) at += 1;
      else if (text.startsWith('%%', at)) at = behindComment(text, at, to);
      else if (accessibility) at = this.#drawing.describe(accessibility);
      else {
        STATEMENT.lastIndex = at;
        STATEMENT.exec(text);
        const end = Math.min(Math.max(STATEMENT.lastIndex, at + 1), to);
        const statement = text.slice(at, end).trim();
        const place = { file, from: at, to: at + statement.length };
        if (!this.#structure(statement, place) && !this.#content(statement, place)) {
          const message = `"${truncate(statement)}" is not a statement of a sequence diagram: expected one such as A->>B: Text.`;
          this.#drawing.diagnostics.skipLine(message, place);
        }
        at = end;
      }
    }
  }

  /** Parses the start, separator or end of a block; false if the statement is none of these. */
  #structure(statement: string, place: Place): boolean {
    const { steps, diagnostics } = this.#drawing;
    const [, box] = BOX.exec(statement) ?? [];
    if (box !== undefined) {
      const name = textOf(box.replace(COLOR, ''));
      const item = { alias: '', name, is: 'boundary', word: 'plain', isLoose: true, place } as const;
      this.#drawing.open(name === '' ? undefined : this.#drawing.add(item));
      this.#open.push('box');
      return true;
    }
    const [, word = '', name = ''] = BLOCK.exec(statement) ?? [];
    const kind = word.toLowerCase();
    if (kind !== '') {
      this.#open.push('steps');
      if (kind.startsWith('par')) steps.branch('parallel', textOf(name), place);
      else if (Object.hasOwn(BRANCHES, kind))
        steps.branch(BRANCHES[kind as keyof typeof BRANCHES], textOf(name), place);
      else steps.block();
      if (kind === 'break' || kind === 'critical')
        diagnostics.loss(`The block "${kind}" becomes alternative paths.`, place);
      if (kind === 'loop') {
        diagnostics.loss('A loop becomes a note before its steps.', place);
        steps.add({ ends: [], text: `Loop: ${textOf(name)}`, is: 'note', place });
      }
      return true;
    }
    const [, next] = NEXT.exec(statement) ?? [];
    if (next !== undefined) return steps.next(textOf(next));
    if (!/^end$/i.test(statement)) return false;
    const closed = this.#open.pop();
    if (closed === 'box') this.#drawing.close();
    return closed === 'box' || (closed === 'steps' && steps.end());
  }

  /** Parses a participant, a message or a note; false if the statement is none of these. */
  #content(statement: string, place: Place): boolean {
    if (LOOKS.test(statement)) return true;
    const [, title] = /^title\b\s*:?\s*([\s\S]*)$/i.exec(statement) ?? [];
    if (title !== undefined) {
      this.#drawing.title = textOf(title);
      return true;
    }
    const [, kind, participant] = PARTICIPANT.exec(statement) ?? [];
    if (kind !== undefined && participant !== undefined) {
      this.#declare(participant, kind.toLowerCase() === 'actor', place);
      return true;
    }
    const [, whose, label = '', url] = LINK.exec(statement) ?? [];
    if (whose !== undefined && url !== undefined) {
      const item = this.#drawing.get(this.#participant(whose, place));
      if (item) item.links = [...(item.links ?? []), { url, name: textOf(label) || url }];
      return true;
    }
    const [, over, words] = NOTE.exec(statement) ?? [];
    if (over !== undefined && words !== undefined) {
      const ends = over.split(',', 2).map((it) => this.#participant(it, place));
      this.#drawing.steps.add({ ends, text: textOf(words), is: 'note', place });
      return true;
    }
    return this.#message(statement, place);
  }

  #message(statement: string, place: Place): boolean {
    const [, first, arrow = '', second, words = ''] = MESSAGE.exec(statement) ?? [];
    if (first === undefined || second === undefined) return false;
    const [from, to] = [this.#participant(first, place), this.#participant(second, place)];
    const text = textOf(words);
    const isReply = arrow.startsWith('--');
    this.#drawing.steps.add({ ends: [from, to], text, is: isReply ? 'reply' : 'message', place });
    const direction = arrow.startsWith('<<') ? ({ direction: 'bidirectional' } as const) : {};
    this.#drawing.line({ from, to, name: text, isMessage: true, place, ...direction });
    return true;
  }

  /** Parses `A`, `A as Label` or `A@{ "type": "database", "alias": "Label" }`. */
  #declare(text: string, isActor: boolean, place: Place): void {
    const at = text.indexOf('@{');
    const facts = at === -1 ? undefined : factsAt(text, at + 1, text.length);
    const plain = facts ? text.slice(0, at) + text.slice(facts.end) : text;
    const [alias = '', label = facts?.text ?? ''] = plain.split(/\s+as\s+/, 2).map((it) => it.trim());
    const name = textOf(label || alias);
    const is = isActor || facts?.shape === 'round' ? 'actor' : facts?.shape === 'store' ? 'store' : undefined;
    this.#add(alias, name, is, place);
  }

  /** Alias of a participant; the first use declares it. */
  #participant(text: string, place: Place): string {
    const alias = text.trim();
    if (!this.#drawing.has(alias)) this.#add(alias, textOf(alias), undefined, place);
    return alias;
  }

  #add(alias: string, name: string, is: Item['is'] | undefined, place: Place): void {
    const guessed = isPerson(name, false) ? 'actor' : this.#drawing.around ? 'app' : 'system';
    if (this.#drawing.has(alias)) return;
    this.#drawing.add({ alias, name: name || alias, is: is ?? guessed, isLoose: true, place });
  }
}

/** Joins a text to one line. Exports write an empty text as an ellipsis. */
const textOf = (text: string): string => {
  const plain = mermaidDecoded(text).replace(/\s+/g, ' ').trim();
  return plain === '…' ? '' : plain;
};
