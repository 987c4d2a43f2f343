import type * as z from 'zod/mini';

/** What a list may be filtered by, read off the schema of its query (docs/service.md#filters). */

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** A schema without `optional`, `nullable` and the like around it. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodOptional)._zod;
  return def.type === 'optional' || (def.type as string) === 'nullable' ? bare(def.innerType) : schema;
}

/** The fields of an object; undefined of anything else. */
function shapeOf(schema: z.core.$ZodType | undefined): Shape | undefined {
  const { def } = ((schema && bare(schema)) as z.core.$ZodObject | undefined)?._zod ?? {};
  return def?.type === 'object' ? def.shape : undefined;
}

/** The schema of each key that the filter of a query takes; undefined where the query has no filter. */
export const filterShape = (query: z.core.$ZodType | undefined): Shape | undefined =>
  shapeOf(shapeOf(query)?.filter);
