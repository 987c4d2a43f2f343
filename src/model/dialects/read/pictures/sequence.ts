import type { Place } from '../../../document/element.js';
import type { Drawing, Item } from './picture.js';
import { namesPeople } from './words.js';

/** Declaration or first use of a participant. */
interface Participant {
  name: string;
  label?: string | undefined;
  is?: Item['is'] | undefined;
  external?: true | undefined;
  place: Place;
}

/** Adds the statements of a sequence diagram to a drawing. */
export class SequenceDrawing {
  readonly #drawing: Drawing;
  readonly #decode: (text: string) => string;

  /** @param decode converts a text into plain text. */
  constructor(drawing: Drawing, decode: (text: string) => string) {
    this.#drawing = drawing;
    this.#decode = decode;
    drawing.isOrdered = true;
  }

  /** Joins a text to one line. Exports write an empty text as an ellipsis. */
  textOf(text: string): string {
    const plain = this.#decode(text).replace(/\s+/g, ' ').trim();
    return plain === '…' ? '' : plain;
  }

  /** Alias of a participant; the first use declares it. */
  participant({ name, label = name, place, is, external }: Participant): string {
    const alias = name.trim();
    if (this.#drawing.has(alias)) return alias;
    const shown = this.textOf(label) || this.textOf(alias) || alias;
    const guess = namesPeople(shown, false) ? 'actor' : this.#drawing.enclosing ? 'app' : 'system';
    this.#drawing.add({ alias, name: shown, is: is ?? guess, hasInferredType: true, external, place });
    return alias;
  }

  /** Opens a box around participants. */
  box(text: string, place: Place): void {
    const name = this.textOf(text);
    const item = { alias: '', name, is: 'boundary', word: 'plain', hasInferredType: true, place } as const;
    this.#drawing.open(name === '' ? undefined : this.#drawing.add(item));
  }

  /** Opens a block of steps: alternatives and parallel steps branch; a loop or a group becomes a note. */
  block(keyword: string, text: string, place: Place): void {
    const { steps, diagnostics } = this.#drawing;
    const name = this.textOf(text);
    const kind = keyword.toLowerCase();
    if (kind === 'break' || kind === 'critical')
      diagnostics.loss(`The block "${kind}" becomes alternative paths.`, place);
    if (['alt', 'opt', 'break', 'critical'].includes(kind)) steps.branch('alternate', name, place);
    else if (['par', 'par2', 'par_over'].includes(kind)) steps.branch('parallel', name, place);
    else steps.block();
    if (!['loop', 'group', 'partition'].includes(kind)) return;
    const what = kind === 'loop' ? 'Loop' : 'Group';
    diagnostics.loss(`A ${what.toLowerCase()} becomes a note before its steps.`, place);
    steps.add({ ends: [], text: `${what}: ${name}`, is: 'note', place });
  }

  message(
    [from, to]: readonly [string, string],
    words: string,
    { isReply, isBoth }: { isReply: boolean; isBoth: boolean },
    place: Place,
  ): void {
    const text = this.textOf(words);
    this.#drawing.steps.add({ ends: [from, to], text, is: isReply ? 'reply' : 'message', place });
    const direction = isBoth ? 'bidirectional' : undefined;
    this.#drawing.line({ from, to, name: text, isMessage: true, direction, place });
  }
}
