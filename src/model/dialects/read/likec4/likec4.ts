import type { SourceFile } from '../../../document/read.js';
import { Diagnostics } from '../../diagnostics.js';
import type { ReadDialect } from '../../readers.js';
import { isDerivedFrom } from '../../write/identifiers.js';
import { isLikeC4Json, readLikeC4Json } from './json.js';
import { MODEL } from './model.js';
import { readProperty } from './properties.js';
import { type Kind, noDetails, Source } from './source.js';
import { sketchOf } from './to-sketch.js';
import { type Block, SKIPPED, type Token, Tokens } from './tokens.js';
import { VIEWS } from './views.js';

/*
 * Supported subset of the LikeC4 grammar. `…` is skipped; [LOST] is reported as a loss. Colons and semicolons
 * around values are optional. JSON exports are read by `json.ts`.
 *
 *     file          = { specification | model | views | import | "global" … | "likec4lib" … | "deployment" … [LOST] }
 *     import        = "import" ( "{" … "}" | name ) "from" text [LOST]
 *
 *     specification = "specification" "{" { kind | "tag" name | "color" name … | "deploymentNode" name … } "}"
 *     kind          = ( "element" | "relationship" ) name [ "{" { property | … } "}" ]
 *
 *     model         = "model" "{" { element | relation | extension } "}"
 *     element       = ( name "=" name | name name ) [ title [ summary [ technology [ tags ] ] ] ] [ body ]
 *     body          = "{" { property | element | relation | extension } "}"
 *     relation      = [ path ] arrow path [ title [ description [ technology ] ] ] [ tags ] [ "{" { property } "}" ]
 *     arrow         = "->" | "<-" | "<->" | "-[" name "]->" | "." name
 *     extension     = "extend" path ( body | arrow path … [LOST] )
 *     property      = tags | text-name text | "link" url [ text ] | "icon" word | "navigateTo" name
 *                   | "style" "{" { name value } "}" | "metadata" "{" { name ( text | "[" { text } "]" ) } "}"
 *     text-name     = "title" | "summary" | "description" | "technology" | "notation" | "notes"
 *     tags          = "#" name { [ "," ] "#" name }
 *
 *     views         = "views" [ text ] "{" { view | flow | "style" … | "deployment" "view" … [LOST] } "}"
 *     view          = "view" [ name ] [ "of" path | "extends" name ] [ text ] "{" { rule } "}"
 *     rule          = ( "include" | "exclude" ) predicate { "," predicate } | ( "title" | "description" ) text
 *                   | "group" [ text ] "{" { rule } "}" | tags [LOST] | "link" … [LOST] | "global" "predicate" … [LOST]
 *                   | "style" … | "autoLayout" … | "rank" … | "notation" … | "notes" …
 *     predicate     = target [ "with" … [LOST] ] | any other expression [LOST]
 *     target        = "*" | path [ ".*" | ".**" ] | ( "element.kind" | "element.tag" ) ( "=" | "==" | "===" ) name
 *
 *     flow          = "dynamic" "view" [ name ] "{" { statement } "}"
 *     statement     = path arrow path [ text ] { arrow path [ text ] } [ "{" { "title" text | … } "}" ]
 *                   | ( "parallel" | "par" ) "{" { statement } "}" [LOST] | "branch" [ text ] "{" { statement } "}"
 *                   | "group" [ text ] "{" { statement } "}" [LOST] | "note" … [LOST] | rule
 *                   | ( "variant" | "activate" | "deactivate" | "create" | "destroy" ) name | "autonumber" …
 *
 *     path          = name { "." name }         name = letter, digit or "_", then also "-" and "%"
 *     text          = 'one' | "two" | '''several lines''' | three double quotes
 */

/** Maximum nesting depth of blocks. Real models need only a few levels. */
const MAX_DEPTH = 100;

/** Reads LikeC4 files as one model. */
export const readLikeC4: ReadDialect = (files) => {
  const diagnostics = new Diagnostics();
  const source = new Source(diagnostics);
  for (const file of files)
    if (diagnostics.isWithinLimit(file)) (isLikeC4Json(file) ? readLikeC4Json : readFile)(file, source);
  const sketch = sketchOf(source);
  return { ...sketch, findings: diagnostics.all };
};

/** Parses a file. Keeps open blocks on an explicit stack, so that deep nesting cannot overflow the call stack. */
function readFile(file: SourceFile, source: Source): void {
  const tokens = new Tokens(file, source);
  const blocks: Block[] = [TOP];
  while (!source.diagnostics.isAborted) {
    const token = tokens.peek();
    if (token.is === 'end') break;
    if (tokens.isNext('}')) {
      if (blocks.length > 1) blocks.pop();
      else tokens.error('No block is open here.', token, 'Remove this "}".');
      tokens.next();
      continue;
    }
    if (tokens.accept(';')) continue;
    const inner = blocks.at(-1)?.(tokens) ?? SKIPPED;
    // Recovery: skips a token that cannot be read.
    if (tokens.peek().from === token.from && !tokens.isNext('{')) tokens.next();
    if (tokens.accept('{')) openBlock(inner, blocks, tokens);
  }
  const { from } = tokens.peek();
  if (blocks.length > 1 && !source.diagnostics.isAborted)
    tokens.error('A block is not closed at the end of the file.', { from, to: from }, 'Expected: "}".');
}

function openBlock(block: Block, blocks: Block[], tokens: Tokens): void {
  const isTooDeep = blocks.length >= MAX_DEPTH;
  if (isTooDeep) tokens.error('Blocks are nested too deep here.', tokens.peek());
  if (isTooDeep || block === SKIPPED) tokens.skipBlock();
  else blocks.push(block);
}

const TOP: Block = (tokens) => {
  const token = tokens.peek();
  switch (token.is === 'name' ? token.text : '') {
    case 'specification':
      tokens.next();
      return SPECIFICATION;
    case 'model':
      tokens.next();
      return MODEL;
    case 'views':
      tokens.next();
      // Skips the optional folder name.
      tokens.acceptText();
      return VIEWS;
    case 'deployment':
      return tokens.loss('The deployment is not imported.', tokens.next());
    case 'global':
    case 'likec4lib':
      return tokens.skip(1);
    case 'import':
      return readImport(tokens);
    default:
      return tokens.unexpected('specification, model, views, deployment, global or import');
  }
};

/** `import { a, b } from 'project'`. */
function readImport(tokens: Tokens): Block {
  const first = tokens.next();
  if (tokens.accept('{')) tokens.skipBlock();
  else tokens.next();
  tokens.accept('from');
  const last = tokens.peek().is === 'text' ? tokens.next() : first;
  const message = 'Imports from other projects are not supported: they are skipped.';
  return tokens.loss(message, tokens.placeOf(first, last));
}

/** Kinds of elements and relationships, with their default properties. */
const SPECIFICATION: Block = (tokens) => {
  const { text, is } = tokens.peek();
  switch (is === 'name' ? text : '') {
    case 'element':
      return kindIn(tokens.source.elementKinds, tokens);
    case 'relationship':
      return kindIn(tokens.source.relationKinds, tokens);
    case 'deploymentNode':
      return tokens.skip(2);
    case 'tag':
      tokens.next();
      readTagName(tokens.next(), tokens);
      return SKIPPED;
    case 'color':
      tokens.skip(2);
      // A colour may consist of letters and digits, or of numbers in parentheses.
      if (tokens.takeWord().text.includes('('))
        while (!tokens.isNext(')') && !tokens.isNext('}') && tokens.peek().is !== 'end') tokens.next();
      tokens.accept(')');
      return SKIPPED;
    default:
      return tokens.unexpected('element, relationship, deploymentNode, tag or color');
  }
};

/**
 * Reads the display name from the comment after a tag, `tag Slow_query // 'Slow query'`, if the tag was made from it.
 */
function readTagName({ text, to }: Token, tokens: Tokens): void {
  const quoted = COMMENT.exec(tokens.file.text.slice(to, to + LONGEST_COMMENT))?.[1];
  const name = quoted?.replace(/\\(.)/g, '$1');
  if (name !== undefined && isDerivedFrom(text, name)) tokens.source.tagNames.set(text, name);
}
const COMMENT = /^[^\S\n]*\/\/ '((?:[^'\\\n]|\\.)*)'/;
const LONGEST_COMMENT = 500;

function kindIn(kinds: Map<string, Kind>, tokens: Tokens): Block {
  tokens.next();
  const kind: Kind = { ...noDetails(), name: tokens.next().text };
  kinds.set(kind.name, kind);
  return (inner) => readProperty(kind, inner) ?? skipStyle(inner);
}

/** Skips a style of relationships, `line dashed`, which has no block of its own. */
function skipStyle(tokens: Tokens): Block {
  tokens.next();
  tokens.accept(':');
  if (tokens.peek().is !== 'end' && !tokens.isNext('}') && !tokens.isNext('{')) tokens.next();
  tokens.accept(';');
  return SKIPPED;
}
