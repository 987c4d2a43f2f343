import type { Place } from '../../../document/element.js';
import { truncate } from '../../../validate/rule.js';
import type { Drawing, PlacedItem } from '../pictures/picture.js';
import { isCode } from '../pictures/words.js';
import { type Arrow, arrowIn, type End } from './arrows.js';
import { type Declaration, declarationIn } from './elements.js';
import type { Lines } from './lines.js';
import { nameIn } from './text.js';

/**
 * Parser of elements and lines of component and deployment diagrams:
 *
 *     element = keyword name ["as" alias] [stereotype] [color] ["{"] | "[" name "]" | "()" name | ":" name ":"
 *     line    = end arrow end [":" label]
 *     arrow   = [head] ("-" | "." | "=") { sign } [direction | "[" style "]"] [head]
 */
export class ComponentDiagram {
  readonly #drawing: Drawing;
  readonly #decode: (text: string) => string;
  /** Aliases by label, since lines may use labels. */
  readonly #byLabel = new Map<string, string>();
  /** Aliases that the model does not hold: notes, use cases. */
  readonly #ignored = new Set<string>();
  readonly #pending: (Arrow & { place: Place; around: PlacedItem | undefined })[] = [];
  #hasElements = false;
  #hasBareLines = false;

  constructor(drawing: Drawing, decode: (text: string) => string) {
    this.#drawing = drawing;
    this.#decode = decode;
  }

  /** Whether there are only arrows between words, which PlantUML treats as a sequence. */
  get isSequence(): boolean {
    return this.#hasBareLines && !this.#hasElements;
  }

  ignore(alias: string): void {
    this.#ignored.add(alias);
  }

  /** Whether a statement is an element or a line. */
  isStatement(text: string): boolean {
    return arrowIn(text) !== undefined || declarationIn(text) !== undefined;
  }

  /** Parses a statement; false if it is neither element nor line. */
  draw(text: string, place: Place, lines: Lines): boolean {
    if (this.#port(text, place)) return true;
    const arrow = arrowIn(text);
    if (arrow) {
      this.#line(arrow, place);
      return true;
    }
    const declared = declarationIn(text);
    if (!declared) return this.#onOneLine(text, place, lines);
    const more = declared.isTextOpen ? textUpToBracket(lines) : undefined;
    const label = more ? `${declared.label} ${more.text}`.trim() : declared.label;
    this.#element({ ...declared, label, alias: more?.alias ?? (declared.alias || label) }, place);
    return true;
  }

  /** `port p1` in an element: its lines end at the element. */
  #port(text: string, place: Place): boolean {
    const [, quoted, name, alias] = PORT.exec(text) ?? [];
    const own = alias ?? name ?? quoted;
    const around = this.#drawing.enclosing;
    if (own === undefined || !around || around.alias === '') return false;
    this.#byLabel.set(own, around.alias);
    const message = `The port "${truncate(own)}" is not imported: its lines end at "${truncate(around.name)}".`;
    this.#drawing.diagnostics.guess(message, place);
    return true;
  }

  /** Parses `package Name { [A] }`, whose body is one statement. */
  #onOneLine(text: string, place: Place, lines: Lines): boolean {
    const brace = text.indexOf('{') + 1;
    const declared = brace > 0 && text.endsWith('}') ? declarationIn(text.slice(0, brace)) : undefined;
    if (!declared?.isOpened) return false;
    this.#element(declared, place);
    const inside = text.slice(brace, -1).trim();
    const isDrawn = inside === '' || (!inside.includes('{') && this.draw(inside, place, lines));
    this.#drawing.close();
    return isDrawn;
  }

  #element(
    { alias, label, is, word, isOpened, isExternal, hasStatedType: isSaid, isUnsupported }: Declaration,
    place: Place,
  ): void {
    this.#hasElements = true;
    if (isUnsupported) {
      this.#ignored.add(alias);
      this.#ignore(label, place);
      if (isOpened) this.#drawing.open(undefined);
      return;
    }
    const isBoundary = isOpened && word !== undefined;
    const own = alias || label;
    const known = own === '' ? undefined : this.#drawing.get(own);
    const item =
      known ??
      this.#drawing.add({
        alias: own,
        name: nameIn(label) || nameIn(alias) || 'Group',
        is: isBoundary ? 'boundary' : is,
        place,
        hasInferredType: !isSaid,
        keyword: isBoundary ? word : undefined,
        external: isExternal || undefined,
      });
    if (own !== '' && !this.#byLabel.has(label)) this.#byLabel.set(label, own);
    if (isOpened) this.#drawing.open(item);
  }

  /** Collects lines; they are drawn once everything is declared. */
  #line(arrow: Arrow, place: Place): void {
    const around = this.#drawing.enclosing;
    for (const end of [arrow.from, arrow.to])
      if (!end.isBare && this.#aliasOf(end) === undefined) this.#implied(end, place, around);
    this.#pending.push({ ...arrow, place, around });
  }

  /** Draws the lines and the elements that only lines name. */
  finish(): void {
    for (const { from, to, words, direction, isHidden, place, around } of this.#pending) {
      if ([from, to].some(({ name }) => this.#ignored.has(name))) continue;
      const [first, second] = [from, to].map((it) => this.#aliasOf(it) ?? this.#implied(it, place, around));
      if (isHidden || first === undefined || second === undefined) continue;
      const [labelText, technology] = stereotypeBehind(words);
      const label = this.#decode(labelText.replace(/^"([^"]*)"$/, '$1')).trim();
      const isPlain = !isCode(label);
      this.#drawing.line({
        from: first,
        to: second,
        name: isPlain ? label : 'Uses',
        place,
        description: isPlain ? undefined : label,
        technology,
        direction,
      });
    }
  }

  /** Alias of a line's end; undefined if nothing declares it. */
  #aliasOf({ name }: End): string | undefined {
    return this.#drawing.has(name) ? name : this.#byLabel.get(name);
  }

  /** Declares an element that only a line names; undefined if the model cannot hold it. */
  #implied({ name, is, isBare }: End, place: Place, around: PlacedItem | undefined): string | undefined {
    if (this.#ignored.has(name)) return undefined;
    if (is === 'none') {
      this.#ignore(name, place);
      return undefined;
    }
    if (isBare) this.#hasBareLines = true;
    else this.#hasElements = true;
    this.#drawing.add({ alias: name, name: nameIn(name) || name, is, place, hasInferredType: true }, around);
    return name;
  }

  #ignore(name: string, place: Place): void {
    this.#hasElements = true;
    this.#ignored.add(name);
    const message = `The use case "${truncate(name)}" is not supported: it is skipped.`;
    this.#drawing.diagnostics.loss(message, place);
  }
}

/** Parses an element's text of several lines, up to the bracket, and the alias after it. */
function textUpToBracket(lines: Lines): { text: string; alias?: string } {
  const textLines: string[] = [];
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const close = line.text.indexOf(']');
    if (textLines.length < MAX_TEXT) textLines.push(close === -1 ? line.text : line.text.slice(0, close));
    if (close === -1) continue;
    const alias = /\bas\s+(\w+)/.exec(line.text.slice(close))?.[1];
    return { text: textLines.join(' ').trim(), ...(alias !== undefined && { alias }) };
  }
  return { text: textLines.join(' ').trim() };
}

/** Splits words and technology of `Asks <<HTTPS>>`. */
function stereotypeBehind(words: string): [string, string?] {
  const text = words.trimEnd();
  const open = text.endsWith('>>') ? text.lastIndexOf('<<') : -1;
  const technology = open === -1 ? '' : text.slice(open + 2, -2).trim();
  return technology === '' ? [words] : [text.slice(0, open).trimEnd(), technology];
}

const PORT = /^port(?:in|out)?\s+(?:"([^"]{1,500})"|(\w{1,100}))(?:\s+as\s+(\w{1,100}))?$/i;

/** Maximum lines of one text. */
const MAX_TEXT = 20;
