import { befallen, counted } from '../../../base/words.js';
import { called } from '../../../cli/command/called.js';
import { goingAlongWithAll } from '../../../cli/command/going-along.js';
import type { Context } from '../../../cli/command/spec.js';
import { type ToldTask, tasksOf } from '../../../client/jobs/draft-tasks.js';
import { FAMILIES } from '../../../contract/families.js';
import { drafts } from '../../../contract/resources/draft.js';
import { getLandscape } from '../../../contract/resources/landscape.js';
import { LATEST } from '../../../contract/scopes.js';

/** What a question says of a draft: its name, the landscape's, and what its tasks do to the live model. */
export interface DraftToPlay {
  draft: string;
  landscape: string;
  changes: string;
}

/** Errors: `not-found` for a draft that is not there; those of the client. */
export async function draftToPlay(context: Context, draftId: string): Promise<DraftToPlay> {
  const landscapeId = await context.scope('landscape');
  const versionId = await context.scope('landscapeVersion');
  const client = await context.client();
  const { draft } = await client.call(drafts.get, { path: { landscapeId, versionId, draftId } });
  const [tasks, { landscape }] = await Promise.all([
    tasksOf(client, landscapeId, draftId),
    client.call(getLandscape, { path: { landscapeId } }),
  ]);
  const done = endsOf(tasks);
  const doomed = new Map(
    FAMILIES.map(({ shape }) => [shape.singular, idsOf(done.get(shape.noun), 'delete')] as const).filter(
      ([, ids]) => ids.length > 0,
    ),
  );
  const along = await goingAlongWithAll(client, { landscapeId, versionId: LATEST }, doomed);
  return {
    draft: called(context, draft),
    landscape: called(context, landscape),
    changes: inWords(done, along),
  };
}

type Verb = 'create' | 'update' | 'delete';
/** What becomes of records in the end, by what people call their kind and by their id. */
type Ends = Map<string, Map<string, Verb>>;

const TYPE = /^draft-(.+)-(create|update|delete)$/;
/** What stands on a diagram is the diagram, to people. */
const NOUNS: Readonly<Record<string, string>> = { 'diagram-content': 'diagram' };

function endsOf(tasks: readonly ToldTask[]): Ends {
  const ends: Ends = new Map();
  for (const { type = '', entityId = '' } of tasks) {
    const [, kind, verb] = TYPE.exec(type) ?? [];
    if (kind === undefined) continue;
    const noun = NOUNS[kind] ?? kind.replaceAll('-', ' ');
    const ofKind = ends.get(noun) ?? new Map<string, Verb>();
    ends.set(noun, ofKind);
    const isNew = ofKind.get(entityId) === 'create';
    // Made and taken away again leaves nothing; made and changed is made.
    if (isNew && verb === 'delete') ofKind.delete(entityId);
    else if (!isNew) ofKind.set(entityId, verb as Verb);
  }
  return ends;
}

const idsOf = (ofKind: ReadonlyMap<string, Verb> | undefined, wanted: Verb): string[] =>
  [...(ofKind ?? [])].filter(([, verb]) => verb === wanted).map(([id]) => id);

/** `1 model object is added, 2 change; 1 flow goes; what goes takes along 3 model connections`. */
function inWords(ends: Ends, along: readonly { noun: string; count: number }[]): string {
  const said = [...ends].flatMap(([noun, ofKind]) =>
    befallen(noun, [
      { count: idsOf(ofKind, 'create').length, one: 'is added', many: 'are added' },
      { count: idsOf(ofKind, 'update').length, one: 'changes', many: 'change' },
      { count: idsOf(ofKind, 'delete').length, one: 'goes', many: 'go' },
    ]),
  );
  if (said.length === 0) return 'nothing changes';
  const taken = along.map(({ noun, count }) => counted(count, noun)).join(', ');
  return [...said, ...(taken === '' ? [] : [`what goes takes along ${taken}`])].join('; ');
}
