import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { customRules } from '../../../src/model/analysis/rules/custom-rules.js';
import { readRules } from '../../../src/model/analysis/rules/read-rules.js';
import { readModel } from '../../../src/model/document/read.js';
import { check, validate } from '../../../src/model/validate/validate.js';
import { models } from './models.js';

const MODEL = `
namespace: a
tagGroups: [{ id: g, name: G, icon: globe }]
tags: [{ id: t, name: Tier 1, color: red, group: g }]
domains:
  - id: sales
    name: Sales
    objects:
      - id: shop
        type: system
        name: Shop
        objects:
          - { id: api, type: app, name: shop-api, tags: [t], teams: [One], technologies: [node] }
          - { id: db, type: store, name: Shop DB }
      - { id: buyer, type: actor, name: Buyer }
  - id: money
    name: Money
    objects:
      - id: bank
        type: system
        name: Bank
        external: true
        objects: [{ id: pay, type: app, name: Pay }]
connections:
  - { id: reads, origin: api, target: db, name: Reads }
  - { id: steals, origin: pay, target: db, name: Steals, technologies: [sql] }
  - { id: pays, origin: api, target: pay, name: Pays, direction: bidirectional }
  - { id: looks, origin: buyer, target: api, name: Looks }
`;

const files = [{ path: 'm.yaml', text: MODEL }];
const read = readModel(files);
const rulesOf = (text: string) => readRules({ path: 'rules.yaml', text });

function broken(rule: string): string[] {
  const { rules, findings } = rulesOf(`rules:\n  - { id: x, ${rule} }\n`);
  expect(findings).toEqual([]);
  return check(files, read, customRules(rules)).map(({ element, place }) => {
    expect(place?.file).toBe('m.yaml');
    return String(element?.id);
  });
}

it.each([
  ['deny: { to: { type: store }, different: system }', ['steals']],
  ['deny: { to: { type: store }, same: system }', ['reads']],
  ['deny: { from: { external: true }, to: { domain: Sal* } }', ['steals', 'pays']],
  ['deny: { connections: { technology: sql } }', ['steals']],
  ['deny: { from: { not: { type: app } }, to: { tag: "Tier ?" } }', ['looks']],
  ['allow: { from: { type: actor }, to: { type: system } }', ['looks']],
  ['allow: { from: { system: Shop }, to: { system: [Shop, Bank] } }', []],
  ['objects: { type: app }, require: owner', ['pay']],
  ['objects: { type: app }, require: [technology, tag]', ['pay', 'pay']],
  ['connections: { direction: none }, require: technology', ['reads', 'looks']],
  ['connections: {}, require: owner', []],
  ['objects: { type: [app, store] }, requireTag: t*', ['db', 'pay']],
  ['objects: { type: app }, named: ["*-api", "*-web"]', ['pay']],
  ['objects: { type: app }, nameCase: kebab', ['pay']],
  ['noCircles: systems', ['bank']],
  ['noCircles: [apps, domains]', ['money', 'api']],
  ['noCircles: apps, objects: { not: { id: pay } }', []],
  ['maxConnections: 2', ['api']],
  ['maxDepth: 1', ['api', 'db', 'pay']],
])('%s', (rule, ids) => {
  expect(broken(rule).sort()).toEqual([...ids].sort());
});

describe('a rules file', () => {
  it.each([
    ['rules: 1', 'rules must be a list.', 7],
    ['rules: [{ id: a }]', 'rules[0] has no condition.', 8],
    ['rules: [{ maxDepth: 1 }]', 'rules[0].id is required.', 8],
    ['rules: [{ id: "a b", maxDepth: 1 }]', 'rules[0].id must consist of', 14],
    ['rules: [{ id: a, maxDepth: 1.5 }]', 'rules[0].maxDepth must be an integer', 27],
    ['rules: [{ id: a, maxDepth: }]', 'rules[0].maxDepth must be a number, but has no value.', 27],
    ['rules: [{ id: a, nmaed: x }]', 'rules[0].nmaed is not a known field.', 17],
    ['rules: [{ id: a, deny: { to: { type: appp } } }]', 'rules[0].deny.to.type cannot be "appp".', 37],
    ['rules: [{ id: a, deny: 1 }]', 'rules[0].deny must have fields.', 23],
    ['rules: [{ id: a, maxDepth: 1 }, { id: a, maxDepth: 1 }]', 'There is already a rule with the id a', 38],
    ['ruels: []', 'ruels is not a known field.', 0],
    ['rules: [{ id: a, maxDepth: 1 }', 'A preceding [ is not closed', 30],
  ])('%s', (text, message, from) => {
    const { findings } = rulesOf(text);
    const found = findings.find((it) => it.message.startsWith(message));
    expect(found?.place, JSON.stringify(findings)).toMatchObject({ file: 'rules.yaml', from });
  });

  it('is read or rejected, whatever it contains', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { rules, findings } = rulesOf(JSON.stringify({ rules: [{ id: 'a', deny: value }, value] }));
        if (findings.length === 0) check(files, read, customRules(rules));
      }),
    );
  });
});

it('can be checked on any model, and finds each forbidden cycle', () => {
  const { rules } = rulesOf(
    'rules: [{ id: a, noCircles: systems, deny: {}, maxDepth: 0, require: owner, named: "" }]',
  );
  fc.assert(
    fc.property(models, (model) => {
      const found = check([], { model, findings: [], isWhole: true, ignored: [] }, customRules(rules));
      for (const { rule, message } of found) expect([rule, message.length > 0]).toEqual(['custom/a', true]);
    }),
  );
});

it('can be ignored by name, also for other checks', () => {
  const text = MODEL.replace('id: steals,', 'id: steals, ignore: [custom/x, custom/no],');
  const ignoring = [{ path: 'm.yaml', text }];
  const { rules } = rulesOf('rules: [{ id: x, deny: { to: { type: store } } }]');
  const found = check(ignoring, readModel(ignoring), customRules(rules));
  expect(found.map(({ rule, element }) => [rule, element?.id])).toEqual([
    ['custom/x', 'reads'],
    ['ignore/unknown-rule', 'steals'],
  ]);
  expect(validate(ignoring, readModel(ignoring)).map(({ rule }) => rule)).not.toContain(
    'ignore/unknown-rule',
  );
});
