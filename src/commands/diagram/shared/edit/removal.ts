import { ArchctlError, usageError } from '../../../../base/errors.js';
import { nearest } from '../../../../base/text/suggest.js';
import { foldCase, joined, pluralize } from '../../../../base/text/words.js';
import { displayName } from '../../../../cli/command/family/display-name.js';
import type { Context } from '../../../../cli/command/spec.js';
import { type Doc, entriesOf, type Fields } from '../../../../contract/doc.js';
import { flows } from '../../../../contract/resources/flow.js';
import {
  type DrawnEntries,
  type ModelRecords,
  stepsUsing,
} from '../../../../contract/rules/diagrams/content-edit.js';
import { namesOrCount, type OpenDiagram } from './diagram-edit.js';

/** Finds what `diagram remove` removes, and the flows that this affects. */

/** Ids of the objects and connections that the texts name, and of those that the diagram does not show. */
export interface NamedElements {
  found: string[];
  absent: string[];
}

/**
 * Resolves names among the elements of the diagram, then in the model. Errors: `usage` if several drawn connections
 * have the name, `not-found` if nothing has it.
 */
export async function findElements(
  context: Context,
  content: Readonly<Fields>,
  { objects, connections }: ModelRecords,
  typed: readonly string[],
): Promise<NamedElements> {
  const drawn = new Set(
    [...entriesOf(content.objects), ...entriesOf(content.connections)].map(([, it]) => String(it.modelId)),
  );
  const found: string[] = [];
  const absent: string[] = [];
  for (const text of new Set(typed)) {
    const isId = objects.has(text) || connections.has(text);
    const id = isId ? text : await connectionNamed(context, { objects, connections }, drawn, text);
    (drawn.has(id) ? found : absent).push(id);
  }
  return { found, absent };
}

/** Placeholder of the argument, for messages. */
export const ARGUMENT = 'OBJECT';

const isUnknown = (error: unknown): boolean => error instanceof ArchctlError && error.kind === 'not-found';

function unknownElement({ knownNames }: Context, drawn: ReadonlySet<string>, text: string): ArchctlError {
  const guess = nearest(
    text,
    [...drawn].flatMap((id) => knownNames.get(id) ?? []),
  );
  const hint =
    guess === undefined
      ? 'List what it shows with "archctl diagram content get".'
      : `Did you mean "${guess}"?`;
  return new ArchctlError('not-found', `There is no object or connection "${text}" (${ARGUMENT}).`, { hint });
}

async function connectionNamed(
  context: Context,
  { connections }: ModelRecords,
  drawn: ReadonlySet<string>,
  text: string,
): Promise<string> {
  const same = [...connections].filter(
    ([id, { name }]) => drawn.has(id) && foldCase(String(name)) === foldCase(text),
  );
  const [one, ...others] = same;
  if (one === undefined) {
    const names = await context.names();
    return names.idOf('connection', text, ARGUMENT).catch((error: unknown) => {
      throw isUnknown(error) ? unknownElement(context, drawn, text) : error;
    });
  }
  if (others.length === 0) return one[0];
  const ends = ([id, { originId, targetId }]: [string, Fields]) =>
    `${id}  ${displayName(context, { id: originId })} to ${displayName(context, { id: targetId })}`;
  throw usageError(`Several connections on the diagram are named "${text}"; pass the id.`, {
    hint: ['Matches:', ...same.map((it) => `  ${ends(it)}`)].join('\n'),
  });
}

/**
 * Text about flows of the diagram whose steps use the removed elements; undefined if there are none. The service clears
 * a reference to a drawn object that is removed (docs/service.md#models-and-versions).
 */
export async function affectedFlows(
  context: Context,
  { path: { landscapeId, versionId }, diagram, content }: OpenDiagram,
  removed: DrawnEntries,
): Promise<string | undefined> {
  const reader = await context.reader();
  const input = { path: { landscapeId, versionId }, query: { filter: { diagramId: diagram.id } } };
  const affected: { id: string; steps: number }[] = [];
  for await (const flow of reader.performPages(flows.list as never, input)) {
    const { id, name } = flow as Doc;
    const steps = stepsUsing(flow as Doc, content, removed).length;
    if (steps === 0) continue;
    displayName(context, { id, name });
    affected.push({ id, steps });
  }
  if (affected.length === 0) return undefined;
  const count = affected.reduce((sum, { steps }) => sum + steps, 0);
  const ids = affected.map(({ id }) => id);
  const names = joined(namesOrCount(context, ids, 'flow'));
  const [verb, their] = count === 1 ? ['uses', 'its object or line'] : ['use', 'their objects or lines'];
  return `${pluralize(count, 'step')} of ${affected.length === 1 ? 'the flow ' : ''}${names} ${verb} what is removed, and would lose ${their}.`;
}
