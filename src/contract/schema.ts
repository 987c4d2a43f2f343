import * as z from 'zod/mini';
import { ACTOR_KINDS } from './enums.js';

/**
 * Building blocks of record and body schemas. Responses are parsed leniently (`loose`: unknown fields and unknown
 * enumerated values are preserved, because the service evolves); requests are validated strictly (`strict`).
 */

export const text = () => z.string();
/** ISO 8601 in UTC (docs/service.md#conventions). */
export const dateTime = () => z.string();
/** A date-time in a body: a valid moment in UTC (docs/service.md#conventions). */
export const dateTimeInput = () =>
  z.string().check(z.refine(isUtc, 'must be a date-time in UTC, e.g. 2026-03-10T12:00:00Z'));
/** A moment in a query, as any date-time or date. */
export const momentInput = () =>
  z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value)), 'must be an ISO 8601 date-time'));

/** Date.parse rolls invalid days over into the next month. */
function isUtc(text: string): boolean {
  const [, date = ''] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|\+00:00)$/.exec(text) ?? [];
  const time = Date.parse(date === '' ? '' : text);
  return !Number.isNaN(time) && new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}

/** Usually 20 characters from A-Z a-z 0-9 (docs/service.md#conventions); any non-empty text is accepted. */
export const id = () => z.string().check(z.minLength(1, 'must not be empty'));

/** An enumerated value in a response: the type lists documented values, parsing accepts any text. */
export const openEnum = <const T extends readonly string[]>(_values: T) =>
  z.string() as z.ZodMiniType<T[number] | (string & {}), string>;

export const choice = <const T extends readonly string[]>(values: T) => z.enum(values);

export const actor = () => openEnum(ACTOR_KINDS);

/** `createdAt/By/ById` and `updatedAt/By/ById`. */
export const stamps = {
  createdAt: dateTime(),
  createdBy: actor(),
  createdById: text(),
  updatedAt: dateTime(),
  updatedBy: actor(),
  updatedById: text(),
};

export const deletion = {
  deletedAt: z.nullish(dateTime()),
  deletedBy: z.nullish(actor()),
  deletedById: z.nullish(text()),
};

/** Common fields of versioned records. `handleId` is the same in all versions, `id` differs per version. */
export const versioned = {
  id: text(),
  landscapeId: text(),
  versionId: text(),
  handleId: z.optional(text()),
  latestEntityId: z.nullish(text()),
  commit: z.number(),
  version: z.number(),
  ...stamps,
  ...deletion,
};

export const loose = z.looseObject;
export const strict = z.strictObject;

/** An id list in an update: the whole list, or ids to add and remove (docs/service.md#updates). */
export const idListPatch = () =>
  z.union([z.array(id()), strict({ $add: z.optional(z.array(id())), $remove: z.optional(z.array(id())) })]);

/** A map in an update: `$add`, `$update` (partials), `$replace`, `$remove` (ids). */
export const mapPatch = <V extends z.ZodMiniType, P extends z.ZodMiniType>(value: V, partial: P) =>
  strict({
    $add: z.optional(z.record(z.string(), value)),
    $update: z.optional(z.record(z.string(), partial)),
    $replace: z.optional(z.record(z.string(), value)),
    $remove: z.optional(z.array(id())),
  });

/** A query value that may be repeated. */
export const oneOrMany = <T extends z.ZodMiniType>(value: T) => z.union([value, z.array(value)]);

export const queryNumber = () => z.coerce.number() as z.ZodMiniType<number, number | string>;

export const queryBoolean = () =>
  z.union([
    z.boolean(),
    z.pipe(
      z.enum(['true', 'false']),
      z.transform((value) => value === 'true'),
    ),
  ]);

/** Whether the service could open a link. */
export const LINK_STATUSES = ['valid', 'invalid'] as const;

/** The file, folder, branch or repository that a link leads to, if the service knows its host. */
const linkDetails = () => ({
  connector: z.optional(loose({ type: text() })),
  connectionResolveUrl: z.nullish(text()),
});

/** A link of a model object or connection to a resource outside the model. */
export const realityLink = () =>
  loose({
    id: text(),
    index: z.number(),
    url: z.optional(text()),
    name: z.optional(text()),
    customName: z.nullish(text()),
    ...linkDetails(),
    status: z.optional(openEnum(LINK_STATUSES)),
    errorMessage: z.nullish(text()),
  });

/** A link in a request: its key is its id, and it is added last unless `index` is set (docs/service.md#links). */
export const realityLinkInput = () =>
  loose({
    id: z.optional(text()),
    index: z.optional(z.number()),
    url: z.optional(text()),
    name: z.optional(text()),
    customName: z.nullish(text()),
    ...linkDetails(),
  });

/** Records that `expand` embeds, by id. */
export const expanded = {
  technologies: z.optional(
    z.record(z.string(), loose({ id: text(), name: text(), color: z.nullish(text()) })),
  ),
  tags: z.optional(
    z.record(
      z.string(),
      loose({ id: text(), name: text(), color: z.optional(text()), groupId: z.optional(text()) }),
    ),
  ),
};

/** Embedded records for lists of ids. */
export const idExpansions = {
  technologies: {
    field: 'technologyIds',
    shows: [
      ...['id', 'name', 'nameShort', 'description', 'color', 'provider', 'type'],
      ...['iconUrl', 'iconUrlDark', 'iconUrlLight', 'docsUrl', 'updatesUrl', 'websiteUrl'],
    ],
  },
  tags: { field: 'tagIds', shows: ['id', 'name', 'color', 'groupId'] },
} as const;

/** The query parameter `expand`. */
export const expansion = <const T extends readonly string[]>(values: T) =>
  z.optional(oneOrMany(choice(values)));
