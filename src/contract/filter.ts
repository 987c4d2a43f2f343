import type * as z from 'zod/mini';

/** List filters, derived from the query schema (docs/service.md#filters). */

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** The schema inside wrappers such as `optional` and `nullable`. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodOptional)._zod;
  return def.type === 'optional' || (def.type as string) === 'nullable' ? bare(def.innerType) : schema;
}

/** Fields of an object schema; undefined for any other schema. */
function shapeOf(schema: z.core.$ZodType | undefined): Shape | undefined {
  const { def } = ((schema && bare(schema)) as z.core.$ZodObject | undefined)?._zod ?? {};
  return def?.type === 'object' ? def.shape : undefined;
}

/** Schema of each filter key of a query; undefined if the query has no filter. */
export const filterShape = (query: z.core.$ZodType | undefined): Shape | undefined =>
  shapeOf(shapeOf(query)?.filter);
