import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Flow } from '../../src/contract/resources/flow.js';
import { flowMermaid, flowPlantuml, flowText } from '../../src/documents/index.js';
import { hostileText, modelOf } from './document-fixture.js';

const objects = [
  { id: 'a', name: 'Web' },
  { id: 'b', name: 'API' },
  { id: 'q', name: 'Queue' },
];
const step = (index: number, type: string, more: object = {}) => ({
  id: `s${index}`,
  index,
  type,
  description: `step ${index}`,
  originId: 'a',
  targetId: 'b',
  viaId: null,
  parentId: null,
  flowId: null,
  paths: null,
  ...more,
});
const flowOf = (...steps: ReturnType<typeof step>[]): Flow =>
  ({
    id: 'f',
    name: 'Checkout',
    steps: Object.fromEntries(steps.map((it) => [it.id, it])),
  }) as unknown as Flow;
const paths = { p1: { id: 'p1', index: 0, name: 'Paid' }, p2: { id: 'p2', index: 1, name: 'Refused' } };
const BRANCHING = flowOf(
  step(2, 'reply', { parentId: 'p1', originId: 'b', targetId: 'a' }),
  step(0, 'outgoing', { viaId: 'q' }),
  step(1, 'alternate-path', { paths, originId: null, targetId: null, description: '' }),
  step(3, 'information', { parentId: 'p2', originId: null, targetId: null }),
);
const model = modelOf({ objects });

/** Lines that are allowed in a Mermaid sequence diagram here, as in its grammar. */
const TEXT = '(?:[^#;\\n]|#\\w+;)+';
const LINE = new RegExp(
  `^(participant p\\d+ as ${TEXT}|p\\d+--?>>p\\d+: ${TEXT}|Note over p\\d+(,p\\d+)*: ${TEXT}|(alt|else|par|and) ${TEXT}|end)$`,
);
function checkMermaid(text: string): void {
  const [first, ...lines] = text.trimEnd().split('\n');
  expect(first).toBe('sequenceDiagram');
  let depth = 0;
  const known = new Set<string>();
  for (const line of lines.map((it) => it.trim())) {
    expect(line).toMatch(LINE);
    const [, participant] = /^participant (p\d+)/.exec(line) ?? [];
    if (participant) known.add(participant);
    // Text follows the first colon, or the keyword of a branch, and may look like a participant.
    const [ends = ''] = /^(p\d|Note over)[^:]*/.exec(line) ?? [];
    for (const [name] of ends.matchAll(/\bp\d+\b/g)) expect(known).toContain(name);
    if (/^(alt|par) /.test(line)) depth += 1;
    if (/^(else|and) /.test(line)) expect(depth).toBeGreaterThan(0);
    if (line === 'end') depth -= 1;
  }
  expect(depth).toBe(0);
}

describe('a flow', () => {
  it('as text is numbered, with indented branches', () => {
    expect(flowText(BRANCHING, model)).toBe(
      [
        'Checkout',
        '',
        '1. Web to API (via Queue): step 0',
        '2. One of these',
        '   Either: Paid',
        '      1. API replies to Web: step 2',
        '   Either: Refused',
        '      1. step 3',
        '',
      ].join('\n'),
    );
  });

  it('as Mermaid has its participants, messages, replies and branches', () => {
    const text = flowMermaid(BRANCHING, model);
    checkMermaid(text);
    expect(text.split('\n').map((it) => it.trim())).toEqual([
      'sequenceDiagram',
      'participant p1 as Web',
      'participant p2 as API',
      'p1->>p2: step 0 (via Queue)',
      'alt Paid',
      'p2-->>p1: step 2',
      'else Refused',
      'Note over p1: step 3',
      'end',
      '',
    ]);
  });

  it('as code is a PlantUML sequence', () => {
    expect(
      flowPlantuml(BRANCHING, model)
        .split('\n')
        .map((it) => it.trim()),
    ).toEqual([
      '@startuml',
      'title Checkout',
      'participant "Web" as p1',
      'participant "API" as p2',
      'p1 -> p2: step 0 (via Queue)',
      'alt Paid',
      'p2 --> p1: step 2',
      'else Refused',
      'note over p1: step 3',
      'end',
      '@enduml',
      '',
    ]);
  });

  it('is valid Mermaid for any names and texts', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 7, maxLength: 7 }), (texts) => {
        const [path, first, second, third, ...names] = texts;
        const named = modelOf({ objects: objects.map((it, at) => ({ ...it, name: names[at] })) });
        const flow = flowOf(
          step(0, 'outgoing', { description: first, viaId: 'q' }),
          step(1, 'parallel-path', {
            paths: { p1: { id: 'p1', index: 0, name: path } },
            description: second,
          }),
          step(2, 'introduction', { parentId: 'p1', description: third }),
        );
        checkMermaid(flowMermaid(flow, named));
        expect(flowText(flow, named).trimEnd().split('\n')).toHaveLength(6);
        expect(flowPlantuml(flow, named).trimEnd().split('\n')).toHaveLength(10);
      }),
    );
  });

  it('does not follow parents in a cycle', () => {
    const circle = flowOf(step(0, 'outgoing', { parentId: 's1' }), step(1, 'outgoing', { parentId: 's0' }));
    expect(flowMermaid(circle, model)).toBe(
      'sequenceDiagram\n  participant p1 as Web\n  participant p2 as API\n',
    );
  });
});
