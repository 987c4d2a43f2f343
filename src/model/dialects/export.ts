import { BOOLEAN, checkOptions, OBJECT, type OptionTypes, oneOf } from '../../base/check-options.js';
import { distinctFileNames } from '../../base/files/file-names.js';
import { requireArguments } from '../../base/require-arguments.js';
import { type Element, elementsOf, type Model, textAt } from '../document/element.js';
import { DiagramViews } from './view/diagram-view.js';
import { viewsOf } from './view/levels.js';
import { type Landscape, landscapeOf } from './view/things.js';
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

export interface Wanted {
  /** Only this level. Default: every level that the model has. */
  level?: Level;
  /** Only this diagram. */
  diagram?: Element;
  /** Only this flow, as a sequence diagram. */
  flow?: Element;
  /** Also write each flow as a sequence diagram. */
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
  /** In a fixed order, the widest view first. */
  files: readonly ExportedText[];
  /** Details that the format cannot represent. */
  losses: readonly Loss[];
  /** Files that the tool refuses to draw with its default limits. */
  tooLarge: readonly ExportedText[];
}

/**
 * Converts a model to another tool's format. `losses` counts what the format cannot express. Errors: none; returns no
 * files if nothing matches `wanted`.
 */
export function exportAs(model: Model, format: ExportFormat, wanted: Wanted = {}): Exported {
  requireArguments('exportAs', { model, format });
  checkOptions('exportAs', { format }, FORMAT);
  checkOptions('exportAs', wanted, WANTED);
  return exportModel(model, FORMATS[format], wanted);
}

/** Errors: none; returns no files if nothing matches `wanted`. */
export function exportModel(model: Model, format: AnyFormat, wanted: Wanted = {}): Exported {
  if ('document' in format) {
    const file = { name: `model.${format.extension}`, shows: 'the document', text: format.document(model) };
    return { files: [file], losses: [], tooLarge: [] };
  }
  const landscape = landscapeOf(model);
  const losses = new Losses();
  if (!isPictureFormat(format)) return wholeOf(landscape, format, losses);
  if (wanted.flow && format.flow) return flowOf(wanted.flow, landscape, format);
  return picturesOf(landscape, format, wanted, losses);
}

function wholeOf(landscape: Landscape, format: WholeFormat, losses: Losses): Exported {
  const files = format.whole(landscape, losses).map(([name, shows, text]) => ({
    name: `${name}.${format.extension}`,
    shows,
    text,
  }));
  countFields(landscape.model, { things: landscape.all, links: landscape.links }, format.expresses, losses);
  countKinds(landscape.model, format.unsupported, losses);
  losses.add('dangling connections', landscape.loose);
  return { files, losses: losses.all(), tooLarge: [] };
}

function flowOf(flow: Element, landscape: Landscape, { flow: write, extension }: PictureFormat): Exported {
  const text = write?.(flow, landscape) ?? '';
  const name = distinctFileNames([{ id: flow.id, name: `flow-${flow.id}` }]).get(flow.id);
  const shows = textAt(flow.fields, 'name') ?? flow.id;
  return { files: [{ name: `${name}.${extension}`, shows, text }], losses: [], tooLarge: [] };
}

function picturesOf(
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
  for (const thing of landscape.all) ids.of(thing);
  const names = distinctFileNames(views.map(({ key }) => ({ id: key, name: key })));
  const pictures = views.map((view) => ({
    name: `${names.get(view.key)}.${format.extension}`,
    shows: showsOf(view),
    text: format.view(view, ids, losses),
    lines: view.edges.length,
  }));
  countFields(landscape.model, shownIn(views), format.expresses, losses);
  const isWhole = diagram === undefined && level === undefined;
  if (isWhole) {
    countKinds(landscape.model, format.unsupported, losses);
    losses.add('dangling connections', landscape.loose);
  }
  const sequences = isWhole && flows && format.flow ? elementsOf(landscape.model, 'flow') : [];
  const { most } = format;
  const tooLarge = pictures.filter(
    ({ text, lines }) => most && (text.length > most.characters || lines > most.lines),
  );
  return {
    files: [
      ...pictures.map(({ lines: _, ...it }) => it),
      ...sequences.flatMap((it) => flowOf(it, landscape, format).files),
    ],
    losses: losses.all(),
    tooLarge,
  };
}

const showsOf = ({ level, of, title, key }: View): string =>
  key === 'context'
    ? 'the landscape'
    : of && key.startsWith(`${level}-`)
      ? `the content of ${of.name}`
      : title;
