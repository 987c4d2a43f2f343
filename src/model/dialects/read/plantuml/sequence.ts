import type { Place } from '../../../document/element.js';
import type { Drawing } from '../pictures/picture.js';
import { SequenceDrawing } from '../pictures/sequence.js';
import { declarationIn } from './elements.js';
import type { Lines } from './lines.js';

/**
 * Parser of sequence diagrams: participants, messages in order, notes and branches.
 *
 *     statement   = participant | message | return | note | block | divider | box | style
 *     participant = ["create"] kind name ["as" alias] ["order" number] [stereotype] [color]
 *     kind        = "participant" | "actor" | "boundary" | "control" | "entity" | "database" | "collections" | "queue"
 *     message     = [name] arrow [name] { "++" | "--" | "**" | "!!" } [":" text]
 *     return      = "return" [text]
 *     note        = ("note" | "hnote" | "rnote" | "ref") position [name ["," name]] (":" text | lines "end note")
 *     block       = ("alt" | "opt" | "break" | "critical") [text] { statement } { "else" [text] { statement } } "end"
 *                 | ("par" | "par2") [text] { statement } { ("else" | "also") [text] { statement } } "end"
 *                 | ("loop" | "group" | "partition") [text] { statement } "end"
 *     divider     = "==" text "==" | "..." [text "..."]
 *     box         = "box" [text] [color] { participant } "end box"
 *
 * A block of alternatives or parallel steps is a branch; a loop or a group is a note before its steps.
 */

const PARTICIPANT =
  /^(?:create\s+)?(participant|actor|boundary|control|entity|database|collections|queue)\b([\s\S]*)$/i;
const ORDER = /\sorder\s+-?\d+/gi;
const BOX = /^box\b\s*(?:"([^"]*)"|([^#<]*))/i;
const BOX_END = /^end\s?box$/i;
const BLOCK = /^(alt|opt|break|critical|par2?|loop|group|partition)\b\s*([\s\S]*)$/i;
const STYLE =
  /^(?:activate|deactivate|destroy|create|autonumber|autoactivate|newpage|hide|show|\|\|)(?:\s|\||$)/i;
const NOTE =
  /^\/?\s*(?:[hr]?note|ref)\s+(?:(?:left|right)(?:\s+of)?|over|across)\b\s*([^:]*?)(?:\s*:\s*([\s\S]*))?$/i;
const NOTE_END = /^end\s?(?:[hr]?note|ref)$/i;
const DIVIDER = /^(?:==+\s*([^=]*)==+|\.\.\.\s*([\s\S]*?)\s*(?:\.\.\.)?)$/;
const END = String.raw`(?:"([^"\n]{1,500})"(?:\s+as\s+([\p{L}\p{N}_]+))?|([\p{L}\p{N}_][\p{L}\p{N}_.@]*)|([[\]?]))`;
const ARROW = String.raw`(?:[ox](?=[<\\/]))?(<{1,2}|[\\/]{1,2})?(-(?:\[[^\]\n]*\])?(?:left|right|up|down|[lrud])?(?:\[[^\]\n]*\])?-*)(>{1,2}|[\\/]{1,2})?(?:[ox](?=[\s"\]]))?`;
const MESSAGE = new RegExp(
  String.raw`^(?:&\s*)?${END}?\s*${ARROW}\s*${END}?\s*(?:(?:\+\+|--|\*\*|!!)\s*)*(?:#\w+\s*)?(?:(?:\+\+|--|\*\*|!!)\s*)*(?::\s*([\s\S]*))?$`,
  'u',
);
/** Maximum lines of one note. */
const MAX_LINES = 50;

export class SequenceReader {
  readonly #drawing: Drawing;
  readonly #sequence: SequenceDrawing;

  constructor(drawing: Drawing, decode: (text: string) => string) {
    this.#drawing = drawing;
    this.#sequence = new SequenceDrawing(drawing, decode);
  }

  /** Parses a statement; false if it does not belong to sequences. */
  read(text: string, place: Place, lines: Lines): boolean {
    if (BOX_END.test(text)) return this.#drawing.close();
    const [, quoted, bare] = BOX.exec(text) ?? [];
    const box = quoted ?? bare;
    if (box !== undefined) {
      this.#sequence.box(box, place);
      return true;
    }
    const [, kind = '', declared] = PARTICIPANT.exec(text) ?? [];
    if (declared !== undefined && this.#declare(kind.toLowerCase(), declared, place, lines)) return true;
    if (STYLE.test(text)) return true;
    return this.#block(text, place) || this.#remark(text, place, lines) || this.#message(text, place);
  }

  #block(text: string, place: Place): boolean {
    const { steps } = this.#drawing;
    const [, keyword, name = ''] = BLOCK.exec(text) ?? [];
    if (keyword !== undefined) {
      this.#sequence.block(keyword, name, place);
      return true;
    }
    const [, next] = /^(?:else|also)\b\s*([\s\S]*)$/i.exec(text) ?? [];
    if (next !== undefined) return steps.next(this.#sequence.textOf(next));
    return /^end$/i.test(text) && steps.end();
  }

  /** Parses a note, a reference, a divider or a delay. */
  #remark(text: string, place: Place, lines: Lines): boolean {
    const [, over, words] = NOTE.exec(text) ?? [];
    if (over !== undefined) {
      const names = over.replace(/#\w+/g, '').split(',', 2);
      const ends = names.flatMap((it) =>
        it.trim() === '' ? [] : this.#sequence.participant({ name: it.trim(), place }),
      );
      this.#note(words ?? noteTo(lines), place, ends);
      return true;
    }
    const [, divider, delay] = DIVIDER.exec(text) ?? [];
    if (divider === undefined && delay === undefined) return false;
    this.#note(divider ?? delay ?? '', place, []);
    return true;
  }

  #note(words: string, place: Place, ends: readonly string[]): void {
    const text = this.#sequence.textOf(words);
    if (text !== '') this.#drawing.steps.add({ ends, text, is: 'note', place });
  }

  #message(text: string, place: Place): boolean {
    const { steps, diagnostics } = this.#drawing;
    const [, answer] = /^return\b\s*([\s\S]*)$/i.exec(text) ?? [];
    const last = answer === undefined ? undefined : steps.last;
    if (answer !== undefined && last) {
      steps.add({ ends: last.ends.toReversed(), text: this.#sequence.textOf(answer), is: 'reply', place });
      return true;
    }
    const found = MESSAGE.exec(text);
    if (!found) return false;
    const [, name1, as1, bare1, , left, dashes = '', right, name2, as2, bare2, , words = ''] = found;
    if (left === undefined && right === undefined) return false;
    const ends = [
      { name: as1 ?? name1 ?? bare1, label: name1 },
      { name: as2 ?? name2 ?? bare2, label: name2 },
    ].flatMap(({ name, label }) =>
      name === undefined ? [] : this.#sequence.participant({ name, label, place }),
    );
    if (ends.length === 0) return false;
    const isBack = left !== undefined && right === undefined;
    const [from = '', to] = isBack ? ends.toReversed() : ends;
    if (to === undefined) {
      diagnostics.loss('A message from or to the outside of the diagram becomes a note.', place);
      this.#note(words, place, [from]);
      return true;
    }
    const isReply = dashes.replace(/\[[^\]]*\]/g, '').replace(/[a-z]/g, '').length > 1;
    const isBoth = left !== undefined && right !== undefined;
    this.#sequence.message([from, to], words, { isReply, isBoth }, place);
    return true;
  }

  /** Declares a participant; false if the words are a message of a participant with that name. */
  #declare(kind: string, words: string, place: Place, lines: Lines): boolean {
    const declared = declarationIn(`component${words.replace(ORDER, '')}`);
    if (!declared) return false;
    const rest: string[] = [];
    for (let line = declared.isTextOpen ? lines.next() : undefined; line; line = lines.next()) {
      if (rest.length < MAX_LINES) rest.push(line.text.replace(/\]$/, ''));
      if (line.text.endsWith(']')) break;
    }
    const label = [declared.label, ...rest].join(' ').replace(/(?:^|\s)=+\s/g, ' ');
    const isStore = kind === 'database' || kind === 'queue';
    this.#sequence.participant({
      name: declared.alias || label,
      label,
      place,
      is: kind === 'actor' ? 'actor' : isStore ? 'store' : undefined,
      external: declared.isExternal || undefined,
    });
    return true;
  }
}

/** Lines of a note up to its end. */
function noteTo(lines: Lines): string {
  const words: string[] = [];
  for (let line = lines.next(); line && !NOTE_END.test(line.text); line = lines.next())
    if (words.length < MAX_LINES) words.push(line.text);
  return words.join(' ');
}
