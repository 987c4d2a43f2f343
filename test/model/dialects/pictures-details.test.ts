import { describe, expect, it } from 'vitest';
import { readMermaid } from '../../../src/model/dialects/read/mermaid/mermaid.js';
import { readPlantuml } from '../../../src/model/dialects/read/plantuml/plantuml.js';
import { elementsOf } from '../../../src/model/document/element.js';
import { imported } from './importing.js';

const mermaid = (text: string, file = 'in.mmd') => imported(readMermaid, { [file]: text });
const plantuml = (text: string, beside: Readonly<Record<string, string>> = {}) =>
  imported(readPlantuml, { 'in.puml': `@startuml\n${text}\n@enduml\n` }, beside);
const namesOf = ({ fields }: ReturnType<typeof imported>) => Object.values(fields).map(({ name }) => name);

describe('a flowchart of Mermaid', () => {
  it('has no nodes for line styles', () => {
    const made = mermaid(
      'flowchart LR\n  a e1@--> b\n  a e2@-- asks --> b\n  e1@{ animate: true }\n  e2@{ curve: linear }\n  c@{ label: "C" }',
    );
    expect(Object.keys(made.fields)).toEqual(['a', 'b', 'c']);
    expect(made.connections).toEqual(['a Uses b', 'a asks b']);
  });

  it('has labels with brackets in quotes', () => {
    const made = mermaid('flowchart LR\n  a@{ shape: rounded, label: "One {x} more" } --> b@{ label: "}" }');
    expect(namesOf(made)).toEqual(['One {x} more', '}']);
  });

  it('has links from click statements', () => {
    const { fields, findings } = mermaid(
      'flowchart LR\n  a --> b --> click\n  click a "https://x.y" "Docs" _blank\n  click b href "https://y.z"\n  click click call it()',
    );
    expect(fields.a?.links).toEqual([{ url: 'https://x.y', name: 'Docs' }]);
    expect(fields.b?.links).toEqual([{ url: 'https://y.z' }]);
    expect(fields.click).not.toHaveProperty('links');
    expect(findings).toEqual(['- inferred 2 connections without a label: named "Uses".']);
  });

  it('may be in fences with braces around the language', () => {
    expect(namesOf(mermaid('```{mermaid}\nflowchart LR\n  a\n```\n', 'in.md'))).toEqual(['a']);
  });

  it('is read in linear time', () => {
    const text = (count: number): string =>
      `flowchart LR\n${Array.from({ length: count }, (_, at) => `n${at}[Worker]`).join('\n')}`;
    const timeOf = (count: number): number => {
      const before = process.cpuUsage();
      readMermaid([{ path: 'in.mmd', text: text(count) }], () => undefined);
      return process.cpuUsage(before).user;
    };
    timeOf(1_000);
    // Eight times the size takes about eight times as long, and not 64 times.
    expect(timeOf(16_000) / timeOf(2_000)).toBeLessThan(30);
  });
});

describe('macros of C4', () => {
  it('keep links and properties of lines; invalid addresses are reported', () => {
    const { model, fields, findings } = plantuml(
      [
        '!include <C4/C4_Context>',
        'AddProperty("Owner", "Core", "since 2020")',
        'System(a, "A", $link="docs/a.svg")',
        'System(b, "B")',
        'AddProperty("Port", "443")',
        'Rel(a, b, "Asks", $link="https://x.y")',
        'System(c, "C")',
      ].join('\n'),
    );
    expect(fields.a?.labels).toEqual({ Owner: 'Core, since 2020' });
    expect(fields.c).not.toHaveProperty('labels');
    expect(elementsOf(model, 'connection')[0]?.fields).toMatchObject({
      labels: { Port: '443' },
      links: [{ url: 'https://x.y' }],
    });
    expect(findings).toEqual(['in.puml:4 lost The link "docs/a.svg" is skipped: it is not a valid URL.']);
  });
});

describe('a diagram of PlantUML', () => {
  it('keeps characters that are not markup', () => {
    const made = plantuml('[a__b] as x\n[2 ** 3] as y\n[**Bold** __//both//__] as z\n[one//two] as v');
    expect(namesOf(made).filter((it) => it !== 'in')).toEqual(['a__b', '2 ** 3', 'Bold both', 'one//two']);
  });

  it('connects lines of a port to its element', () => {
    const { connections, findings } = plantuml(
      'component "API" as api {\n  portin p1\n  portout "out side" as p2\n  [inner]\n}\n[x] --> p1 : asks\np2 --> [x] : tells',
    );
    expect(connections).toEqual(['x asks api', 'api tells x']);
    expect(findings.filter((it) => it.includes('port'))).toEqual([
      'in.puml:3 inferred The port "p1" is not imported: its lines end at "API".',
      'in.puml:4 inferred The port "p2" is not imported: its lines end at "API".',
    ]);
  });

  it('reads neighbouring files of any name, and no icon libraries', () => {
    const made = plantuml(
      [
        '!include lexicon.puml',
        '!include c4_landscape.puml',
        '!include C4_Container.puml',
        '!include <logos/kafka>',
        '!include <awslib14/AWSCommon>',
        '!define PART(x) component x',
        '[PART of it]',
      ].join('\n'),
      { 'lexicon.puml': '[Lexicon]', 'c4_landscape.puml': '[Land]', 'C4_Container.puml': '[Library]' },
    );
    expect(namesOf(made).filter((it) => it !== 'in')).toEqual(['Lexicon', 'Land', 'PART of it']);
    expect(made.findings.filter((it) => it.includes('lost'))).toEqual([
      'in.puml:7 lost The definition of PART is skipped: only short texts are supported.',
    ]);
  });

  it('hides no loss behind notes', () => {
    const ports = Array.from({ length: 2_001 }, (_, at) => `port p${at}`).join('\n');
    const { findings } = plantuml(`component "A" as a {\n${ports}\nwhat is this\n}`);
    expect(findings.filter((it) => it.includes(' lost '))).toHaveLength(1);
  });

  it('reports text after a macro on its line', () => {
    const { findings } = plantuml(
      [
        '!include <C4/C4_Context>',
        'System(a, "A") #red',
        'System(b, "B") /\' of old \'/',
        'System(c, "C") System(d, "D")',
      ].join('\n'),
    );
    expect(findings).toEqual(['in.puml:5 lost "System(d, "D")" after System(…) is not read.']);
  });
});

describe('pictures', () => {
  it.each([
    ['mermaid', readMermaid, 'flowchart LR\n'],
    ['plantuml', readPlantuml, '@startuml\n@enduml\n'],
  ] as const)('are limited in size: %s', (_, read, text) => {
    const { nodes, findings } = read([{ path: 'in', text: text + ' '.repeat(20_000_000) }], () => undefined);
    expect(nodes).toEqual([]);
    expect(findings.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
      'import/syntax The files are too large to be read.',
    ]);
  });
});
