import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { FAMILIES } from '../../../src/contract/families.js';
import { describeIssues } from '../../../src/contract/issues.js';
import { createApiKey } from '../../../src/contract/resources/api-key.js';
import { createDraftTask } from '../../../src/contract/resources/draft-task.js';
import { createInvite } from '../../../src/contract/resources/invite.js';
import { kindNamed } from '../../../src/contract/rules/names.js';
import { teamId } from '../../../src/sandbox/seed/data/people.js';
import { all, type Loose } from './helpers.js';

interface LogAction {
  type: string;
  props?: Loose;
  context?: Loose;
}
const actionOf = (log: Loose) => log.action as LogAction;
const LOGS = all('organizationLog').map(actionOf);

/** Create bodies of records without a family. */
const text = z.string();
const OTHERS: Readonly<Record<string, z.ZodMiniType>> = {
  'api-key-create': createApiKey.body ?? z.never(),
  'draft-task-create': createDraftTask.body ?? z.never(),
  'diagram-content-create': z.strictObject({
    objects: z.record(text, z.looseObject({ id: text, modelId: text })),
    connections: z.record(text, z.looseObject({ id: text })),
    comments: z.record(text, z.looseObject({ id: text })),
  }),
  'version-create': z.strictObject({ name: text, notes: text, modelHandleId: z.nullable(text) }),
  'organization-user-invite-create': createInvite.body ?? z.never(),
};

function bodyOf(type: string): z.ZodMiniType | undefined {
  const [, subject = '', verb] = /^(.+)-(create|update)$/.exec(type) ?? [];
  const family = FAMILIES.find(({ shape }) => shape.singular === kindNamed(subject));
  return OTHERS[type] ?? (verb === 'create' ? family?.create.body : family?.update.body);
}

describe('every log entry of the demo data', () => {
  it.each(
    LOGS.filter(({ type }) => type.endsWith('-create') && type !== 'landscape-create').map(
      (log, at) => [`${at} ${log.type}`, log] as const,
    ),
  )('%s has the props of a create body', (_, { type, props }) => {
    const outcome = z.safeParse(bodyOf(type) ?? z.never(), props);
    expect(outcome.success ? [] : describeIssues(outcome.error.issues, props)).toEqual([]);
  });

  it('of an update has props of an update', () => {
    const updates = LOGS.filter(({ type }) => type.endsWith('-update') && bodyOf(type));
    expect(updates.length).toBeGreaterThan(5);
    for (const { type, props } of updates) {
      const outcome = z.safeParse(bodyOf(type) ?? z.never(), props);
      expect([type, outcome.error?.issues]).toEqual([type, undefined]);
    }
  });

  it('of a delete or a view has no props', () => {
    const without = LOGS.filter(({ type }) => /-(delete|view|merge)$/.test(type));
    expect(without.length).toBeGreaterThan(4);
    for (const { props } of without) expect(props).toBeUndefined();
  });

  it('contains the name of its subject', () => {
    const context = (type: string) => LOGS.filter((it) => it.type === type).map((it) => it.context);
    expect(context('draft-task-create')).toContainEqual(
      expect.objectContaining({ draftName: 'Frequent traveller points' }),
    );
    expect(context('flow-create')).toContainEqual(
      expect.objectContaining({ diagramName: 'Booking Apps', diagramType: 'app-diagram' }),
    );
    expect(context('diagram-content-create')).toContainEqual(
      expect.objectContaining({ name: 'Booking Apps', type: 'app-diagram' }),
    );
    expect(context('diagram-export')).toContainEqual(
      expect.objectContaining({ diagramName: 'Booking Apps', diagramType: 'app-diagram' }),
    );
    expect(context('model-object-create')).toContainEqual(
      expect.objectContaining({
        domainName: 'Passenger Travel',
        modelFamily: [
          expect.objectContaining({ name: 'Passenger Travel', type: 'root' }),
          expect.objectContaining({ name: 'Booking', type: 'system' }),
        ],
        teamNames: { [teamId('travel')]: 'Travel Experience' },
      }),
    );
  });
});
