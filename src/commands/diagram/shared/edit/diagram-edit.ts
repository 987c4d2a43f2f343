import { usageError } from '../../../../base/errors.js';
import { randomId } from '../../../../base/random-id.js';
import { commit } from '../../../../cli/command/columns.js';
import { displayName } from '../../../../cli/command/family/display-name.js';
import { reportLink } from '../../../../cli/command/family/report-change.js';
import { shellWord } from '../../../../cli/command/input/shell-word.js';
import { printsOneLine } from '../../../../cli/command/one-line.js';
import type { Context, Outcome } from '../../../../cli/command/spec.js';
import { versionPath } from '../../../../cli/command/version-path.js';
import type { Fields } from '../../../../contract/doc.js';
import { diagrams } from '../../../../contract/resources/diagram.js';
import { getDiagramContent, updateDiagramContent } from '../../../../contract/resources/diagram-content.js';
import { modelConnections } from '../../../../contract/resources/model-connection.js';
import { modelObjects } from '../../../../contract/resources/model-object.js';
import {
  type ModelRecords,
  type NewEntries,
  newEntries,
  shownAncestor,
} from '../../../../contract/rules/diagrams/content-edit.js';
import { isShownOn } from '../../../../contract/rules/diagrams/levels.js';
import { type LayoutInput, positionsFor } from './positions.js';

/** Shared by the commands that draw objects on a diagram and remove them. */

/** A diagram with its content, and the path of its requests. */
export interface OpenDiagram {
  path: { landscapeId: string; versionId: string; diagramId: string };
  diagram: { id: string; name: string; type: string };
  content: Readonly<Fields> & { commit?: number | undefined };
}

/** Reads a diagram and its content; also in a dry run. */
export async function openDiagram(context: Context, diagramId: string): Promise<OpenDiagram> {
  const path = { ...(await versionPath(context)), diagramId };
  const reader = await context.reader();
  const [{ diagram }, { diagramContent }] = await Promise.all([
    reader.call(diagrams.get, { path }),
    reader.call(getDiagramContent, { path }),
  ]);
  return { path, diagram, content: diagramContent };
}

export async function modelRecords(context: Context): Promise<ModelRecords> {
  const names = await context.names();
  const [objects, connections] = await Promise.all([names.records('object'), names.records('connection')]);
  const byId = (records: readonly Fields[]) => new Map(records.map((it) => [String(it.id), it]));
  const records = { objects: byId(objects), connections: byId(connections) };
  for (const { id, name } of [...objects, ...connections])
    if (typeof name === 'string' && name !== '') context.knownNames.set(String(id), name);
  return records;
}

/**
 * Entries for these objects and their connections, with positions. Present entries keep their place. Errors: `usage`
 * for objects that the diagram type does not show, `not-found` for unknown ids.
 */
export async function entriesToDraw(
  context: Context,
  {
    diagram,
    content,
    records,
  }: Omit<LayoutInput, 'isAll' | 'diagram'> & {
    diagram: { id: string; name: string; type: string };
  },
  wanted: readonly string[],
): Promise<NewEntries> {
  refuseUnshown(context, diagram.type, records, wanted);
  const added = newEntries(content, records, wanted, randomId);
  const places = await positionsFor({
    diagram,
    records,
    content: {
      objects: { ...(content.objects as Fields), ...added.objects },
      connections: { ...(content.connections as Fields), ...added.connections },
    },
  });
  const objects = Object.fromEntries(
    Object.entries(added.objects).map(([key, entry]) => [key, { ...entry, ...places.get(key) }]),
  );
  return { ...added, objects };
}

const article = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;

/** Errors: `usage`, with one line per object that cannot be drawn. */
function refuseUnshown(
  context: Context,
  diagramType: string,
  { objects }: ModelRecords,
  wanted: readonly string[],
): void {
  const words = diagramType.replace('-', ' ');
  const unknown = wanted.filter((id) => !objects.has(id));
  if (unknown.length > 0)
    throw usageError(`There is no model object ${unknown.join(', ')} in this version.`, {
      hint: 'List the objects with "archctl object list".',
    });
  const refused = wanted.filter((id) => !isShownOn(diagramType, objects.get(id)?.type));
  if (refused.length === 0) return;
  const reasons = refused.map((id) => {
    const type = String(objects.get(id)?.type);
    const name = displayName(context, { id });
    if (type === 'root') return `${name} is the root of a domain, which diagrams do not draw`;
    const above = shownAncestor(id, diagramType, objects);
    const instead = above === undefined ? '' : `; draw ${displayName(context, { id: above })} instead`;
    return `${name} is ${article(type)}, which ${article(words)} does not show${instead}`;
  });
  const [first] = reasons;
  if (reasons.length === 1) throw usageError(`${first}.`, { hint: DEEPER });
  throw usageError(`${reasons.length} objects cannot be drawn on ${article(words)}; nothing was changed.`, {
    details: reasons,
    hint: DEEPER,
  });
}

const DEEPER =
  'A context diagram shows systems and actors, an app diagram also apps and stores, a component diagram also components.';

/** Names of records; more than three are counted. */
export function namesOrCount(context: Context, ids: readonly string[], noun: string): string[] {
  const unique = [...new Set(ids)];
  if (unique.length > 3) return [`${unique.length} ${noun}s`];
  return unique.map((id) => displayName(context, { id }));
}

/** Prints what changed in one line, for people also a link. Programs get a record. */
export async function editOutcome(
  context: Context,
  { diagram }: OpenDiagram,
  line: string,
  record: Fields,
): Promise<Outcome> {
  context.terminal.success(line);
  if (!printsOneLine(context)) return { kind: 'record', record, columns: EDIT_COLUMNS };
  // The diagram looks new.
  await reportLink(context, { family: diagrams, howToSee }, { before: null, after: { ...diagram } });
  return { kind: 'nothing' };
}

/** A command line that shows a diagram. */
export async function howToSee(context: Context, id: string): Promise<string> {
  const word = shellWord((await (await context.names()).of('diagram')).wordFor(id));
  return `see it: archctl diagram export ${word}`;
}

/** Requests of the commands that edit a diagram. */
export const EDIT_OPERATIONS = [
  updateDiagramContent,
  diagrams.get,
  getDiagramContent,
  modelObjects.list,
  modelConnections.list,
] as const;

export const EDIT_COLUMNS = [
  { key: 'id', header: 'ID', kind: 'id', of: 'diagram' },
  { key: 'objectIds', header: 'Objects', kind: 'list', of: 'object' },
  { key: 'connectionIds', header: 'Connections', kind: 'list', of: 'connection' },
  { key: 'skippedIds', header: 'Skipped', kind: 'list', of: 'object' },
  commit,
] as const;
