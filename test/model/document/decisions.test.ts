import { describe, expect, it } from 'vitest';
import { isDecisionName } from '../../../src/model/document/decision/decision-files.js';
import { decisionSchema } from '../../../src/model/document/decision/schema.js';
import type { Decision } from '../../../src/model/document/element.js';
import { positions } from '../../../src/model/document/finding.js';
import { rewriteModel } from '../../../src/model/document/format/rewrite.js';
import { readModel } from '../../../src/model/document/read.js';
import { validate } from '../../../src/model/validate/validate.js';

const read = (text: string, path = 'decisions/0012-use-postgresql.md') => readModel([{ path, text }]);
const only = (text: string, path?: string): Decision => {
  const { model, findings } = read(text, path);
  expect(findings).toEqual([]);
  return model.decisions?.[0] as Decision;
};
/** Rewrites a file so that its decision has other fields. */
function changed(text: string, fields: Decision['fields'], path?: string): string | undefined {
  const before = only(text, path);
  const { model } = read(text, path);
  const file = { path: path ?? 'decisions/0012-use-postgresql.md', text };
  const after = { ...before, fields: { ...before.fields, ...fields } };
  const written = rewriteModel([{ path: 'model.yaml', text: '' }, file], { ...model, decisions: [after] });
  return written.find((it) => it.path === file.path)?.text;
}

const OWN = `---
# Ours.
status: 'draft'
elements: [api,   db] # two
date: 2026-01-01
---

# ADR-0012: Use PostgreSQL ##

## Context
Text.
`;
const NYGARD = `# 12. Use PostgreSQL\r
\r
Date: 2026-01-01\r
\r
## Status\r
\r
Accepted\r
\r
Superceded by [13. Use files](0013-use-files.md)\r
\r
## Context\r
\r
Text.\r
`;
const MADR = `---
status: "superseded by [ADR-0013](0013-use-files.md)"
decision-makers: Ada
---
<!-- markdownlint-disable -->
# Use PostgreSQL

## Decision Outcome

\`\`\`
# no title
## Status
\`\`\`
`;

describe('the reader of decisions', () => {
  it('reads number, id and title of its own form', () => {
    expect(only(OWN)).toMatchObject({
      id: 'use-postgresql',
      number: 12,
      fields: { name: 'Use PostgreSQL', elements: ['api', 'db'], content: '## Context\nText.' },
    });
  });

  it.each([
    ['accepted', 'accepted'],
    ['"**Accepted** on 1 May"', 'accepted'],
    ['Proposed', 'proposed'],
    ['rejected', 'rejected'],
    ['deprecated', 'deprecated'],
    ['superseded by ADR-0013', 'superseded'],
  ])('reads the status %s', (status, expected) => {
    expect(only(`---\nstatus: ${status}\n---\n# T\n`).fields.status).toBe(expected);
  });

  it('reads the form of Nygard, without its status section in the content', () => {
    expect(only(NYGARD).fields).toEqual({
      name: 'Use PostgreSQL',
      status: 'accepted',
      'superseded-by': ['0013-use-files.md'],
      content: 'Date: 2026-01-01\n\n## Context\n\nText.',
    });
  });

  it('reads MADR, and no headings of code blocks', () => {
    const { fields, number } = only(MADR);
    expect(number).toBe(12);
    expect(fields).toMatchObject({
      name: 'Use PostgreSQL',
      status: 'superseded',
      'superseded-by': ['0013-use-files.md'],
    });
    expect(fields.content).toContain('## Status');
  });

  it('resolves references by number, file name and title to ids', () => {
    const files = [
      {
        path: 'decisions/0001-one.md',
        text: '---\nstatus: accepted\nrelated: [ADR-2, 0003-three.md, "Number four"]\n---\n# One\n',
      },
      { path: 'decisions/0002-two.md', text: '---\nstatus: accepted\n---\n# Two\n' },
      { path: 'decisions/0003-three.md', text: '---\nstatus: accepted\n---\n# Three\n' },
      { path: 'decisions/four.md', text: '---\nid: no-4\nstatus: accepted\n---\n# Number four\n' },
    ];
    const { model } = readModel(files);
    expect(model.decisions?.[0]?.fields.related).toEqual(['two', 'three', 'no-4']);
  });

  it.each([
    ['---\nstatus: accepted\n# T\n', 'yaml/syntax', 1, 1],
    [`---\nx: ${'y'.repeat(70_000)}\n---\n# T\n`, 'yaml/size', 2, 1],
    ['---\nstatus: "accepted\n---\n# T\n', 'yaml/syntax', 2, undefined],
    ['---\nstatus: maybe\n---\n# T\n', 'schema/choice', 2, 9],
    ['---\nstatus: draft\nnumber: -1\n---\n# T\n', 'schema/shape', 3, 9],
    ['# T\n\n## Status\n\nSoon\n', 'schema/choice', 5, 1],
  ])('reports a fault of %j at its position', (text, rule, line, column) => {
    const { findings } = read(text);
    const [found] = findings;
    const at = positions(text)(found?.place?.from ?? -1);
    expect([found?.rule, at.line]).toEqual([rule, line]);
    if (column !== undefined) expect(at.column).toBe(column);
  });

  it('limits what aliases of front matter expand to', () => {
    const levels = Array.from({ length: 12 }, (_, at) =>
      at === 0 ? `a0: &a0 [${'x,'.repeat(500)}]` : `a${at}: &a${at} [${`*a${at - 1},`.repeat(9)}]`,
    );
    const text = `---\nstatus: draft\n${levels.join('\n')}\nelements: *a11\n---\n# T\n`;
    const started = performance.now();
    const { findings } = read(text);
    expect(findings.some(({ severity }) => severity === 'error')).toBe(true);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('reads long lines in time proportional to their length', () => {
    for (const line of [`# ${' #'.repeat(200_000)}x`, `${']('.repeat(200_000)}`, `\`${'`'.repeat(200_000)}`])
      expect(read(`# T\n\n## Status\n\n${line}\n`).model.decisions).toHaveLength(1);
  });
});

describe('the writer of decisions', () => {
  it('changes nothing if nothing differs', () => {
    for (const text of [OWN, NYGARD, MADR]) expect(changed(text, {})).toBe(text);
  });

  it('replaces only the status', () => {
    expect(changed(OWN, { status: 'accepted' })).toBe(
      OWN.replace("'draft'", "'accepted'").replace("'accepted'", 'accepted'),
    );
    expect(changed(NYGARD, { status: 'rejected' })).toBe(NYGARD.replace('Accepted', 'Rejected'));
    expect(changed(MADR, { status: 'accepted' })).toBe(
      MADR.replace(
        'status: "superseded by [ADR-0013](0013-use-files.md)"\n',
        'status: accepted\nsuperseded-by: ["0013-use-files.md"]\n',
      ),
    );
  });

  it('replaces only the title, and keeps its number', () => {
    expect(changed(OWN, { name: 'Use files' })).toBe(OWN.replace('Use PostgreSQL', 'Use files'));
    expect(changed(NYGARD, { name: 'Use files' })).toBe(NYGARD.replace('Use PostgreSQL', 'Use files'));
  });

  it('writes a title that no heading can express to front matter', () => {
    const text = changed(OWN, { name: 'C  #' }) ?? '';
    expect(only(text).fields.name).toBe('C  #');
    expect(text).toContain('# ADR-0012: Use PostgreSQL ##');
  });

  it('replaces only the text, and keeps the status section', () => {
    expect(changed(OWN, { content: 'New.' })).toBe(`${OWN.slice(0, OWN.indexOf('## Context'))}New.\n`);
    expect(changed(NYGARD, { content: 'Date: 2026-01-01\n\n## Context\n\nNew.' })).toBe(
      NYGARD.replace('Text.', 'New.'),
    );
  });

  it('adds relations to front matter, and removes those of the status section', () => {
    expect(changed(NYGARD, { related: ['other'] })).toBe(`---\r\nrelated: [other]\r\n---\r\n\r\n${NYGARD}`);
    expect(changed(NYGARD, { 'superseded-by': [] })).not.toContain('Superceded');
  });

  it('adds new decisions, without the number of another one', () => {
    const { model } = read(OWN);
    const added: Decision = {
      kind: 'decision',
      id: 'new',
      number: 12,
      handleId: 'H1',
      fields: { name: '# N\n', status: 'accepted' },
    };
    const decisions = [...(model.decisions ?? []), added];
    const files = rewriteModel(
      [
        { path: 'm/model.yaml', text: '' },
        { path: 'm/decisions/0012-use-postgresql.md', text: OWN },
      ],
      { ...model, decisions },
    );
    const file = files.at(-1);
    expect(file?.path).toBe('m/decisions/new.md');
    expect(only(file?.text ?? '', 'new.md')).toMatchObject({
      id: 'new',
      handleId: 'H1',
      fields: { name: '# N\n' },
    });
  });
});

it('reports connections to a retired object, and none if the decision is superseded', () => {
  const model = {
    path: 'model.yaml',
    text: 'namespace: a\ndomains: [{ id: d, name: D }]\nobjects:\n  - { id: a, type: system, name: A }\n  - { id: b, type: system, name: B }\nconnections:\n  - { id: c, origin: a, target: b, name: Asks }\n',
  };
  const retiring = {
    path: 'decisions/0001-retire.md',
    text: '---\nstatus: accepted\nretires: [b]\n---\n# Retire B\n',
  };
  const later = {
    path: 'decisions/0002-keep.md',
    text: '---\nstatus: accepted\nsupersedes: [1]\n---\n# Keep B\n',
  };
  const messages = (files: (typeof model)[]): string[] =>
    validate(files, readModel(files)).map(({ rule, message }) => `${rule}: ${message}`);
  expect(messages([model, retiring])).toEqual([
    'decision/retired: The model object B is live, but is retired by ADR-0001: Retire B.',
    'decision/retired: The model connection Asks is live, but its target B is retired by ADR-0001: Retire B.',
  ]);
  expect(messages([model, retiring, later])).toEqual([]);
});

it('recognizes decision files by name', () => {
  const names = ['0001-a.md', 'b.MD', 'README.md', 'adr-template.md', 'index.md', '.hidden.md', 'a.yaml'];
  expect(names.filter(isDecisionName)).toEqual(['0001-a.md', 'b.MD']);
});

it('describes every field of the front matter', () => {
  for (const it of Object.values(decisionSchema().properties as Record<string, { description: string }>))
    expect(it.description).toMatch(/\.$/);
});
