import type { Place } from '../../../document/element.js';
import type { Finding } from '../../../document/finding.js';
import { truncate } from '../../../validate/rule.js';
import { Diagnostics } from '../../diagnostics.js';
import type { Include } from '../../readers.js';
import { readCall } from '../pictures/arguments.js';
import { C4MacroReader, type Drawn } from '../pictures/c4.js';
import { macroOf } from '../pictures/macros.js';
import { Drawing, type Picture } from '../pictures/picture.js';
import { LineEnds, type Source } from '../pictures/source.js';
import { ComponentDiagram } from './component-diagram.js';
import { Directives } from './directives.js';
import { includeIn, isAddress, isStyleLibrary, partsOf } from './includes.js';
import { Lines, type TextLine } from './lines.js';
import { type Section, sectionsIn } from './sections.js';
import { SequenceReader } from './sequence.js';
import {
  endOfBlock,
  isSequenceStatement,
  isStyle,
  noteAlias,
  unsupportedKeyword,
} from './statement-kinds.js';
import { nameIn, plantumlDecoded } from './text.js';
import { Variables } from './variables.js';

/** Limits recursion of files that include each other. */
const MAX_LEVELS = 20;
/** Longer lines are not written by people; macros have no such limit. */
const LONGEST_LINE = 5000;
/** Nothing, a comment, or style. */
const BEHIND_CALL = /^(?:'|\/'|#|<<|$)/;
const CALL = /^([A-Za-z_]\w{0,100})[ \t]*\(/;

/**
 * Parser of one diagram with its included files.
 *
 *     diagram   = "@startuml" [name] { line } "@enduml"
 *     line      = directive | macro ["{" | "}"] | "{" | "}" | element | arrow line | title | style
 *     directive = "!include" path | "!define" name text | "!" name "=" text | "!undef" name
 *               | ("!if" | "!ifdef" | "!ifndef") condition { line } ["!else" { line }] "!endif"
 *     condition = "true" | "false" | "%variable_exists(" name ")" | "%not(" condition ")"
 *     macro     = name "(" [argument { "," argument }] ")"
 *     argument  = ["$" name "="] (quoted | bare)
 *     title     = "title" (text | lines "end title")
 *
 * `ComponentDiagram` parses elements and arrow lines, `SequenceReader` the lines of sequence diagrams.
 */
export class Diagram {
  readonly #section: Section;
  readonly #include: Include;
  readonly #included: Set<string>;
  readonly #own = new Set<string>();
  readonly #diagnostics = new Diagnostics();
  readonly #drawing = new Drawing(this.#diagnostics);
  readonly #variables = new Variables();
  readonly #directives = new Directives(this.#variables, this.#diagnostics);
  readonly #c4: C4MacroReader;
  readonly #components: ComponentDiagram;
  readonly #sequence: SequenceReader | undefined;
  #isC4 = false;
  /** A boundary whose opening brace may follow. */
  #pendingBoundary: Drawn;
  /** First statement of another diagram type. */
  #unsupported: { what: string; place: Place } | undefined;
  /** Whether it is a sequence, which is parsed again as one. */
  #isSequence = false;

  /** @param included files that were read as part of a diagram. */
  constructor(section: Section, include: Include, included: Set<string>, isSequence = false) {
    this.#section = section;
    this.#include = include;
    this.#included = included;
    const decode = (text: string): string => plantumlDecoded(this.#variables.substitute(text));
    this.#c4 = new C4MacroReader(this.#drawing, decode);
    this.#components = new ComponentDiagram(this.#drawing, decode);
    if (isSequence) this.#sequence = new SequenceReader(this.#drawing, decode);
  }

  read(name: string): { picture?: Picture; findings: readonly Finding[] } {
    const { file, begin, from, kind } = this.#section;
    const place = { file, from: begin, to: Math.max(from, begin) };
    this.#part(this.#section, [file]);
    this.#components.finish();
    if (!this.#sequence && (this.#isSequence || (this.#components.isSequence && !this.#isC4)))
      return new Diagram(this.#section, this.#include, this.#included, true).read(name);
    if (this.#unsupported && !this.#isC4) {
      const { what, place: at } = this.#unsupported;
      const message = `"${truncate(what)}" belongs to an unsupported type of diagram: the diagram is skipped.`;
      return singleFinding((it) => it.loss(message, at));
    }
    const picture = this.#drawing.finish(name, place);
    if (picture.items.length === 0 && kind === '')
      return singleFinding((it) => it.error('This is not a PlantUML diagram: expected @startuml.', place));
    return { picture, findings: this.#diagnostics.all };
  }

  #part(source: Source, includedFrom: readonly string[]): void {
    const lines = new Lines(source);
    const ends = new LineEnds(source);
    for (let line = lines.next(); line !== undefined && !this.#drawing.isFull; line = lines.next()) {
      const place = { file: source.file, from: line.from, to: line.to };
      const path = this.#directives.isRead ? includeIn(line.text) : undefined;
      if (path !== undefined) this.#includes(this.#variables.substitute(path), place, includedFrom);
      else if (!this.#directives.execute(line, place, lines) && this.#directives.isRead)
        this.#statement(line, { place, lines, ends });
    }
  }

  #includes(path: string, place: Place, includedFrom: readonly string[]): void {
    if (/C4_Sequence/i.test(path)) this.#isSequence = true;
    if (/C4_Dynamic/i.test(path)) this.#drawing.isOrdered = true;
    if (isStyleLibrary(path)) return;
    const { file: wanted, part } = partsOf(path);
    const from = { path: place.file, text: '' };
    const files = isAddress(path) ? undefined : this.#include(wanted, from);
    const file = files?.length === 1 ? files[0] : undefined;
    if (!file) {
      const message = `${truncate(path)} is not read: it must be in the folder of this file.`;
      this.#diagnostics.loss(message, place);
      return;
    }
    if (includedFrom.includes(file.path) || includedFrom.length > MAX_LEVELS) {
      this.#diagnostics.skipLine(`${truncate(path)} includes itself.`, place);
      return;
    }
    this.#included.add(file.path);
    const key = `${file.path}!${part ?? ''}`;
    if (this.#own.has(key)) return;
    this.#own.add(key);
    const sections = sectionsIn({ file: file.path, text: file.text, from: 0, to: file.text.length });
    const section = sections.find(({ name }, at) => name === part || String(at) === part) ?? sections[0];
    if (section) this.#part(section, [...includedFrom, file.path]);
  }

  #statement(line: TextLine, at: { place: Place; lines: Lines; ends: LineEnds }): void {
    const { text } = line;
    const call = CALL.exec(text);
    if (
      call &&
      (macroOf(call[1] ?? '') || text.length > LONGEST_LINE || !this.#components.isStatement(text))
    ) {
      this.#call(line, call, at);
      return;
    }
    if (text === '{' || text === '}') {
      this.#brace(text, at.place);
      return;
    }
    if (this.#sequence?.read(this.#variables.substitute(text), at.place, at.lines)) return;
    const alias = noteAlias(text);
    if (alias !== undefined) this.#components.ignore(alias);
    const ends = endOfBlock(text);
    if (ends) skipTo(at.lines, ends);
    else if (/^title\b/i.test(text)) this.#title(text.slice(5).trim(), at.lines);
    else if (!isStyle(text)) this.#drawn(text, at);
  }

  #brace(sign: string, place: Place): void {
    if (sign === '{') this.#drawing.open(this.#pendingBoundary);
    else if (!this.#drawing.close())
      this.#diagnostics.skipLine('Unexpected }: expected an element or a line.', place);
    this.#pendingBoundary = undefined;
  }

  #call(
    { text: line, from, to }: TextLine,
    [head, name = '']: RegExpExecArray,
    at: { place: Place; lines: Lines; ends: LineEnds },
  ): void {
    const { text } = at.lines.source;
    const { file } = at.place;
    const call = readCall(text, from + head.length, at.ends.limit(from));
    if (!call) {
      this.#diagnostics.skipLine(`${truncate(name)}( is not closed: expected ).`, { file, from, to });
      if (line.endsWith('{')) this.#drawing.open(undefined);
      return;
    }
    this.#isC4 ||= macroOf(name)?.does === 'element';
    this.#pendingBoundary = this.#c4.draw({ name, args: call.args, place: { file, from, to: call.end } });
    const end = at.ends.end(call.end);
    at.lines.moveTo(end + 1);
    const rest = text.slice(call.end, end).trim();
    if (this.#sequence) this.#openUnbraced();
    else if (rest.startsWith('{')) {
      this.#brace('{', at.place);
      if (rest.endsWith('}')) this.#brace('}', at.place);
    } else if (!BEHIND_CALL.test(rest))
      this.#diagnostics.loss(`"${truncate(rest)}" after ${truncate(name)}(…) is not read.`, at.place);
  }

  /** In a sequence, a boundary ends at its `Boundary_End()`. */
  #openUnbraced(): void {
    if (this.#pendingBoundary?.is === 'boundary') this.#drawing.open(this.#pendingBoundary);
    this.#pendingBoundary = undefined;
  }

  #title(words: string, lines: Lines): void {
    const titleLines: string[] = words === '' ? [] : [words];
    if (words === '')
      for (let line = lines.next(); line && !/^end\s?title$/i.test(line.text); line = lines.next())
        titleLines.push(line.text);
    this.#drawing.title = nameIn(this.#variables.substitute(titleLines.join(' ')));
  }

  /** Parses an element or a line of a diagram without macros. */
  #drawn(text: string, { place, lines }: { place: Place; lines: Lines }): void {
    if (text.length > LONGEST_LINE) this.#diagnostics.loss('The line is too long: it is skipped.', place);
    else if (/^together\b.*\{$/i.test(text)) this.#drawing.open(undefined);
    else if (!this.#sequence && this.#components.draw(this.#variables.substitute(text), place, lines)) return;
    else if (!this.#sequence && isSequenceStatement(text))
      this.#isSequence ||= !this.#unsupported && !this.#isC4;
    else if (unsupportedKeyword(text) !== undefined) {
      this.#unsupported ??= { what: unsupportedKeyword(text) ?? text, place };
      if (text.endsWith('{')) skipTo(lines, /^\}$/);
      this.#diagnostics.loss(`"${truncate(text)}" is not supported: it is skipped.`, place);
    } else {
      const message = `"${truncate(text)}" is not read: expected an element, a line or a macro.`;
      this.#diagnostics.loss(message, place);
      if (text.endsWith('{')) this.#drawing.open(undefined);
    }
  }
}

/** The only finding of a diagram that is skipped. */
function singleFinding(report: (diagnostics: Diagnostics) => void): { findings: readonly Finding[] } {
  const diagnostics = new Diagnostics();
  report(diagnostics);
  return { findings: diagnostics.all };
}

function skipTo(lines: Lines, ends: RegExp): void {
  for (let line = lines.next(); line !== undefined; line = lines.next()) if (ends.test(line.text)) return;
}
