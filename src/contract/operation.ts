import type * as z from 'zod/mini';
import { filterShape } from './filter.js';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Monthly quota that a request counts towards (docs/service.md#limits). */
export type Meter = 'read' | 'write' | 'import' | 'export';

/**
 * Keys that may call an operation (docs/service.md#permissions): `read` < `write` < `admin`; `members` allows billing
 * keys and admins; `any` allows every valid key; `public` requires no key, but accepts one.
 */
export type Access = 'public' | 'any' | 'read' | 'write' | 'admin' | 'members';

/**
 * Content of a successful response: one record, a list, a map by id, a text, or nothing. It is inside the envelope if
 * the operation has one, otherwise it is the whole body.
 */
export type Answers = 'one' | 'list' | 'map' | 'text' | 'nothing';

/** Parameter names in the braces of a path template. */
export type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** One operation of the service, with everything that the client, commands, sandbox and documentation need. */
export interface Operation<
  Path extends string = string,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  /** Stable dotted name, as in the vendor's clients. */
  id: string;
  /** HTTP method. */
  method: Method;
  /** Path template below `/v1`, with `{name}` for each path parameter. */
  path: Path;
  /** Alternative paths from public sources; the sandbox accepts all of them. */
  otherPaths?: readonly string[];
  /** Schema of the query. */
  query?: Query;
  /** Whether a request must have a query. */
  needsQuery?: boolean;
  /** Filter keys of the query; absent if it has no filter. */
  filters?: readonly string[];
  /** Schema of the body. */
  body?: Body;
  /** True if the body may be omitted. */
  bodyOptional?: boolean;
  /** Schema of the response. */
  response: Response;
  /** Response key that contains the resource or the array. */
  envelope: string | null;
  /** Content of a successful response. */
  answers: Answers;
  /** Monthly quota that a call counts towards. */
  meter: Meter;
  /** Keys that may call the operation. */
  access: Access;
  /** Number in the table of docs/service.md#endpoints; absent if only public sources describe the operation. */
  endpoint?: number;
  /**
   * Whether this write is allowed on a snapshot, although snapshots are read-only: it changes the version record, not
   * its content.
   */
  snapshot?: boolean;
  /** Whether the response may take minutes. */
  slow?: boolean;
  /** Purpose, as a verb phrase. */
  summary: string;
}

/** An operation that only reads. */
export type ReadOperation = Operation & {
  /** HTTP method. */
  method: 'GET';
};

/** An operation that returns a list. */
export type ListOperation = Operation & {
  /** Shape of the result. */
  answers: 'list';
};

/** Query or body of an operation that does not accept one. */
export type None = z.ZodMiniNever;

/** Facts of an operation that types of calls depend on. */
export interface Literals<Verb extends Method, Kind extends Answers, Optional extends boolean> {
  method: Verb;
  answers: Kind;
  bodyOptional?: Optional;
}

/** Declares an operation with its exact types. Filter keys and `needsQuery` are derived from the query schema. */
export const operation = <
  const Path extends string,
  Response extends z.ZodMiniType,
  const Verb extends Method,
  const Kind extends Answers,
  Query extends z.ZodMiniType = None,
  Body extends z.ZodMiniType = None,
  const Optional extends boolean = false,
>(
  declaration: Operation<Path, Query, Body, Response> & Literals<Verb, Kind, Optional>,
): Operation<Path, Query, Body, Response> & Literals<Verb, Kind, Optional> => {
  const filters = Object.keys(filterShape(declaration.query) ?? {});
  const needsQuery = declaration.query?.safeParse({}).success === false;
  return {
    ...declaration,
    ...(needsQuery && { needsQuery }),
    ...(filters.length > 0 && { filters }),
  };
};

/** Path parameters of an operation. */
export type PathOf<O extends Operation> = Record<PathNames<O['path']>, string>;
/** Query of an operation. */
export type QueryOf<O extends Operation> = O extends Operation<string, infer Q> ? z.input<Q> : never;
/** Body of an operation. */
export type BodyOf<O extends Operation> =
  O extends Operation<string, z.ZodMiniType, infer B> ? z.input<B> : never;
/** Response of an operation. */
export type ResponseOf<O extends Operation> =
  O extends Operation<string, z.ZodMiniType, z.ZodMiniType, infer R> ? z.output<R> : never;

/** Request path below `/v1`; parameters are percent-encoded. */
export function expandPath(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined || value === '') throw new TypeError(`Path parameter ${name} is missing.`);
    // URL parsing resolves "." and ".." segments, even if percent-encoded: the request would reach another resource.
    if (value === '.' || value === '..') throw new TypeError(`Path parameter ${name} cannot be "${value}".`);
    return encodeURIComponent(value);
  });
}
