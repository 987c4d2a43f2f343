import type * as z from 'zod/mini';
import { filterShape } from './filter.js';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Which monthly quota a request counts on (docs/service.md#limits). */
export type Meter = 'read' | 'write' | 'import' | 'export';

/**
 * Which keys may call an operation (docs/service.md#permissions). `read` < `write` < `admin`; `members` is what billing
 * keys may do besides admins; `any` is every valid key; `public` needs no key, and takes one.
 */
export type Access = 'public' | 'any' | 'read' | 'write' | 'admin' | 'members';

/**
 * What an operation answers: one record, a list of them, a map of them by id, a text, or nothing but that it went
 * well. It stands in the envelope, and is the whole answer where there is none.
 */
export type Answers = 'one' | 'list' | 'map' | 'text' | 'nothing';

/** Names inside the braces of a path template. */
export type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** One operation of the service: everything that client, commands, sandbox and documentation need to know of it. */
export interface Operation<
  Path extends string = string,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  /** Stable dotted name, as the vendor's clients call it. */
  id: string;
  method: Method;
  /** Template below `/v1`, with `{name}` for each path parameter. */
  path: Path;
  /** Other paths that public sources give for the same thing; the sandbox answers on all of them. */
  otherPaths?: readonly string[];
  query?: Query;
  /** Whether a request has to have a query. */
  needsQuery?: boolean;
  /** Keys that the filter of the query takes; absent where it has none. */
  filters?: readonly string[];
  body?: Body;
  /** True where the body may be left out altogether. */
  bodyOptional?: boolean;
  response: Response;
  /** Key of the response that holds the resource or the array. */
  envelope: string | null;
  answers: Answers;
  meter: Meter;
  access: Access;
  /** Number in the table of docs/service.md#endpoints; absent where only public sources describe the operation. */
  endpoint?: number;
  /** Whether a snapshot, which is read-only, takes this write all the same: it is about the version, not what is in it. */
  snapshot?: boolean;
  /** Whether the service may take minutes to answer. */
  slow?: boolean;
  summary: string;
}

/** Declares an operation, keeping its exact types. What its lists are filtered by, and whether it can do without, is read off the query. */
export const operation = <
  const Path extends string,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  declaration: Operation<Path, Query, Body, Response>,
): Operation<Path, Query, Body, Response> => {
  const filters = Object.keys(filterShape(declaration.query) ?? {});
  const needsQuery = declaration.query?.safeParse({}).success === false;
  return {
    ...declaration,
    ...(needsQuery && { needsQuery }),
    ...(filters.length > 0 && { filters }),
  };
};

export type PathOf<O extends Operation> = Record<PathNames<O['path']>, string>;
export type QueryOf<O extends Operation> = O extends Operation<string, infer Q> ? z.input<Q> : never;
export type BodyOf<O extends Operation> =
  O extends Operation<string, z.ZodMiniType, infer B> ? z.input<B> : never;
export type ResponseOf<O extends Operation> =
  O extends Operation<string, z.ZodMiniType, z.ZodMiniType, infer R> ? z.output<R> : never;

/** The path of one request below `/v1`; each parameter is percent-encoded. */
export function expandPath(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined || value === '') throw new TypeError(`Path parameter ${name} is missing.`);
    // URL parsing folds "." and ".." away, percent-encoded or not: the request would reach another resource.
    if (value === '.' || value === '..') throw new TypeError(`Path parameter ${name} cannot be "${value}".`);
    return encodeURIComponent(value);
  });
}
