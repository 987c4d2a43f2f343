import type { Place } from '../../../document/element.js';
import { truncate } from '../../../validate/rule.js';
import type { Drawing } from '../pictures/picture.js';
import { SequenceDrawing } from '../pictures/sequence.js';
import type { Source } from '../pictures/source.js';
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
const STYLE = /^(?:activate|deactivate|destroy|autonumber|properties|details)\b/i;
const LINK = /^link\s+([^:]{1,200}):\s*([^@]*)@\s*(https?:\/\/\S{1,2000})/i;
const NOTE = /^note\s+(?:over|left of|right of)\s+([^:]{1,500}?)\s*:\s*(?:(?:no)?wrap:)?([\s\S]*)$/i;
const BLOCK = /^(loop|rect|opt|alt|par|par_over|critical|break)\b\s*([\s\S]*)$/i;
const NEXT = /^(?:else|and|option)\b\s*([\s\S]*)$/i;
const BOX = /^box\b\s*([\s\S]*)$/i;
const COLOR =
  /^(?:(?:rgb|hsl)a?\([^)]{0,60}\)|#[\da-f]{3,8}|transparent|(?:(?:light|dark|medium|pale|deep|hot)\w+|aqua|black|blue|cyan|fuchsia|gold|gray|green|grey|lime|magenta|maroon|navy|olive|orange|pink|purple|red|silver|tan|teal|violet|white|yellow)(?=\s|$))\s*/i;
const MESSAGE =
  /^([^\n]{1,300}?)\s*(<<--?>>|--?(?:>>|>|x|\)|\|[\\/]|\\\\|\/\/))\s*(?:\(\))?\s*[+-]?\s*(?:\(\))?\s*([^:]{1,300}?)\s*(?::\s*(?:(?:no)?wrap:)?([\s\S]*))?$/;
class SequenceReader {
  readonly #source: Source;
  readonly #drawing: Drawing;
  readonly #sequence: SequenceDrawing;
  /** Open blocks: `box` holds participants, others hold steps. */
  readonly #open: ('box' | 'steps')[] = [];

  constructor(source: Source, drawing: Drawing) {
    this.#source = source;
    this.#drawing = drawing;
    this.#sequence = new SequenceDrawing(drawing, mermaidDecoded);
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
    const { steps } = this.#drawing;
    const [, box] = BOX.exec(statement) ?? [];
    if (box !== undefined) {
      this.#sequence.box(box.replace(COLOR, ''), place);
      this.#open.push('box');
      return true;
    }
    const [, keyword, name = ''] = BLOCK.exec(statement) ?? [];
    if (keyword !== undefined) {
      this.#sequence.block(keyword, name, place);
      this.#open.push('steps');
      return true;
    }
    const [, next] = NEXT.exec(statement) ?? [];
    if (next !== undefined) return steps.next(this.#sequence.textOf(next));
    if (!/^end$/i.test(statement)) return false;
    const closed = this.#open.pop();
    if (closed === 'box') this.#drawing.close();
    return closed === 'box' || (closed === 'steps' && steps.end());
  }

  /** Parses a participant, a message or a note; false if the statement is none of these. */
  #content(statement: string, place: Place): boolean {
    if (STYLE.test(statement)) return true;
    const [, title] = /^title\b\s*:?\s*([\s\S]*)$/i.exec(statement) ?? [];
    if (title !== undefined) {
      this.#drawing.title = this.#sequence.textOf(title);
      return true;
    }
    const [, kind, participant] = PARTICIPANT.exec(statement) ?? [];
    if (kind !== undefined && participant !== undefined) {
      this.#declare(participant, kind.toLowerCase() === 'actor', place);
      return true;
    }
    const [, whose, label = '', url] = LINK.exec(statement) ?? [];
    if (whose !== undefined && url !== undefined) {
      const item = this.#drawing.get(this.#sequence.participant({ name: whose, place }));
      if (item) item.links = [...(item.links ?? []), { url, name: this.#sequence.textOf(label) || url }];
      return true;
    }
    const [, over, words] = NOTE.exec(statement) ?? [];
    if (over !== undefined && words !== undefined) {
      const ends = over.split(',', 2).map((name) => this.#sequence.participant({ name, place }));
      this.#drawing.steps.add({ ends, text: this.#sequence.textOf(words), is: 'note', place });
      return true;
    }
    return this.#message(statement, place);
  }

  #message(statement: string, place: Place): boolean {
    const [, first, arrow = '', second, words = ''] = MESSAGE.exec(statement) ?? [];
    if (first === undefined || second === undefined) return false;
    const ends = [first, second].map((name) => this.#sequence.participant({ name, place }));
    const [isReply, isBoth] = [arrow.startsWith('--'), arrow.startsWith('<<')];
    this.#sequence.message(ends as [string, string], words, { isReply, isBoth }, place);
    return true;
  }

  /** Parses `A`, `A as Label` or `A@{ "type": "database", "alias": "Label" }`. */
  #declare(text: string, isActor: boolean, place: Place): void {
    const at = text.indexOf('@{');
    const facts = at === -1 ? undefined : factsAt(text, at + 1, text.length);
    const plain = facts ? text.slice(0, at) + text.slice(facts.end) : text;
    const [name = '', label = facts?.text] = plain.split(/\s+as\s+/, 2).map((it) => it.trim());
    const is = isActor || facts?.shape === 'round' ? 'actor' : facts?.shape === 'store' ? 'store' : undefined;
    this.#sequence.participant({ name, label, is, place });
  }
}
