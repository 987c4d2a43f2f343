import type { SourceFile } from '../../../document/read.js';
import { truncate } from '../../../validate/rule.js';
import type { Diagnostics } from '../../diagnostics.js';
import type { Include } from '../../readers.js';
import { type Block, Line, onlyOnce, type Reading, SKIPPED } from './block.js';
import { Archetypes } from './kinds.js';
import { Lexer } from './lexer.js';
import { modelBlock, PROPERTIES } from './model-blocks.js';
import { Constants, substitute } from './substitute.js';
import { VIEWS } from './view-blocks.js';
import { Workspace } from './workspace.js';

/**
 * Parser of the DSL: a file, its includes in place, and the workspace that it extends before it.
 *
 *     file         = { directive } "workspace" (["extends" path] | [name] [description]) "{" { content } "}"
 *     content      = "model" "{" { statement } "}" | "views" "{" { view } "}" | "configuration" block
 *                  | "name" text | "description" text | properties | directive
 *     statement    = element | group | relationship | archetypes | environment | found | properties | directive
 *     element      = [identifier "="] kind name { text } ["{" { statement | property } "}"]
 *     kind         = "person" | "softwareSystem" | "container" | "component" | "element" | archetype
 *     group        = [identifier "="] "group" name "{" { statement } "}"
 *     found        = ("!element" identifier | "!elements" expression | "!relationship" identifier) block
 *     property     = ("description" | "technology" | "tags" | "url") text | properties | perspectives
 *     properties   = "properties" "{" { name value } "}"
 *     view         = ("systemLandscape" | "systemContext" | "container" | "component") [identifier] [key] [description]
 *                    "{" { ("include" | "exclude") { identifier | "*" } | "title" text | style } "}"
 *                  | dynamic | deployment | styles
 *     directive    = "!include" path | "!identifiers" ("flat" | "hierarchical") | "!const" name value | …
 *
 * Each block is parsed by a `Block`; relationships, deployments and dynamic views state their own grammar.
 */

/** Limits includes: files may include each other repeatedly. */
const MAX_INCLUDES = 2_000;
/** Limits the nesting depth of blocks; elements and groups are nested a few levels deep. */
const MAX_DEPTH = 100;

/** Directives that blocks of the model handle themselves. */
const BLOCK_DIRECTIVES = new Set([
  '!extend',
  '!ref',
  '!element',
  '!elements',
  '!relationship',
  '!relationships',
]);

/** A file that is being read, with its open blocks. */
interface Frame {
  lexer: Lexer;
  blocks: Block[];
}

export interface ReadWorkspace {
  workspace: Workspace;
  /** Paths of the files that it includes or extends. */
  included: ReadonlySet<string>;
}

/** JSON reader for a workspace that extends one in JSON. */
export type ReadJson = (file: SourceFile, workspace: Workspace) => void;

export function readDsl(
  file: SourceFile,
  include: Include,
  diagnostics: Diagnostics,
  readJson: ReadJson,
): ReadWorkspace {
  return new Reader(include, diagnostics, readJson).read(file);
}

class Reader {
  readonly #include: Include;
  readonly #readJson: ReadJson;
  readonly #reading: Reading;
  readonly #constants = new Constants();
  readonly #included = new Set<string>();
  readonly #frames: Frame[] = [];
  #includes = 0;

  constructor(include: Include, diagnostics: Diagnostics, readJson: ReadJson) {
    this.#include = include;
    this.#readJson = readJson;
    const workspace = new Workspace(diagnostics);
    this.#reading = { workspace, archetypes: new Archetypes(), diagnostics, hierarchical: false };
  }

  read(file: SourceFile): ReadWorkspace {
    const { diagnostics, workspace } = this.#reading;
    this.#open(file, [this.#top()]);
    for (let frame = this.#frames.at(-1); frame && !diagnostics.isAborted; frame = this.#frames.at(-1)) {
      const statement = frame.lexer.next();
      if (!statement) this.#close(frame);
      else if (statement.closes) this.#endBlock(frame, new Line(statement, this.#reading));
      else {
        const words = substitute(statement, this.#constants, diagnostics);
        this.#readLine(new Line({ ...statement, words }, this.#reading), frame);
      }
    }
    return { workspace, included: this.#included };
  }

  #open(file: SourceFile, blocks: Block[]): void {
    this.#frames.push({ lexer: new Lexer(file, this.#reading.diagnostics), blocks });
  }

  #close(frame: Frame): void {
    this.#frames.pop();
    // Blocks of an included file may end in the including file.
    const isShared = this.#frames.some(({ blocks }) => blocks === frame.blocks);
    if (isShared || frame.blocks.length <= 1) return;
    const { path, text } = frame.lexer.file;
    const place = { file: path, from: text.length, to: text.length };
    this.#reading.diagnostics.error(
      'A block is not closed at the end of the file.',
      place,
      'Expected: "}" on a line of its own.',
    );
  }

  #endBlock({ blocks }: Frame, line: Line): void {
    if (blocks.length > 1) blocks.pop();
    else line.error('No block is open here.', 'Remove this "}".');
  }

  #readLine(line: Line, frame: Frame): void {
    const block = frame.blocks.at(-1) ?? SKIPPED;
    if (block === SKIPPED) {
      if (line.opens) frame.blocks.push(SKIPPED);
      return;
    }
    const inner = this.#readDirective(line, frame) ?? block(line);
    if (!line.opens || inner === RAW) return;
    const isTooDeep = frame.blocks.length >= MAX_DEPTH;
    frame.blocks.push(isTooDeep ? line.error('Blocks are nested too deep here.') : inner);
  }

  /** Reads a directive that is allowed anywhere; undefined for other lines. */
  #readDirective(line: Line, frame: Frame): Block | undefined {
    const { keyword } = line;
    if (!keyword.startsWith('!') || BLOCK_DIRECTIVES.has(keyword)) return undefined;
    const text = truncate(line.textFrom(0));
    switch (keyword) {
      case '!include':
        this.#includeFiles(line, frame);
        return SKIPPED;
      case '!const':
      case '!constant':
      case '!var':
        this.#constants.values.set(line.text(1) ?? '', line.text(2) ?? '');
        return SKIPPED;
      case '!identifiers': {
        const kind = line.text(1)?.toLowerCase() ?? '';
        if (!['flat', 'hierarchical'].includes(kind))
          line.unexpected('!identifiers, and flat or hierarchical');
        this.#reading.hierarchical = kind === 'hierarchical';
        return SKIPPED;
      }
      case '!impliedrelationships':
        return SKIPPED;
      case '!script':
        line.loss(`"${text}" is not run.`);
        // An inline script is in another language; a file with parameters is not.
        if (!line.opens || line.text(1)?.includes('.')) return SKIPPED;
        frame.lexer.skipRaw();
        return RAW;
      case '!plugin':
      case '!components':
        return line.loss(`"${text}" is not run.`);
      case '!docs':
      case '!adrs':
      case '!decisions':
        return line.loss(`"${text}" is skipped: only models are imported.`);
      default:
        return line.loss(`"${text}" is not supported: it is skipped.`);
    }
  }

  #includeFiles(line: Line, frame: Frame): void {
    const files = this.#filesAt(line, frame.lexer.file);
    // Pushed in reverse, since the last file pushed is read first.
    for (const file of [...files].reverse()) this.#open(file, frame.blocks);
  }

  #filesAt(line: Line, from: SourceFile, at = 1): readonly SourceFile[] {
    const path = line.text(at) ?? '';
    if (/^https?:/i.test(path)) {
      line.loss(`"${truncate(path)}" is not fetched.`, 'Save a copy next to the file and include that.');
      return [];
    }
    const files = path === '' ? undefined : this.#include(path, from);
    if (!files) {
      const hint = 'Expected: a file or a folder in the folder of the file.';
      line.error(`"${truncate(path)}" cannot be read.`, hint);
      return [];
    }
    this.#includes += files.length;
    const isInItself = files.some((it) => this.#frames.some(({ lexer }) => lexer.file.path === it.path));
    if (isInItself || this.#includes > MAX_INCLUDES) {
      const what = isInItself ? 'includes itself' : 'is included too many times';
      line.error(`"${truncate(path)}" ${what}.`, 'Remove the include.');
      return [];
    }
    for (const it of files) this.#included.add(it.path);
    return files.filter((it) => this.#reading.diagnostics.isWithinLimit(it));
  }

  /** The top level, around the braces of a workspace. */
  #top(): Block {
    const isFirst = onlyOnce();
    return (line) => {
      if (line.keyword !== 'workspace') return line.unexpected('workspace, and "{" at the end of its line');
      if (!isFirst(line)) return SKIPPED;
      const { workspace } = this.#reading;
      const isExtension = line.text(1)?.toLowerCase() === 'extends' && line.words[1]?.quoted === false;
      if (isExtension) this.#extend(line);
      else {
        workspace.title = line.text(1) ?? workspace.title;
        reportDescription(line, 2);
      }
      line.limit(3);
      return this.#workspace();
    };
  }

  #extend(line: Line): void {
    const frame = this.#frames.at(-1);
    if (!frame) return;
    for (const file of this.#filesAt(line, frame.lexer.file, 2).slice(0, 1))
      if (isJson(file.text)) this.#readJson(file, this.#reading.workspace);
      else this.#open(file, [this.#top()]);
  }

  #workspace(): Block {
    const isFirst = onlyOnce();
    return (line) => {
      switch (line.keyword) {
        case 'model':
          return isFirst(line) ? modelBlock() : SKIPPED;
        case 'views':
          return isFirst(line) ? VIEWS : SKIPPED;
        case 'name':
          this.#reading.workspace.title = line.text(1) ?? '';
          return SKIPPED;
        case 'description':
          return reportDescription(line, 1);
        case 'properties':
          return PROPERTIES;
        case 'configuration':
          return SKIPPED;
        default:
          return line.unexpected('model, views, name, description, properties or configuration');
      }
    };
  }
}

const reportDescription = (line: Line, at: number): Block =>
  line.text(at) === undefined
    ? SKIPPED
    : line.loss('The description of the workspace is not imported: a landscape has none.');

/** Block of a script, which has been skipped already. */
const RAW: Block = () => SKIPPED;

export const isJson = (text: string): boolean => /^[\s\uFEFF]*\{/.test(text.slice(0, 1_000));
