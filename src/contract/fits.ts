import type * as z from 'zod/mini';
import { isObject } from '../base/is-object.js';

/** Fast check that a value matches a schema. */
type Fits = (value: unknown) => boolean;

const known = new WeakMap<z.core.$ZodType, Fits>();

/**
 * Returns true if a value certainly matches a schema, without copying it or collecting issues. This is the fast path
 * for writes, since most records are valid. False means undecided: run the schema itself, which also covers checks,
 * formats and transforms.
 */
export function surelyFits(schema: z.core.$ZodType, value: unknown): boolean {
  const found = known.get(schema) ?? fitsOf(schema);
  known.set(schema, found);
  return found(value);
}

const NEVER: Fits = () => false;

function fitsOf(schema: z.core.$ZodType): Fits {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.checks !== undefined && def.checks.length > 0) return NEVER;
  switch (def.type) {
    case 'string':
      return 'format' in def || def.coerce ? NEVER : (value) => typeof value === 'string';
    case 'number':
      return 'format' in def || def.coerce ? NEVER : Number.isFinite;
    case 'boolean':
      return def.coerce ? NEVER : (value) => typeof value === 'boolean';
    case 'unknown':
    case 'any':
      return () => true;
    case 'enum': {
      const values = new Set<unknown>(Object.values(def.entries));
      return (value) => typeof value === 'string' && values.has(value);
    }
    case 'optional':
      return or(undefined, fitsOf(def.innerType));
    case 'nullable':
      return or(null, fitsOf(def.innerType));
    case 'array': {
      const fits = fitsOf(def.element);
      return (value) => Array.isArray(value) && value.every(fits);
    }
    case 'record':
      return isPlainText(def.keyType) ? inRecord(fitsOf(def.valueType)) : NEVER;
    case 'object':
      return inObject(def.shape, def.catchall);
    default:
      return NEVER;
  }
}

const or =
  (one: unknown, fits: Fits): Fits =>
  (value) =>
    value === one || fits(value);

const isPlainText = (schema: z.core.$ZodType): boolean =>
  schema._zod.def.type === 'string' && fitsOf(schema) !== NEVER;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && Object.getPrototypeOf(value) === Object.prototype;

const inRecord =
  (fits: Fits): Fits =>
  (value) =>
    isPlain(value) && Object.keys(value).every((key) => key !== '__proto__' && fits(value[key]));

function inObject(shape: z.core.$ZodShape, rest: z.core.$ZodType | undefined): Fits {
  // Only loose objects can be checked here: their catchall accepts any value.
  if (rest?._zod.def.type !== 'unknown') return NEVER;
  const fields = Object.entries(shape).map(([field, schema]) => ({ field, fits: fitsOf(schema) }));
  return (value) => isPlain(value) && fields.every(({ field, fits }) => fits(value[field]));
}
