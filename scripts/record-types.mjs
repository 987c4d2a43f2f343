// Types of records in the declarations of the library. TypeScript expands each schema without comments, and zod infers
// fields without documentation, so editors would show none. Each `type X = z.infer<typeof x>` becomes an interface with
// a comment for each field, and each schema that contains `x` refers to the interface.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { bundle } from './bundle.mjs';
import { FIELD_TEXTS, RECORD_TEXTS } from './field-texts.mjs';

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
    if (documented !== text) writeFileSync(file, documented);
  }
}

/** The types that a file infers, each with the text of its schema. */
function recordsIn(file, text) {
  return [...text.matchAll(/^export type (\w+) = z\.infer<typeof (\w+)>;$/gm)].flatMap(
    ([alias, name, constant]) => {
      const schema = new RegExp(
        `^export declare const ${constant}: (z\\.ZodMiniObject<\\{\\n[^]*?\\n\\}, z\\.core\\.\\$\\w+>);$`,
        'm',
      ).exec(text)?.[1];
      return schema === undefined
        ? []
        : [{ file, alias, name, constant, schema, pattern: inAnyIndentation(schema) }];
    },
  );
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
  const printed = typeOf(
    source.statements[0].type,
    (field, isTop) => describe(record.name, field, isTop),
    true,
  );
  return text.replace(record.alias, () => `export interface ${record.name} ${printed}`);
}

/** The type that a schema in a declaration produces. */
function typeOf(node, describe, isTop = false) {
  const [name, parts = []] = ts.isTypeReferenceNode(node)
    ? [node.typeName.getText(), node.typeArguments]
    : [''];
  const of = (at) => typeOf(parts[at], describe);
  switch (name) {
    case 'z.ZodMiniObject': {
      const members = parts[0].members.map((member) => memberOf(member, describe, isTop));
      if (parts[1]?.getText() === 'z.core.$loose') members.push('[key: string]: unknown;');
      return `{\n${members.join('\n')}\n}`;
    }
    case 'z.ZodMiniOptional':
      return `${of(0)} | undefined`;
    case 'z.ZodMiniNullable':
      return `${of(0)} | null`;
    case 'z.ZodMiniArray':
      return `Array<${of(0)}>`;
    case 'z.ZodMiniRecord':
      return `Record<${of(0)}, ${of(1)}>`;
    case 'z.ZodMiniType':
      return parts[0].getText();
    case 'z.ZodMiniString':
      return 'string';
    case 'z.ZodMiniNumber':
      return 'number';
    case 'z.ZodMiniBoolean':
      return 'boolean';
    case 'z.ZodMiniUnion':
      return parts[0].type.elements.map((it) => typeOf(it, describe)).join(' | ');
    case 'z.ZodMiniEnum':
      return parts[0].members.map(({ type }) => type.getText()).join(' | ');
    case 'z.ZodMiniPipe':
      return of(1);
    case 'z.ZodMiniTransform':
      return parts[0].getText();
    case 'z.ZodMiniUnknown':
      return 'unknown';
    default:
      throw new Error(`Schemas of the type ${name} are not supported.`);
  }
}

function memberOf(member, describe, isTop) {
  const name = member.name.getText();
  const isOptional = member.type.typeName?.getText() === 'z.ZodMiniOptional';
  return `/** ${describe(name, isTop)}. */\n${name}${isOptional ? '?' : ''}: ${typeOf(member.type, describe)};`;
}

/** Facts of the fields of the families, by kind of record. */
async function familyFields() {
  const code = "export { FAMILIES } from './families.js';";
  const { FAMILIES } = await import(
    pathToFileURL(await bundle({ code, directory: join(root, 'src/contract') })).href
  );
  return new Map(FAMILIES.map(({ shape }) => [shape.singular, shape.fields]));
}

/** Returns the description of a field of a record; `isTop` is false for fields of nested objects. */
const describer = (families) => (record, field, isTop) => {
  const kind = record[0].toLowerCase() + record.slice(1).replace(/(Import|Export)$/, '');
  const declared = isTop ? families.get(kind)?.[field] : undefined;
  const isList = declared?.is === 'references';
  const text =
    RECORD_TEXTS[`${record}.${field}`] ?? ((!isList && declared?.description) || FIELD_TEXTS[field]);
  if (!text)
    throw new Error(
      `The field ${field} of ${record} has no description: add one to scripts/field-texts.mjs.`,
    );
  return text;
};
