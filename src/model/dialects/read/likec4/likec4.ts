import type { SourceFile } from '../../../document/read.js';
import type { ReadDialect } from '../../readers.js';
import { Diagnostics } from '../diagnostics.js';
import { MODEL } from './model.js';
import { type Block, type Reading, SKIPPED, Source, unexpected } from './source.js';
import { SPECIFICATION } from './specification.js';
import { sketchOf } from './to-sketch.js';
import { Tokens } from './tokens.js';
import { VIEWS } from './views.js';

/** Limits the nesting depth of blocks; elements are nested a few levels deep. */
const DEEPEST = 100;

/** Reads LikeC4 files; together they are one model. */
export const readLikeC4: ReadDialect = (files) => {
  const diagnostics = new Diagnostics();
  const source = new Source(diagnostics);
  for (const file of files) if (diagnostics.isWithinLimit(file)) readFile(file, source);
  const sketch = sketchOf(source);
  return { ...sketch, findings: diagnostics.all() };
};

/** Keeps open blocks on an explicit stack, so that nesting depth is not limited by the call stack. */
function readFile(file: SourceFile, source: Source): void {
  const tokens = new Tokens(file, source.diagnostics);
  const reading: Reading = { tokens, source };
  const blocks: Block[] = [TOP];
  while (!source.diagnostics.isAborted) {
    const token = tokens.peek();
    if (token.is === 'end') break;
    if (tokens.comes('}')) {
      if (blocks.length > 1) blocks.pop();
      else source.diagnostics.broken('No block is open here.', tokens.placeOf(token), 'Remove this "}".');
      tokens.next();
      continue;
    }
    if (tokens.take(';')) continue;
    const inner = blocks.at(-1)?.read(reading) ?? SKIPPED;
    // Recovery: skips a token that cannot be read.
    if (tokens.peek().from === token.from && !tokens.comes('{')) tokens.next();
    if (tokens.take('{')) openBlock(inner, blocks, reading);
  }
  const { from } = tokens.peek();
  if (blocks.length > 1 && !source.diagnostics.isAborted)
    source.diagnostics.broken(
      'A block is not closed at the end of the file.',
      tokens.placeOf({ from, to: from }),
      'Expected: "}".',
    );
}

function openBlock(block: Block, blocks: Block[], { tokens, source }: Reading): void {
  const isTooDeep = blocks.length >= DEEPEST;
  if (isTooDeep) source.diagnostics.broken('Blocks are nested too deep here.', tokens.placeOf(tokens.peek()));
  if (isTooDeep || block === SKIPPED) tokens.skipBlock();
  else blocks.push(block);
}

const TOP: Block = {
  read(reading) {
    const { tokens, source } = reading;
    const token = tokens.peek();
    const place = tokens.placeOf(token);
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
        if (tokens.peek().is === 'text') tokens.next();
        return VIEWS;
      case 'deployment':
        tokens.next();
        source.diagnostics.lost('The deployment is not imported.', place);
        return SKIPPED;
      case 'global':
      case 'likec4lib':
        tokens.next();
        return SKIPPED;
      case 'import':
        return readImport(reading);
      default:
        return unexpected(reading, 'specification, model, views, deployment, global or import');
    }
  },
};

/** `import { a, b } from 'project'`. */
function readImport({ tokens, source }: Reading): Block {
  const first = tokens.next();
  if (tokens.take('{')) tokens.skipBlock();
  else tokens.next();
  tokens.take('from');
  const last = tokens.peek().is === 'text' ? tokens.next() : first;
  source.diagnostics.lost(
    'Imports from other projects are not supported: they are skipped.',
    tokens.placeOf(first, last),
  );
  return SKIPPED;
}
