// Models that the judges export: the demo, and models with texts that are syntax in a dialect.
import fc from 'fast-check';
import { onOneLine } from '../../src/documents/index.ts';
import { landscapeOf } from '../../src/model/dialects/view/tree.ts';
import { ELEMENT_KINDS, elementsOf, modelOf } from '../../src/model/document/element.ts';
import { readModel } from '../../src/model/document/read.ts';
import { openCommandSuite } from '../commands/command-suite.ts';
import { FERRY } from '../support/ferry-document.ts';
import { validModel } from '../support/valid-models.ts';

const SYNTAX_TEXTS = [
  ...[
    'end',
    'class',
    'title',
    '"quoted" \'both\'',
    'a;b#c',
    '#35;',
    '&lt;b&gt;',
    '<script>alert(1)</script>',
  ],
  ...[
    '%getenv("HOME") $\u007bHOME}',
    '$x [a](b) {c} (d)',
    'two\nlines',
    '\u202eturned\u202c',
    "'''",
    '"""',
    '|x|',
  ],
  ...[
    '**b** __u__ ~~s~~ //i// --d--',
    '// x',
    '/* y',
    '@enduml',
    '!include x',
    '\\',
    "it's\\",
    '`c`',
    '==',
    ':',
  ],
  ...[
    '<U+0041>',
    '\\n',
    '-->',
    '%%',
    'x\u200by',
    'Ünï 漢字',
    '{',
    '}',
    '((',
    '~>',
    '\\N',
    '$\u007bx}',
    '->',
    '1',
  ],
];

/** Copy of a model with texts of SYNTAX_TEXTS in all text fields. */
function hostile(model, at) {
  let next = at * 7;
  const text = () => {
    next += 1;
    return `${SYNTAX_TEXTS[next % SYNTAX_TEXTS.length]} ${next}`;
  };
  const elements = ELEMENT_KINDS.flatMap((kind) =>
    elementsOf(model, kind).map((element) => {
      const fields = { ...element.fields, name: text() };
      if (kind === 'object') {
        fields.caption = text();
        fields.description = `${text()}\n${text()}`;
        fields.technologies = [text(), 'node-js'];
        fields.external = next % 3 === 0;
        fields.labels = { [text()]: text() };
        fields.links = [
          { url: `https://a.test/${encodeURI(SYNTAX_TEXTS[next % SYNTAX_TEXTS.length])}'x`, name: text() },
        ];
      }
      if (kind === 'connection') {
        fields.technologies = [text()];
        fields.direction = ['outgoing', 'bidirectional'][next % 2];
      }
      if (Array.isArray(fields.steps))
        fields.steps = fields.steps.map((it) => ({ ...it, description: text() }));
      return { ...element, fields };
    }),
  );
  return modelOf(elements, { landscape: text() });
}

async function demo() {
  const suite = await openCommandSuite();
  try {
    const machine = suite.machine();
    const result = await machine.run([
      'model',
      'pull',
      '--out',
      'demo.yaml',
      '--landscape',
      suite.ids.landscape,
    ]);
    if (result.code !== 0) throw new Error(result.stderr);
    return readModel([{ path: 'demo.yaml', text: machine.read('demo.yaml') }]).model;
  } finally {
    suite.close();
  }
}

/** The models, each with name and landscape. */
export async function testModels() {
  const ferry = readModel([{ path: 'ferry.yaml', text: FERRY }]).model;
  const valid = fc.sample(validModel, { numRuns: 12, seed: 20 }).map(hostile);
  const models = [
    ['the demo', await demo()],
    ['ferry', ferry],
    ['hostile ferry', hostile(ferry, 3)],
  ];
  valid.forEach((model, at) => {
    models.push([`hostile ${at + 1}`, model]);
  });
  return models.map(([name, model]) => ({ name, model, landscape: landscapeOf(model) }));
}

/** A text as all dialects display it. */
export const displayText = (text) => onOneLine(text) || '…';

export const sorted = (list) => list.map((it) => JSON.stringify(it)).sort();
