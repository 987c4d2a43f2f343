import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { CommandSuite } from './command-suite.js';

/** Ids of records within a version, except objects and connections. The spare ones are deleted. */
export interface VersionIds {
  adr: string;
  diagramGroup: string;
  tag: string;
  tagGroup: string;
  domain: string;
  comment: string;
  reply: string;
  draftTask: string;
  spareDiagram: string;
  spareDiagramGroup: string;
  spareFlow: string;
  spareTag: string;
  spareTagGroup: string;
  spareDomain: string;
  spareDraft: string;
  spareComment: string;
  spareReply: string;
  spareAdr: string;
}

/** Creates one to use and one to spare of each kind. */
export async function versionIds(
  ask: CommandSuite['ask'],
  latest: string,
  root: string,
): Promise<VersionIds> {
  const made = async (path: string, key: string, body: JsonObject): Promise<string> =>
    textOf((await ask(`${latest}/${path}`, 'POST', body))[key], 'id');
  const first = async (path: string, key: string): Promise<string> =>
    textOf(listOf(await ask(`${latest}/${path}`), key)[0], 'id');
  const drawn = { index: 90, modelId: root, type: 'context-diagram' };
  const body = { body: { content: 'How long?', type: 'question', status: 'open' } };
  const comment = await made('comments', 'comment', body);
  const spareComment = await made('comments', 'comment', body);
  const spareDiagram = await made('diagrams', 'diagram', { ...drawn, name: 'Spare' });
  // A deleted diagram cascades to its flows.
  const canvas = await made('diagrams', 'diagram', { ...drawn, name: 'Canvas' });
  const spareTagGroup = await made('tag-groups', 'tagGroup', { name: 'Spare', icon: 'bug', index: 9 });
  const tagGroup = await first('tag-groups', 'tagGroups');
  const draft = await first('drafts?filter[status]=in-progress', 'drafts');
  const task = {
    type: 'draft-tag-group-create',
    entityId: 'PlannedTagGroup00001',
    props: { name: 'Planned', icon: 'star', index: 8 },
  };
  const reply = { content: 'Ten minutes.' };
  return {
    tagGroup,
    comment,
    spareComment,
    spareDiagram,
    spareTagGroup,
    domain: await first('domains', 'domains'),
    tag: await first('tags', 'tags'),
    diagramGroup: await first('diagram-groups', 'diagramGroups'),
    reply: await made(`comments/${comment}/replies`, 'commentReply', reply),
    spareReply: await made(`comments/${comment}/replies`, 'commentReply', reply),
    draftTask: await made(`drafts/${draft}/tasks`, 'draftTask', { task }),
    spareDiagramGroup: await made('diagram-groups', 'diagramGroup', { name: 'Spare', modelId: root }),
    spareFlow: await made('flows', 'flow', { name: 'Spare', diagramId: canvas }),
    spareTag: await made('tags', 'tag', { name: 'Spare', color: 'red', groupId: tagGroup, index: 9 }),
    adr: await first('adrs', 'adrs'),
    spareAdr: await made('adrs', 'adr', { name: 'Spare', status: 'draft' }),
    spareDomain: await made('domains', 'domain', { name: 'Spare' }),
    spareDraft: await made('drafts', 'draft', { name: 'Spare', status: 'in-progress' }),
  };
}
