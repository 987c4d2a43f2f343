import { describe, expect, it } from 'vitest';
import { readMermaid } from '../../../src/model/dialects/read/mermaid/mermaid.js';
import { readPlantuml } from '../../../src/model/dialects/read/plantuml/plantuml.js';
import { elementsOf } from '../../../src/model/document/element.js';
import { imported } from './importing.js';

const mermaid = (...lines: readonly string[]) => imported(readMermaid, { 'in.mmd': lines.join('\n') });
const plantuml = (...lines: readonly string[]) =>
  imported(readPlantuml, { 'in.puml': ['@startuml', ...lines, '@enduml'].join('\n') });
const lossesOf = ({ findings }: ReturnType<typeof imported>) =>
  findings.filter((it) => !it.includes(' inferred '));

describe('accessibility texts of Mermaid', () => {
  it.each(['flowchart LR\na --> b', 'C4Context\nSystem(a, "a")\nSystem(b, "b")\nRel(a, b, "Uses")'])(
    'become the title and the description of a diagram: %j',
    (diagram) => {
      const [head = '', ...rest] = diagram.split('\n');
      const made = mermaid(
        head,
        '  accTitle: Orders',
        '  accDescr {',
        '    How an order: goes',
        '    and returns -->',
        '  }',
        ...rest,
      );
      expect(made.diagrams).toEqual({ Orders: ['a', 'b'] });
      expect(elementsOf(made.model, 'diagram')[0]?.fields.description).toBe(
        'How an order: goes\n    and returns -->',
      );
      expect(lossesOf(made)).toEqual([]);
    },
  );

  it('never replace a title', () => {
    expect(mermaid('C4Context', 'title Shop', 'accTitle: No', 'System(a, "A")').diagrams).toEqual({
      Shop: ['a'],
    });
  });
});

describe('multi-line texts in a flowchart', () => {
  it('belong to tooltips and labels', () => {
    const made = mermaid(
      'flowchart LR',
      'a -->|"asks',
      'twice"| b -- "answers',
      'once" --> c',
      'click a "https://x.example" "Tooltip',
      'of two lines"',
      'click b call open() "Another',
      'tooltip"',
      'c --> a',
    );
    expect(Object.keys(made.fields)).toEqual(['a', 'b', 'c']);
    expect(made.connections).toEqual(['a asks twice b', 'b answers once c', 'c Uses a']);
    expect(made.fields.a?.links).toEqual([{ url: 'https://x.example', name: 'Tooltip of two lines' }]);
    expect(lossesOf(made)).toEqual([]);
  });
});

describe('a statement that cannot be read', () => {
  it('is skipped in a flowchart, and named with its line', () => {
    const made = mermaid('flowchart LR', 'a --> b', 'c[open --> d', 'click a "https://x.y" "open', 'b --> e');
    expect(Object.keys(made.fields)).toEqual(['a', 'b', 'e']);
    expect(lossesOf(made)).toEqual([
      'in.mmd:3 lost The text of a node is not closed: expected ] The rest of the line is skipped.',
      'in.mmd:4 lost A tooltip is not closed: expected ". The rest of the line is skipped.',
    ]);
  });

  it.each([
    ['mermaid', (...lines: readonly string[]) => mermaid('C4Context', ...lines)],
    ['plantuml', plantuml],
  ] as const)('is skipped in C4 of %s if a quote is missing, with the brace that it opens', (_, read) => {
    const made = read(
      'Enterprise_Boundary(e, "Ferries") {',
      'Person(p, "Anna")',
      'System_Boundary(s, "Shop {',
      'System(c, "Mail, and (more")',
      '}',
      'System(d, "Bank")',
      '}',
      'Rel(p, c, "Writes)',
      'Rel(p, d, "Pays")',
    );
    expect(Object.keys(made.fields)).toEqual(['anna', 'mail-and-more', 'bank']);
    expect(Object.values(made.fields).map(({ domain }) => domain)).toEqual(['ferries', 'ferries', 'ferries']);
    expect(made.connections).toEqual(['anna Pays bank']);
    expect(lossesOf(made).map((it) => it.split(' is not closed')[0])).toEqual([
      expect.stringMatching(/:4 lost System_Boundary\($/),
      expect.stringMatching(/:9 lost Rel\($/),
    ]);
  });

  it('is skipped in a component diagram, with the brace that it opens', () => {
    const made = plantuml(
      'package "Outer" {',
      'package "Inner {',
      '[A]',
      '}',
      '[B]',
      '}',
      '[A] --> [B] : asks',
    );
    expect(made.connections).toEqual(['a asks b']);
    expect(made.fields.b?.groups).toEqual(['outer']);
    expect(lossesOf(made)).toEqual([
      'in.puml:3 lost "package "Inner {" is not read: expected an element, a line or a macro.',
    ]);
  });

  it('does not affect other diagrams', () => {
    const page = '```mermaid\nflowchart LR\na\n```\n\n```mermaid\n{}\n```\n';
    const made = imported(readMermaid, { 'page.md': page });
    expect(Object.keys(made.fields)).toEqual(['a']);
    expect(lossesOf(made)).toEqual([
      expect.stringMatching(/^page\.md:7 lost This is not a supported Mermaid diagram: expected C4Context/),
    ]);
  });

  it('is reported for any number of them', () => {
    const made = plantuml('[A]', ...Array.from({ length: 2_001 }, () => '?'));
    expect(lossesOf(made)).toHaveLength(2_001);
    expect(lossesOf(made).at(-1)).toBe('in.puml:2003 lost More losses are not listed.');
  });
});
