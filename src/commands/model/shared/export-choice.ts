import { usageError } from '../../../base/errors.js';
import { alternatives } from '../../../base/words.js';
import type { Wanted } from '../../../model/dialects/export.js';
import type { Level } from '../../../model/dialects/view/view.js';
import {
  type AnyFormat,
  EXPORT_FORMATS,
  type ExportFormat,
  FLOWCHART,
  FORMATS,
  isPictureFormat,
} from '../../../model/dialects/writers.js';
import type { Model } from '../../../model/document/element.js';
import { resolveElement } from './resolve-element.js';

export interface Asked {
  format?: ExportFormat | undefined;
  level?: Level | undefined;
  diagram?: string | undefined;
  flow?: string | undefined;
  flowchart?: boolean | undefined;
  connections?: boolean | undefined;
}

/** Errors: `usage` for options that cannot be combined. */
export function formatOf(asked: Asked): AnyFormat {
  const { format: name = 'mermaid', flowchart, connections } = asked;
  const format = FORMATS[name];
  const parts = (['level', 'diagram', 'flow'] as const).filter((it) => asked[it] !== undefined);
  if (parts.length > 1)
    throw usageError(`Options ${parts.map((it) => `--${it}`).join(' and ')} cannot be combined.`);
  const [part] = parts;
  if (part !== undefined && !isPictureFormat(format))
    throw usageError(`--${part} applies only to pictures; ${format.title} contains the whole model.`, {
      hint: `Picture formats are ${alternatives(EXPORT_FORMATS.filter((it) => isPictureFormat(FORMATS[it])))}.`,
    });
  if (part === 'flow' && isPictureFormat(format) && !format.flow)
    throw usageError(`--flow requires a format with sequence diagrams; ${format.title} has none.`, {
      hint: 'Use --format mermaid or --format plantuml.',
    });
  if (flowchart && (name !== 'mermaid' || part === 'flow'))
    throw usageError('--flowchart requires --format mermaid and a picture of boxes and lines.');
  if (connections && name !== 'csv') throw usageError('--connections requires --format csv.');
  return flowchart ? FLOWCHART : format;
}

/** Errors: `not-found` for an unknown name, with similar names; `usage` for an ambiguous name. */
export function wantedOf(model: Model, { level, diagram, flow }: Asked): Wanted {
  return {
    ...(level && { level }),
    ...(diagram !== undefined && { diagram: resolveElement(model, 'diagram', diagram) }),
    ...(flow !== undefined && { flow: resolveElement(model, 'flow', flow) }),
  };
}
