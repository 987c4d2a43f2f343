import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GraphNode, type GraphPicture, graphDot, graphMermaid } from '../../src/documents/index.js';
import { hostileText } from './document-fixture.js';

const PICTURE: GraphPicture = {
  nodes: [
    { id: 'shop', name: 'Shop', type: 'system' },
    { id: 'web', name: 'Web', type: 'app', parentId: 'shop' },
    { id: 'db', name: 'Orders', type: 'store', parentId: 'shop' },
    { id: 'buyer', name: 'Buyer', type: 'actor', parentId: 'not drawn' },
  ],
  edges: [
    { from: 'buyer', to: 'web', text: 'Buys (HTTPS)', both: false },
    { from: 'web', to: 'db', text: '', both: true },
    { from: 'buyer', to: 'shop', text: 'Trusts', both: false },
    { from: 'web', to: 'nowhere', text: 'Leads nowhere', both: false },
  ],
  focus: ['web'],
};

describe('a graph', () => {
  it('as Mermaid nests boxes, and has shapes, labels and the focus', () => {
    expect(graphMermaid(PICTURE).split('\n')).toEqual([
      'flowchart LR',
      '  subgraph n1["Shop"]',
      '    n2["Web"]',
      '    n3[("Orders")]',
      '  end',
      '  n4(["Buyer"])',
      '  n4 -->|"Buys (HTTPS)"| n2',
      '  n2 <--> n3',
      '  n4 -->|"Trusts"| n1',
      '  classDef focus stroke-width:4px',
      '  class n2 focus',
      '',
    ]);
  });

  it('as DOT has clusters, with an extra node for a cluster with edges', () => {
    expect(graphDot(PICTURE).split('\n')).toEqual([
      'digraph {',
      '  rankdir=LR;',
      '  subgraph cluster_n1 {',
      '    label="Shop";',
      '    n1 [label="Shop", shape=box];',
      '    n2 [label="Web", shape=box, penwidth=3];',
      '    n3 [label="Orders", shape=cylinder];',
      '  }',
      '  n4 [label="Buyer", shape=ellipse];',
      '  n4 -> n2 [label="Buys (HTTPS)"];',
      '  n2 -> n3 [dir=both];',
      '  n4 -> n1 [label="Trusts"];',
      '}',
      '',
    ]);
  });
});

describe('records of a graph that are not live', () => {
  const [shop, web, db, buyer] = PICTURE.nodes as [GraphNode, GraphNode, GraphNode, GraphNode];
  const nodes = [
    { ...shop, status: 'removed' },
    { ...web, status: 'deprecated' },
    { ...db, status: 'live' },
    { ...buyer, status: 'deprecated' },
  ];
  const edges = PICTURE.edges.map((edge, at) => ({ ...edge, status: at === 1 ? 'future' : 'live' }));
  const changed = { ...PICTURE, nodes, edges };

  it('have their own outlines and lines in Mermaid', () => {
    expect(graphMermaid(changed).split('\n').slice(-8)).toEqual([
      '  linkStyle 1 stroke:#3b82f6,stroke-width:2px,stroke-dasharray:7 5',
      '  classDef statusDeprecated stroke:#ee7a18,stroke-width:2px,stroke-dasharray:14 4 3 4',
      '  class n2,n4 statusDeprecated',
      '  classDef statusRemoved stroke:#e0444a,stroke-width:2px,stroke-dasharray:2 4',
      '  class n1 statusRemoved',
      '  classDef focus stroke-width:4px',
      '  class n2 focus',
      '',
    ]);
    expect(graphMermaid(PICTURE)).not.toContain('status');
  });

  it('and in DOT', () => {
    const text = graphDot(changed);
    expect(text).toContain('    label="Shop";\n    style=dotted;\n    color="#e0444a";\n');
    expect(text).toContain('n2 [label="Web", shape=box, penwidth=3, style=dashed, color="#ee7a18"];');
    expect(text).toContain('n2 -> n3 [dir=both, style=dashed, color="#3b82f6"];');
  });
});

/**
 * A strict reader of the Mermaid subset written here: every line matches one of these, and labels end
 * properly.
 */
const LABEL = '"(?:[^#;%"`<>&[\\]{}|\\\\$:\\p{Cc}]|#\\d+;)+"';
const MERMAID_LINES = [
  new RegExp(`^subgraph n\\d+\\[${LABEL}\\]$`, 'u'),
  new RegExp(`^n\\d+(\\[${LABEL}\\]|\\[\\(${LABEL}\\)\\]|\\(\\[${LABEL}\\]\\))$`, 'u'),
  new RegExp(`^n\\d+ <?-->(\\|${LABEL}\\|)? n\\d+$`, 'u'),
  /^end$/,
  /^class n\d+(,n\d+)* focus$/,
  /^classDef focus stroke-width:4px$/,
];

function readMermaid(text: string): { labels: string[]; opened: number } {
  const [first, ...lines] = text.trimEnd().split('\n');
  expect(first).toBe('flowchart LR');
  let [depth, opened] = [0, 0];
  for (const line of lines.map((it) => it.trim())) {
    expect(
      MERMAID_LINES.filter((it) => it.test(line)),
      line,
    ).toHaveLength(1);
    if (line.startsWith('subgraph ')) [depth, opened] = [depth + 1, opened + 1];
    if (line === 'end') depth -= 1;
    if (depth < 0) throw new Error('A block ends that never began.');
  }
  expect(depth).toBe(0);
  const quoted = [...text.matchAll(/"([^"]*)"/g)].map(([, label = '']) => label);
  expect(quoted.filter((label) => /\bend\b/i.test(label))).toEqual([]);
  return {
    labels: quoted.map((it) =>
      it.replace(/#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
    ),
    opened,
  };
}

/** Tokens of DOT, as in its grammar. Anything else is rejected. */
const DOT_TOKEN = /\s*(?:("(?:[^"\\\p{Cc}]|\\["\\])*")|([A-Za-z_]\w*|\d+)|(->|[{}[\];,=]))/uy;

function readDot(text: string): string[] {
  const labels: string[] = [];
  let [depth, at] = [0, 0];
  const body = text.trimEnd();
  while (at < body.length) {
    DOT_TOKEN.lastIndex = at;
    const token = DOT_TOKEN.exec(body);
    if (token === null) throw new Error(`No token of DOT: ${body.slice(at, at + 40)}`);
    at = DOT_TOKEN.lastIndex;
    const [, quoted, , sign] = token;
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (quoted !== undefined) {
      if (/[<>]|&(?!amp;|lt;|gt;)/.test(quoted)) throw new Error(`HTML: ${quoted}`);
      labels.push(quoted.slice(1, -1).replace(/\\(["\\])/g, '$1'));
    }
  }
  expect(depth).toBe(0);
  return labels.map((it) => it.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&'));
}

const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}\u202e]/gu, '')
    .trim();

describe('hostile names', () => {
  const KEYWORDS = [
    'end',
    'END of it',
    'subgraph x',
    '</script><script>alert(1)</script>',
    '"];\nclick n1 "x',
    'a\\',
    '#quot;',
    '`md`',
    '|x|',
    'x --> y',
    '%%{init: {}}%%',
    '[[',
    '}}',
  ];
  const texts = fc.oneof(fc.constantFrom(...KEYWORDS), hostileText);

  it('are escaped in Mermaid and DOT, and can be read back', () => {
    fc.assert(
      fc.property(
        fc.array(texts, { minLength: 4, maxLength: 4 }),
        texts,
        ([a = '', b = '', c = '', d = ''], line) => {
          const names = [a, b, c, d];
          const picture: GraphPicture = {
            nodes: PICTURE.nodes.map((it, at) => ({ ...it, name: names[at] ?? '' })),
            edges: [{ from: 'buyer', to: 'shop', text: line, both: false }],
            focus: [],
          };
          const { labels, opened } = readMermaid(graphMermaid(picture));
          expect(opened).toBe(1);
          const lines = line === '' ? [] : [line];
          expect(labels).toEqual([...names, ...lines].map((it) => plain(it) || '…'));
          expect(readDot(graphDot(picture))).toEqual([a, ...names, ...lines].map(plain));
        },
      ),
    );
  });

  it('terminate for any parents, also in cycles', () => {
    const ids = ['a', 'b', 'c', 'd'];
    fc.assert(
      fc.property(fc.array(fc.option(fc.constantFrom(...ids)), { minLength: 4, maxLength: 4 }), (parents) => {
        const nodes = ids.map((id, at) => ({ id, name: id, type: 'system', parentId: parents[at] ?? null }));
        const picture = { nodes, edges: [], focus: [] };
        expect(readMermaid(graphMermaid(picture)).labels.sort()).toEqual(ids);
        expect(new Set(readDot(graphDot(picture)))).toEqual(new Set(ids));
      }),
    );
  });

  it('are written flat if boxes are nested very deep', () => {
    const nodes = Array.from({ length: 1000 }, (_, at) => ({
      id: `${at}`,
      name: `${at}`,
      type: 'group',
      parentId: `${at - 1}`,
    }));
    expect(readMermaid(graphMermaid({ nodes, edges: [], focus: [] })).labels).toHaveLength(1000);
  });
});
