// TypeScript types of zod schemas in declarations, with a comment for each field.
import ts from 'typescript';

/**
 * The type that a schema accepts or produces, as text. `describe(field, isTop, parent)` returns the description of a field;
 * `isTop` is true for fields of the schema itself, `parent` is the field that contains it, if any.
 * @param side 'input' or 'output'
 */
export function typeOf(node, side, describe, { isTop = true, parent = undefined } = {}) {
  const [name, parts = []] = ts.isTypeReferenceNode(node)
    ? [node.typeName.getText(), node.typeArguments]
    : [''];
  const inner = (part) => typeOf(part, side, describe, { isTop: false, parent });
  const of = (at) => inner(parts[at]);
  switch (name) {
    case 'z.ZodMiniObject': {
      const members = parts[0].members.map((member) => memberOf(member, side, describe, { isTop, parent }));
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
      return (side === 'input' ? parts[1]?.getText() : parts[0].getText()) ?? 'unknown';
    case 'z.ZodMiniString':
      return 'string';
    case 'z.ZodMiniNumber':
      return 'number';
    case 'z.ZodMiniBoolean':
      return 'boolean';
    case 'z.ZodMiniUnion':
      return parts[0].type.elements.map(inner).join(' | ');
    case 'z.ZodMiniEnum':
      return parts[0].members.map(({ type }) => type.getText()).join(' | ');
    case 'z.ZodMiniPipe':
      return side === 'input' ? of(0) : of(1);
    case 'z.ZodMiniTransform':
      return parts[0].getText();
    case 'z.ZodMiniUnknown':
      return 'unknown';
    default:
      throw new Error(`Schemas of the type ${name} are not supported: ${node.getText()}`);
  }
}

function memberOf(member, side, describe, { isTop, parent }) {
  const name = member.name.getText();
  const isOptional = member.type.typeName?.getText() === 'z.ZodMiniOptional';
  const type = typeOf(member.type, side, describe, { isTop: false, parent: name });
  return `/** ${describe(name, isTop, parent)}. */\n${name}${isOptional ? '?' : ''}: ${type};`;
}
