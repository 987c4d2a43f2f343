import type { Place } from '../../../document/element.js';
import { truncate } from '../../../validate/rule.js';
import { Diagnostics } from '../../diagnostics.js';
import type { ReadDialect } from '../../readers.js';
import { type Block, baseName, blocksOf } from '../pictures/blocks.js';
import { merged } from '../pictures/merge.js';
import { Drawing, MAX_PICTURES, type Picture } from '../pictures/picture.js';
import { drawC4 } from './c4.js';
import { drawFlowchart } from './flowchart.js';
import { headOf } from './head.js';
import { drawSequence } from './sequence.js';

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
  return merged(pictures, diagnostics);
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
