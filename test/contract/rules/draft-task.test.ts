import { expect, test } from 'vitest';
import type { Doc } from '../../../src/contract/doc.js';
import { applyTasks, readTask } from '../../../src/contract/rules/drafts/draft-task.js';

test('a flow is deleted with its diagram, and one on another diagram stays', () => {
  const flow = (id: string, diagramId: string): [string, Doc] => [id, { id, diagramId, steps: {} }];
  const picture = {
    diagram: new Map<string, Doc>([['gone', { id: 'gone' }]]),
    diagramContent: new Map<string, Doc>([['gone', { id: 'gone', objects: {} }]]),
    flow: new Map([flow('along', 'gone'), flow('stays', 'other')]),
  };
  applyTasks(picture, [readTask({ type: 'draft-diagram-delete', entityId: 'gone' })]);
  expect([...picture.diagram.keys(), ...picture.diagramContent.keys(), ...picture.flow.keys()]).toEqual([
    'stays',
  ]);
});
