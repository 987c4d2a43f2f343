import { BOOLEAN, checkOptions, OBJECT, type OptionTypes, oneOf } from '../../base/check-options.js';
import { distinctFileNames } from '../../base/files/file-names.js';
import { requireArguments } from '../../base/require-arguments.js';
import { type Element, elementsOf, type Model, textAt } from '../document/element.js';
import { DiagramViews } from './view/diagram-view.js';
import { viewsOf } from './view/levels.js';
import { type Landscape, landscapeOf } from './view/tree.js';
import { LEVELS, type Level, type View } from './view/view.js';
import { Identifiers } from './write/identifiers.js';
import { countFields, countKinds, type Loss, Losses, shownIn } from './write/losses.js';
import {
  type AnyFormat,
  EXPORT_FORMATS,
  type ExportFormat,
  FORMATS,
  isPictureFormat,
  type PictureFormat,
  type WholeFormat,
} from './writers.js';

/** Exports a model to the formats of other tools. Pure: returns texts and counts what they cannot express. */

/** Content of an export (default: the whole model). */
export interface Wanted {
  /** Writes only the views of this level (default: of every level that the model has). */
  level?: Level;
  /** Writes only this diagram. */
  diagram?: Element;
  /** Writes only this flow, as a sequence diagram. */
  flow?: Element;
  /** Also writes each flow as a sequence diagram (default: false). */
  flows?: boolean;
}

const FORMAT: OptionTypes<{ format: ExportFormat }> = { format: oneOf(...EXPORT_FORMATS) };

const WANTED: OptionTypes<Wanted> = {
  level: oneOf(...LEVELS),
  diagram: OBJECT,
  flow: OBJECT,
  flows: BOOLEAN,
};

/** A text that `exportAs` has written. */
export interface ExportedText {
  /** File name. */
  name: string;
  /** Description for people: `the landscape`, `Booking`. */
  shows: string;
  /** Content of the file. */
  text: string;
}

/** Result of `exportAs`. */
export interface Exported {
  /** Files in a fixed order, the one with the most general view first. */
  files: readonly ExportedText[];
  /** Details that the format cannot represent. */
  losses: readonly Loss[];
  /** Those of the files that the tool refuses to draw with its default limits. */
  tooLarge: readonly ExportedText[];
}

/**
 * Converts a model to another tool's format.
 * @returns the files, none if nothing matches `wanted`; and the number of details that the format cannot express
 */
export function exportAs(model: Model, format: ExportFormat, wanted: Wanted = {}): Exported {
  requireArguments('exportAs', { model, format });
  checkOptions('exportAs', { format }, FORMAT);
  checkOptions('exportAs', wanted, WANTED);
  return exportModel(model, FORMATS[format], wanted);
}

/** Like `exportAs`, for any format. */
export function exportModel(model: Model, format: AnyFormat, wanted: Wanted = {}): Exported {
  const losses = new Losses();
  if ('document' in format) {
    const file = { name: `model.${format.extension}`, shows: 'the document', text: format.document(model) };
    countDecisions(model, losses);
    return { files: [file], losses: losses.all(), tooLarge: [] };
  }
  const landscape = landscapeOf(model);
  if (!isPictureFormat(format)) return exportWhole(landscape, format, losses);
  if (wanted.flow && format.flow) return exportFlow(wanted.flow, landscape, format);
  return exportPictures(landscape, format, wanted, losses);
}

function exportWhole(landscape: Landscape, format: WholeFormat, losses: Losses): Exported {
  const files = format.whole(landscape, losses).map(([name, shows, text]) => ({
    name: `${name}.${format.extension}`,
    shows,
    text,
  }));
  countFields(
    landscape.model,
    { treeNodes: landscape.all, links: landscape.links },
    format.expresses,
    losses,
  );
  countKinds(landscape.model, format.unsupported, losses);
  losses.add('dangling connections', landscape.danglingCount);
  countDecisions(landscape.model, losses);
  return { files, losses: losses.all(), tooLarge: [] };
}

/** Decisions are Markdown files beside the document; no format contains them. */
const countDecisions = ({ decisions }: Model, losses: Losses): void =>
  losses.add('decisions', decisions?.length ?? 0);

function exportFlow(
  flow: Element,
  landscape: Landscape,
  { flow: write, extension }: PictureFormat,
): Exported {
  const text = write?.(flow, landscape) ?? '';
  const name = distinctFileNames([{ id: flow.id, name: `flow-${flow.id}` }]).get(flow.id);
  const shows = textAt(flow.fields, 'name') ?? flow.id;
  return { files: [{ name: `${name}.${extension}`, shows, text }], losses: [], tooLarge: [] };
}

function exportPictures(
  landscape: Landscape,
  format: PictureFormat,
  { level, diagram, flows }: Wanted,
  losses: Losses,
): Exported {
  const views = diagram
    ? [new DiagramViews(landscape).of(diagram)]
    : viewsOf(landscape, level === undefined ? LEVELS : [level]);
  const ids = new Identifiers(format.keywords);
  // Assigns identifiers up front, so that they are the same in every view.
  for (const node of landscape.all) ids.of(node);
  const names = distinctFileNames(views.map(({ key }) => ({ id: key, name: key })));
  const pictures = views.map((view) => ({
    name: `${names.get(view.key)}.${format.extension}`,
    shows: descriptionOf(view),
    text: format.view(view, ids, losses),
    lines: view.edges.length,
  }));
  countFields(landscape.model, shownIn(views), format.expresses, losses);
  const isWhole = diagram === undefined && level === undefined;
  if (isWhole) {
    countKinds(landscape.model, format.unsupported, losses);
    losses.add('dangling connections', landscape.danglingCount);
  }
  const sequences = isWhole && flows && format.flow ? elementsOf(landscape.model, 'flow') : [];
  const { limits } = format;
  const tooLarge = pictures.filter(
    ({ text, lines }) => limits && (text.length > limits.characters || lines > limits.lines),
  );
  return {
    files: [
      ...pictures.map(({ lines: _, ...it }) => it),
      ...sequences.flatMap((it) => exportFlow(it, landscape, format).files),
    ],
    losses: losses.all(),
    tooLarge,
  };
}

const descriptionOf = ({ level, of, title, key }: View): string =>
  key === 'context'
    ? 'the landscape'
    : of && key.startsWith(`${level}-`)
      ? `the content of ${of.name}`
      : title;
