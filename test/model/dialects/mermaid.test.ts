import { describe, expect, it } from 'vitest';
import { readMermaid } from '../../../src/model/dialects/read/mermaid/mermaid.js';
import { madeOf } from './made.js';

const made = (text: string, path = 'in.mmd') => madeOf(readMermaid, [{ path, text }]);
const fenced = (...blocks: readonly string[]): string =>
  blocks.map((it) => `\`\`\`mermaid\n${it}\n\`\`\`\n`).join('\ntext\n');

describe('C4 in Mermaid', () => {
  it('creates elements from macros, with types of boundaries by their content, and the outermost enterprise as domain', () => {
    const { domains, objects, connections, fields, diagrams, findings } = made(`%%{init: {
 "theme": "dark"}}%%
C4Context
  accTitle: none of it
  title System Context diagram for Ferries
  %% a comment
  Enterprise_Boundary(e, "Harbour") {
    Person(p, "Skipper", "Sails #quot;fast#quot;<br/>and far")
    Container_Boundary(c, "Booking") {
      Container(web, "Web", "Java, Spring Boot", $tags="a+b", $link="https://x.example/")
      ContainerDb(db, "Orders", $techn="PostgreSQL", $descr="Keeps, and forgets")
      ContainerQueue_Ext(q, Queue)
    }
    System_Boundary(s, "Partners")
    {
      System_Ext(pay, "Payments")
      SystemDb(ledger, "Ledger")
    }
    System_Boundary(y, "Yard") { Container_Boundary(dock, "Dock") { Component(crane, "Crane") } }
    Enterprise_Boundary(inner, "Inner") { Deployment_Node(n, "Node", "Linux", "Runs") { Node_L(m, "More") } }
  }
  Person_Ext(guest, "Guest")
  Rel(p, web, "Uses", "HTTPS", $tags="async")
  Rel_Back(db, web, "Reads")
  BiRel_D(pay, ledger, "Settles")
  UpdateElementStyle(p, $fontColor="red")
  UpdateLayoutConfig($c4ShapeInRow="3")
`);
    expect(domains).toEqual(['Harbour']);
    expect(objects).toEqual([
      'actor skipper',
      'system booking',
      'app booking/web',
      'store booking/orders',
      'store! booking/queue',
      'group partners',
      'system! partners/payments',
      'system partners/ledger',
      'system yard',
      'app yard/dock',
      'component dock/crane',
      'group inner',
      'group inner/node',
      'group node/more',
      'actor! guest',
    ]);
    expect(connections).toEqual([
      'skipper -Uses-> web',
      'web -Reads-> orders',
      'payments -Settles<-> ledger',
    ]);
    expect(fields('skipper')?.caption).toBe('Sails "fast" and far');
    expect(fields('web')).toMatchObject({ technologies: ['java', 'spring-boot'], tags: ['a', 'b'] });
    expect(fields('orders')).toMatchObject({ technologies: ['postgresql'], caption: 'Keeps, and forgets' });
    expect(diagrams).toMatchObject([{ type: 'component-diagram', of: 'dock', lines: 3 }]);
    expect(findings).toEqual([
      expect.stringMatching(/^inferred .* 1 element outside of "Harbour" is moved there/),
    ]);
  });

  it('matches elements by name across blocks, never within one, and uses the title as missing boundary', () => {
    const { objects, connections, diagrams, findings } = made(
      fenced(
        'C4Context\ntitle System Context diagram for Banking\nPerson(a, "Client")\nSystem(b, "Banking")\nRel(a, b, "Looks")\nRel(a, b, "Pays")',
        'C4Container\ntitle Container diagram for Banking\nPerson(x, "client")\nContainer(a, "Web")\nContainer(b, "API")\nRel(x, a, "Looks", "HTTPS")\nRel(x, a, "Pays")\nRel(x, b, "Pays")',
        'C4Component\ntitle Component diagram for Banking - API\nComponent(a, "Log")\nComponent(b, "Log")\nContainer(w, "Web")\nRel(w, a, "Asks")',
        'C4Dynamic\nContainer(w, "Web")\nContainer(z, "API")\nRelIndex(1, w, z, "select * from x where y = ?")',
      ),
      'docs/page.md',
    );
    expect(objects).toEqual([
      'actor client',
      'system banking',
      'app banking/web',
      'app banking/api',
      'component api/log',
      'component api/log-api',
    ]);
    expect(connections).toEqual([
      'client -Looks-> banking',
      'client -Pays-> banking',
      'client -Pays-> web',
      'client -Pays-> api',
      'web -Asks-> log',
      'web -Uses-> api',
    ]);
    expect(diagrams.map(({ name, type, of, lines }) => [name, type, of, lines])).toEqual([
      ['System Context diagram for Banking', 'context-diagram', 'banking', 2],
      ['Container diagram for Banking', 'app-diagram', 'banking', 2],
      ['Component diagram for Banking - API', 'component-diagram', 'api', 1],
      ['page 4', 'app-diagram', 'banking', 1],
    ]);
    expect(findings.filter((it) => it.startsWith('lost'))).toEqual([]);
    expect(findings.join('\n')).toContain('repeated at two levels');
  });

  it.each([
    ['C4Context\n  Person(a, "A"\n  System(b, "B")', 12, 'expected )'],
    ['C4Context\nPerson()', 10, 'expected Person(alias'],
    ['C4Context\nRel(a)', 10, 'expected Rel(from, to'],
    ['C4Context\nfoo bar', 10, 'expected a macro'],
    ['C4Context\n}', 10, 'Unexpected }'],
    ['C4Context\nBoundary(a, "A") {\nSystem(b, "B")', 10, 'expected }'],
    ['', 0, 'expected C4Context'],
    ['[1, 2]', 0, 'expected C4Context'],
    ['flowchart LR\n a[x\n b --> c', 14, 'expected ]'],
    ['flowchart LR\n a -->', 16, 'expected a node'],
    ['flowchart LR\n a b', 16, 'expected one such as -->'],
    ['flowchart LR\nend', 13, 'expected a node'],
    ['flowchart LR\nsubgraph x\na', 13, 'expected }'],
  ])('locates the error in %j, with the expectation', (text, at, words) => {
    const { findings } = readMermaid([{ path: 'x.mmd', text }], () => undefined);
    const found = findings.filter(({ severity }) => severity !== 'note');
    expect(found.map(({ place }) => place?.from)).toContain(at);
    expect(found.map(({ message }) => message).join()).toContain(words);
  });

  it.each(['C4Context\n', 'flowchart LR\n'])('reads the unterminated text %j', (head) => {
    for (const part of ['Person(\n', 'a["', 'a -- ', '{', 'subgraph a\n', 'a-->', 'a & ', 'Person(a, "']) {
      const { findings } = readMermaid([{ path: 'x.mmd', text: head + part.repeat(5_000) }], () => undefined);
      expect(findings.length).toBeLessThanOrEqual(2001);
    }
  });

  it('omits other diagrams, and reports that', () => {
    const { findings, objects } = made(fenced('gantt\ntitle x', 'C4Context\nSystem(a, "A")'), 'x.md');
    expect(findings).toEqual([expect.stringContaining('the type gantt are not supported')]);
    expect(objects).toEqual(['system a']);
  });
});

describe('flowcharts of Mermaid', () => {
  it('reads nodes of each shape, nested subgraphs, lines with labels, and ignores styles', () => {
    const { objects, connections, findings } = made(`---
title: The shop
---
flowchart LR
  subgraph shop [Shop]
    direction TB
    web["\`**Web** shop\`"]:::hot -- reads --> db[(Orders)]
    subgraph inner
      api{{API}}
    end
  end
  user([End user]) ==>|"buys #35;1"| web & api; user <--> mail(("Mail"))
  shop -.-> pay[\\Pay/] -. says no .-> user --- api ~~~ db
  mail <-- x-y --> cache@{ shape: cyl, label: "Cache" }
  a-b --> x.y e1@--> web
  x.y o--o web
  classDef hot fill:#f00;
  class web,api hot
  style web fill:#fff
  click web "https://x.example"
  linkStyle 0 stroke:#f00
`);
    expect(objects).toEqual([
      'system shop',
      'group inner',
      'app shop/api in inner',
      'app shop/web-shop',
      'store shop/orders',
      'actor end-user',
      'system mail',
      'system pay',
      'system a-b',
      'system x-y',
      'system the-shop',
      'store the-shop/cache',
    ]);
    expect(connections).toEqual([
      'web-shop -reads-> orders',
      'end-user -buys #1-> web-shop',
      'end-user -buys #1-> api',
      'end-user -Uses<-> mail',
      'shop -Uses-> pay',
      'pay -says no-> end-user',
      'end-user -Uses- api',
      'mail -x-y<-> cache',
      'a-b -Uses-> x-y',
      'x-y -Uses-> web-shop',
      'x-y -Uses- web-shop',
    ]);
    expect(findings.filter((it) => !it.startsWith('inferred'))).toEqual([]);
  });
});
