// Judged models: the demo, and models with texts that are syntax in a dialect.
import fc from 'fast-check';
import { onOneLine } from '../../src/documents/index.ts';
import { landscapeOf } from '../../src/model/dialects/view/things.ts';
import { ELEMENT_KINDS, elementsOf, modelOf } from '../../src/model/document/element.ts';
import { readModel } from '../../src/model/document/read.ts';
import { openCommandSuite } from '../commands/command-suite.ts';
import { FERRY } from '../support/ferry-document.ts';
import { soundModel } from '../support/valid-models.ts';

const NASTY = [
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

/** The same model with such texts in all text fields. */
function hostile(model, at) {
  let next = at * 7;
  const text = () => {
    next += 1;
    return `${NASTY[next % NASTY.length]} ${next}`;
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
        fields.links = [{ url: `https://a.test/${encodeURI(NASTY[next % NASTY.length])}'x`, name: text() }];
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
  const office = await openCommandSuite();
  try {
    const machine = office.machine();
    const ran = await machine.run([
      'model',
      'pull',
      '--file',
      'demo.yaml',
      '--landscape',
      office.ids.landscape,
    ]);
    if (ran.code !== 0) throw new Error(ran.stderr);
    return readModel([{ path: 'demo.yaml', text: machine.read('demo.yaml') }]).model;
  } finally {
    office.close();
  }
}

/** Names and landscapes of the judged models. */
export async function judged() {
  const ferry = readModel([{ path: 'ferry.yaml', text: FERRY }]).model;
  const sound = fc.sample(soundModel, { numRuns: 12, seed: 20 }).map(hostile);
  const models = [
    ['the demo', await demo()],
    ['ferry', ferry],
    ['hostile ferry', hostile(ferry, 3)],
  ];
  sound.forEach((model, at) => {
    models.push([`hostile ${at + 1}`, model]);
  });
  return models.map(([name, model]) => ({ name, model, landscape: landscapeOf(model) }));
}

/** A text as every dialect displays it. */
export const shown = (text) => onOneLine(text) || '…';

export const sorted = (list) => list.map((it) => JSON.stringify(it)).sort();
