/** Files whose elements have other ids in the landscape, or are deleted there, are updated by an accept and by a pull. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readModel, type SourceFile } from '../../../src/model/document/read.js';
import { acceptDrift } from '../../../src/model/sync/accept-drift.js';
import { driftModel } from '../../../src/model/sync/drift-model.js';
import { pullModel } from '../../../src/model/sync/pull-model.js';
import { validate } from '../../../src/model/validate/validate.js';
import { openPlanLandscape } from '../../support/plan-landscape.js';
import { openService, type Service } from '../../support/sandbox.js';

let service: Service;
beforeAll(async () => {
  service = await openService({ uniqueNames: true });
});
afterAll(() => service.close());

const documentOf = (id: string, name: string) => `namespace: shop
domains:
  - id: d
    name: D
    objects:
      - { id: web, type: system, name: Web }
      - { id: ${id}, type: system, name: ${name} }
      - { id: db, type: system, name: Database }
connections:
  - { id: asks, name: asks, origin: web, target: ${id} }
  - { id: reads, name: reads, origin: ${id}, target: db }
diagrams:
  - id: all
    type: context-diagram
    domain: d
    name: All
    objects: [db, ${id}, web]
    layout:
      objects: { db: { x: 0, y: 0 }, ${id}: { x: 300, y: 0 }, web: { x: 600, y: 0 } }
      connections: { reads: { line: straight } }
flows:
  - { id: f, name: F, diagram: all, steps: [{ origin: web, target: ${id} }] }
`;
const DELETED = documentOf('pay', 'Pay')
  .split('\n')
  .flatMap((line) => (/^ {6}- .*id: pay|^ {2}- \{ id: (?:asks|reads|f)/.test(line) ? [] : [line]))
  .join('\n')
  .replace('objects: [db, pay, web]', 'objects: [db, web]')
  .replace('pay: { x: 300, y: 0 }, ', '')
  .replace(/ {6}connections: .*\n/, '')
  .replace('connections:\ndiagrams', 'diagrams')
  .replace('flows:\n', '');

const MORE = `moved:
  - { from: payment, to: pay }
drift:
  ignore:
    - { element: pay, field: caption, reason: Edited by hand }
    - { element: db, field: caption, reason: Edited by hand }
`;
const DECISION = `---
id: use-pay
status: accepted
elements: [pay, db]
---

# Use Pay
`;

/** Files of the document before the change, and the landscape after it. */
async function changedLandscape(name: string, after: string) {
  const at = await openPlanLandscape(service, name);
  await at.apply(await at.plan(documentOf('pay', 'Pay')));
  const client = service.client({ paced: false });
  const split = await pullModel(client, at.path, [], { split: true });
  const files: SourceFile[] = split.files.map((it) =>
    it.path === 'model.yaml' ? { ...it, text: it.text + MORE } : it,
  );
  const withDecision = [...files, { path: 'decisions/0001-use-pay.md', text: DECISION }];
  await at.apply(await at.plan(after, 'namespace'));
  const fresh = await pullModel(client, at.path, [], { split: true });
  return { at, client, files, withDecision, fresh: fresh.files };
}

const isLayout = ({ path }: SourceFile): boolean => path.startsWith('layout/');
const rulesIn = (files: readonly SourceFile[]) => validate(files, readModel(files)).map(({ rule }) => rule);

describe.each([
  ['renamed', documentOf('klarna', 'Klarna')],
  ['deleted', DELETED],
])('after an element was %s in the landscape', (name, after) => {
  it('accepted files are valid, have no drift, and have the layouts of a new pull', async () => {
    const { at, client, files, fresh } = await changedLandscape(`accept-${name}`, after);
    const accepted = await acceptDrift(client, at.path, files, ['**']);
    expect(rulesIn(accepted)).toEqual([]);
    expect((await driftModel(client, at.path, readModel(accepted))).drift).toEqual([]);
    expect(accepted.filter(isLayout)).toEqual(fresh.filter(isLayout));
    expect(accepted).toEqual((await pullModel(client, at.path, files)).files);
  });

  it('pulled files are valid, without links to the element, and have the layouts of a new pull', async () => {
    const { at, client, withDecision, fresh } = await changedLandscape(`pull-${name}`, after);
    const { files } = await pullModel(client, at.path, withDecision, { decisions: false });
    expect(rulesIn(files)).toEqual([]);
    expect(files.filter(isLayout)).toEqual(fresh.filter(isLayout));
    const { model } = readModel(files);
    expect(model.moved).toEqual([]);
    expect(model.driftIgnores.map(({ element }) => element)).toEqual(['db']);
    expect(model.decisions?.map(({ fields }) => fields.elements)).toEqual([['db']]);
  });
});

it('a dependent element that is not accepted is named in the error', async () => {
  const { at, client, files } = await changedLandscape('partly', documentOf('klarna', 'Klarna'));
  await expect(acceptDrift(client, at.path, files, ['pay'])).rejects.toThrow(
    'model connection asks, model connection reads depend on deleted elements, but still exist',
  );
});
