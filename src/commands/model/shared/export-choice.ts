import { usageError } from '../../../base/errors.js';
import { alternatives } from '../../../base/words.js';
import type { Wanted } from '../../../model/dialects/export.js';
import type { Level } from '../../../model/dialects/view/view.js';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  FLOWCHART,
  FORMATS,
  isPictureFormat,
  type PictureFormat,
  type WholeFormat,
} from '../../../model/dialects/writers.js';
import type { Model } from '../../../model/document/element.js';
import { elementMeant } from './element-meant.js';

/** What was asked for, as far as the format has it. */

export interface Asked {
  format?: ExportFormat | undefined;
  level?: Level | undefined;
  diagram?: string | undefined;
  flow?: string | undefined;
  flowchart?: boolean | undefined;
  connections?: boolean | undefined;
}

/** Errors: `usage` for what does not go together. */
export function formatOf(asked: Asked): PictureFormat | WholeFormat {
  const { format: name = 'mermaid', flowchart, connections } = asked;
  const format = FORMATS[name];
  const parts = (['level', 'diagram', 'flow'] as const).filter((it) => asked[it] !== undefined);
  if (parts.length > 1)
    throw usageError(`${parts.map((it) => `--${it}`).join(' and ')} exclude one another.`);
  const [part] = parts;
  if (part !== undefined && !isPictureFormat(format))
    throw usageError(`--${part} is for pictures: ${format.title} has the whole model.`, {
      hint: `Formats of pictures are ${alternatives(EXPORT_FORMATS.filter((it) => isPictureFormat(FORMATS[it])))}.`,
    });
  if (part === 'flow' && isPictureFormat(format) && !format.flow)
    throw usageError(`--flow needs a format of sequence diagrams, and ${format.title} is none.`, {
      hint: 'These are mermaid and plantuml.',
    });
  if (flowchart && (name !== 'mermaid' || part === 'flow'))
    throw usageError('--flowchart is for boxes and lines in Mermaid.');
  if (connections && name !== 'csv') throw usageError('--connections is for --format csv.');
  return flowchart ? FLOWCHART : format;
}

/** Errors: `not-found` for a name of nothing, with the nearest; `usage` for a name of several. */
export function wantedOf(model: Model, { level, diagram, flow }: Asked): Wanted {
  return {
    ...(level && { level }),
    ...(diagram !== undefined && { diagram: elementMeant(model, 'diagram', diagram) }),
    ...(flow !== undefined && { flow: elementMeant(model, 'flow', flow) }),
  };
}
