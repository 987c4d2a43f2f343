import type { Place } from '../../../document/element.js';
import { truncate } from '../../../validate/rule.js';
import { Diagnostics } from '../../diagnostics.js';
import type { ReadDialect } from '../../readers.js';
import { readCall } from '../pictures/arguments.js';
import { type Block, baseName, blocksOf } from '../pictures/blocks.js';
import { C4MacroReader, type Drawn } from '../pictures/c4.js';
import { mergePictures } from '../pictures/merge.js';
import { Drawing, MAX_PICTURES, type Picture } from '../pictures/picture.js';
import { LineEnds, type Source } from '../pictures/source.js';
import { drawFlowchart } from './flowchart.js';
import { accessibilityAt, behindComment, headOf } from './head.js';
import { drawSequence } from './sequence.js';
import { mermaidDecoded } from './text.js';

/**
 * Reads Mermaid: C4 diagrams, flowcharts and sequences, in files of their own or in Markdown. Reports and skips other
 * diagrams.
 */
export const readMermaid: ReadDialect = (files) => {
  const diagnostics = new Diagnostics();
  const pictures: Picture[] = [];
  const unsupported: Place[] = [];
  for (const file of files) {
    const blocks = diagnostics.isWithinLimit(file) ? blocksOf(file, ['mermaid']) : [];
    for (const [index, block] of blocks.entries()) {
      if (index >= MAX_PICTURES) {
        const place = { file: file.path, from: block.from, to: block.from };
        diagnostics.error('The file contains too many diagrams: the rest is skipped.', place);
        break;
      }
      const picture = pictureOf(block, blocks.length, pictures.length, { diagnostics, unsupported });
      if (picture) pictures.push(picture);
    }
  }
  diagnostics.foreign(NO_DIAGRAM, unsupported, pictures.length > 0);
  return mergePictures(pictures, diagnostics);
};

const NO_DIAGRAM =
  'This is not a supported Mermaid diagram: expected C4Context, C4Container, C4Component, flowchart, graph or sequenceDiagram.';

function pictureOf(
  block: Block,
  blockCount: number,
  index: number,
  { diagnostics, unsupported }: { diagnostics: Diagnostics; unsupported: Place[] },
): Picture | undefined {
  const { file, from, to } = block;
  const head = headOf(block);
  const drawing = new Drawing(diagnostics);
  drawing.title = head.title;
  const place = { file: file.path, from: head.from, to: head.to };
  const source = { file: file.path, text: file.text, from: head.to, to };
  drawing.isOrdered = head.word === 'C4Dynamic' || head.word === 'sequenceDiagram';
  if (/^C4(?:Context|Container|Component|Deployment|Dynamic)$/.test(head.word)) drawC4(source, drawing);
  else if (head.word === 'sequenceDiagram') drawSequence(source, drawing);
  else if (/^(?:graph|flowchart(?:-elk|-v2)?)$/.test(head.word)) drawFlowchart(source, drawing);
  else if (/^[A-Za-z][\w-]*$/.test(head.word)) {
    const message = `Diagrams of the type ${truncate(head.word)} are not supported: this one is skipped.`;
    diagnostics.loss(message, place);
    return undefined;
  } else {
    unsupported.push({ file: file.path, from: head.from, to: Math.max(head.to, from) });
    return undefined;
  }
  const name = block.heading ?? baseName(file.path);
  return drawing.finish(blockCount > 1 && !block.heading ? `${name} ${index + 1}` : name, place);
}

/**
 * Parser of Mermaid's C4 diagrams:
 *
 *     diagram   = "C4" ("Context" | "Container" | "Component" | "Dynamic" | "Deployment") { statement }
 *     statement = macro ["{" { statement } "}"] | "title" text | accessibility
 *     macro     = name "(" [argument { "," argument }] ")"
 *     argument  = ["$" name "="] (quoted | bare)
 */

const WORD = /[A-Za-z_][\w-]*/y;
const SKIP = /[\s;]/;
const SPACES = /[ \t]*/y;
function drawC4(source: Source, drawing: Drawing): void {
  new C4Reader(source, drawing).read();
}

class C4Reader {
  readonly #source: Source;
  readonly #drawing: Drawing;
  readonly #c4: C4MacroReader;
  readonly #ends: LineEnds;
  /** A boundary whose opening brace is expected next. */
  #pendingBoundary: Drawn;

  constructor(source: Source, drawing: Drawing) {
    this.#source = source;
    this.#drawing = drawing;
    this.#ends = new LineEnds(source);
    this.#c4 = new C4MacroReader(drawing, mermaidDecoded);
  }

  read(): void {
    const { text, from, to } = this.#source;
    for (let at = from; at < to && !this.#drawing.isFull; ) {
      const sign = text.charAt(at);
      if (SKIP.test(sign)) at += 1;
      else if (text.startsWith('%%', at)) at = behindComment(text, at, to);
      else if (sign === '{') {
        this.#drawing.open(this.#pendingBoundary);
        this.#pendingBoundary = undefined;
        at += 1;
      } else if (sign === '}') {
        if (!this.#drawing.close())
          this.#fault('Unexpected }: expected a macro such as Person(…).', at, at + 1);
        at += 1;
      } else at = this.#statement(at);
    }
  }

  #statement(at: number): number {
    const { text } = this.#source;
    WORD.lastIndex = at;
    const name = WORD.exec(text)?.[0] ?? '';
    const end = this.#ends.end(at);
    const rest = (): string => text.slice(at + name.length, end).trim();
    if (name === 'title') {
      this.#drawing.title = mermaidDecoded(rest()).replace(/\s+/g, ' ');
      return end;
    }
    const accessibility = accessibilityAt(this.#source, at);
    if (accessibility) return this.#drawing.describe(accessibility);
    if (name === 'direction') return end;
    SPACES.lastIndex = at + name.length;
    SPACES.exec(text);
    if (name !== '' && text[SPACES.lastIndex] === '(') return this.#call(name, at, SPACES.lastIndex + 1);
    this.#fault(
      `"${truncate(text.slice(at, end).trim())}" is not a C4 statement: expected a macro such as Person(alias, "Label").`,
      at,
      end,
    );
    return end;
  }

  #call(name: string, at: number, behind: number): number {
    const { file, text } = this.#source;
    const call = readCall(text, behind, this.#ends.limit(behind));
    if (!call) {
      const end = this.#ends.end(at);
      this.#fault(`${truncate(name)}( is not closed: expected ).`, at, end);
      if (text.slice(at, end).trimEnd().endsWith('{')) this.#drawing.open(undefined);
      return end;
    }
    const element = this.#c4.draw({ name, args: call.args, place: { file, from: at, to: call.end } });
    this.#pendingBoundary = element;
    return call.end;
  }

  #fault(message: string, from: number, to: number): void {
    this.#drawing.diagnostics.skipLine(message, { file: this.#source.file, from, to });
  }
}
