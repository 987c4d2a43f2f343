// Types of records, requests and responses in the declarations of the library. TypeScript expands each schema without
// comments, and zod infers fields without documentation, so editors would show none. Each `type X = z.infer<typeof x>`
// becomes an interface with a comment for each field, and so does each schema that requests share; schemas that contain
// them refer to the interfaces. The other schemas of operations become types with comments.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { bundle } from './bundle.mjs';
import { FIELD_TEXTS, RECORD_TEXTS } from './field-texts.mjs';
import { OPERATION_TEXTS, RESPONSE_TEXTS } from './operation-texts.mjs';
import { typeOf } from './schema-types.mjs';

const root = join(import.meta.dirname, '..');

/** Rewrites the declarations below this folder. Throws if a field has no description. */
export async function documentRecords(folder) {
  const files = new Map(
    readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith('.d.ts'))
      .map((name) => [join(folder, name), readFileSync(join(folder, name), 'utf8')]),
  );
  const records = [...files].flatMap(([file, text]) =>
    /contract.(fields|resources)/.test(file) ? recordsIn(file, text) : [],
  );
  // Longest first: longer schemas contain shorter ones.
  records.sort((a, b) => b.schema.length - a.schema.length);
  const describe = describer(await familyFields());
  for (const [file, text] of files) {
    const documented = records
      .filter((record) => record.file === file)
      .reduce(
        (whole, record) => withInterface(whole, record, records, describe),
        withReferences(file, text, records),
      );
    const whole = /contract.resources/.test(file) ? withOperations(documented, describe) : documented;
    if (whole !== text) writeFileSync(file, whole);
  }
}

/**
 * The schemas of a file whose types get an interface, each with its text: those with an inferred type, and those of
 * bodies, whose interface is named after the constant.
 */
function recordsIn(file, text) {
  const inferred = [...text.matchAll(/^export type (\w+) = z\.infer<typeof (\w+)>;$/gm)].map(
    ([alias, name, constant]) => ({ alias, name, constant }),
  );
  const bodies = [...text.matchAll(/^export declare const (\w+(?:Input|Patch)): /gm)].map(([, constant]) => ({
    name: constant[0].toUpperCase() + constant.slice(1),
    constant,
  }));
  return [...inferred, ...bodies].flatMap((record) => {
    const schema = new RegExp(
      `^export declare const ${record.constant}: (z\\.ZodMiniObject<\\{\\n[^]*?\\n\\}, z\\.core\\.\\$\\w+>);$`,
      'm',
    ).exec(text)?.[1];
    return schema === undefined ? [] : [{ ...record, file, schema, pattern: inAnyIndentation(schema) }];
  });
}

const inAnyIndentation = (text) =>
  new RegExp(
    text
      .split(/\n\s*/)
      .map((line) => line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('\\n\\s*'),
    'g',
  );

/** The text with references to the interfaces in place of their schemas. */
const withReferences = (file, text, records) =>
  records.filter(isOneType).reduce((whole, record) => {
    const path = relative(join(file, '..'), record.file)
      .replaceAll('\\', '/')
      .replace(/\.d\.ts$/, '.js');
    const name =
      record.file === file
        ? record.name
        : `import("${path.startsWith('.') ? path : `./${path}`}").${record.name}`;
    return whole.replace(record.pattern, `z.ZodMiniType<${name}, ${name}>`);
  }, text);

/** Whether requests contain the type that responses do. A query also accepts texts, for example for booleans. */
const isOneType = ({ schema }) => !(schema.includes('z.ZodMiniPipe<') && schema.endsWith('z.core.$strict>'));

/** The text of a file with an interface in place of an inferred type. */
function withInterface(text, record, records, describe) {
  const others = records.filter((it) => it !== record);
  const inner = withReferences(record.file, record.schema, others);
  const source = ts.createSourceFile('schema.ts', `type S = ${inner};`, ts.ScriptTarget.Latest, true);
  const printed = typeOf(source.statements[0].type, 'output', (field, isTop) =>
    describe(record.name, field, isTop),
  );
  const declaration = `export interface ${record.name} ${printed}`;
  return record.alias === undefined
    ? `${text}/** Body of a request. */\n${declaration}\n`
    : text.replace(record.alias, () => declaration);
}

/** Operations of the declaration that is imported from `operation.d.ts`: types of query, body and response. */
const PARTS = { 1: 'query', 2: 'body', 3: 'response' };

/** The text of a resource file with documented types in place of the schemas of its operations. */
function withOperations(text, describe) {
  const source = ts.createSourceFile('resource.ts', text, ts.ScriptTarget.Latest, true);
  const edits = [];
  const visit = (node, constant, part) => {
    if (ts.isVariableDeclaration(node))
      return ts.forEachChild(node, (it) => visit(it, node.name.getText(), part));
    if (ts.isImportTypeNode(node) && node.qualifier?.getText() === 'Operation')
      return ts.forEachChild(node, (it) => visit(it, constant, PARTS[node.typeArguments.indexOf(it)]));
    if (part === undefined || !isObjectSchema(node))
      return ts.forEachChild(node, (it) => visit(it, constant, part));
    const sides = ['output', 'input'].map((side) =>
      typeOf(node, side, (field, isTop, parent) => {
        const isResponse = part === 'response' && isTop;
        const isFilter = part === 'query' || parent === 'filter';
        return describe(constant.replace(/s?$/, ''), field, isTop && !isResponse && !isFilter, isResponse);
      }),
    );
    edits.push({ from: node.getStart(), to: node.end, text: `z.ZodMiniType<${sides.join(', ')}>` });
  };
  visit(source, '');
  return edits.reduceRight(
    (whole, edit) => whole.slice(0, edit.from) + edit.text + whole.slice(edit.to),
    text,
  );
}

const isObjectSchema = (node) =>
  ts.isTypeReferenceNode(node) &&
  node.typeName.getText() === 'z.ZodMiniObject' &&
  node.typeArguments[0].members?.length > 0;

/** Facts of the fields of the families, by kind of record. */
async function familyFields() {
  const code = "export { FAMILIES } from './families.js';";
  const { FAMILIES } = await import(
    pathToFileURL(await bundle({ code, directory: join(root, 'src/contract') })).href
  );
  return new Map(FAMILIES.map(({ shape }) => [shape.singular, shape.fields]));
}

/**
 * Returns the description of a field of a record, or of a request for one; `isTop` is false for fields of nested objects,
 * `isResponse` is true for the content of a response.
 */
const describer = (families) => (record, field, isTop, isResponse) => {
  const kind = record[0].toLowerCase() + record.slice(1).replace(/(Import|Export|Input|Patch)$/, '');
  const declared = isTop ? families.get(kind)?.[field] : undefined;
  const isList = declared?.is === 'references';
  const text =
    (isResponse && RESPONSE_TEXTS[field]) ||
    (RECORD_TEXTS[`${record}.${field}`] ??
      ((!isList && declared?.description) || (FIELD_TEXTS[field] ?? OPERATION_TEXTS[field])));
  if (!text)
    throw new Error(
      `The field ${field} of ${record} has no description: add one to scripts/field-texts.mjs, or to scripts/operation-texts.mjs.`,
    );
  return text;
};
