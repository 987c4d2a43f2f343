import * as z from 'zod/mini';
import { describeIssues, WITHOUT_LOCALE } from '../contract/issues.js';

export { z };

export type ObjectSchema = z.ZodMiniObject;
export type AnyObject = Readonly<Record<string, unknown>>;
export type InputOf<S extends ObjectSchema> = z.output<S>;

/** A schema with a description for the agent. */
export const withDescription = <S extends z.ZodMiniType>(schema: S, description: string): S =>
  schema.check(z.meta({ description })) as S;

const jsonSchemas = new WeakMap<ObjectSchema, Record<string, unknown>>();

/** Writes an object of any values in its shortest form. */
const simplify = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (jsonSchema.propertyNames === undefined) return;
  delete jsonSchema.propertyNames;
  jsonSchema.additionalProperties = true;
};

/** JSON Schema of an input without the parts that agents do not need. */
export function jsonSchemaOf(schema: ObjectSchema): Record<string, unknown> {
  const { $schema: _, ...rest } =
    jsonSchemas.get(schema) ?? z.toJSONSchema(schema, { io: 'input', override: simplify });
  // Over HTTP, each request has a server of its own.
  jsonSchemas.set(schema, rest);
  return rest;
}

/** Parses an input. Returns the problems as `path: problem` if it does not match. */
export function parseInput(
  schema: ObjectSchema,
  input: unknown,
): { value: AnyObject } | { problems: string[] } {
  const parsed = z.safeParse(schema, input, WITHOUT_LOCALE);
  return parsed.success ? { value: parsed.data } : { problems: describeIssues(parsed.error.issues, input) };
}
