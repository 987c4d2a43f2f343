import * as z from 'zod/mini';
import { PROVIDERS, RESTRICTIONS, TECHNOLOGY_STATUSES, TECHNOLOGY_TYPES } from '../enums.js';
import { factsOf, shapeOf } from '../fields/field.js';
import { technologyFields } from '../fields/technology.js';
import { operation } from '../operation.js';
import { record } from '../record.js';
import {
  choice,
  deletion,
  loose,
  oneOrMany,
  queryBoolean,
  queryNumber,
  stamps,
  strict,
  text,
} from '../schema.js';

/** docs/service.md#catalog-technology. */
export const technology = loose({
  id: text(),
  ...shapeOf(technologyFields, 'record'),
  ...stamps,
  ...deletion,
});
/** A technology of the catalog or of an organization. */
export type Technology = z.infer<typeof technology>;

/** A technology of the general catalog or of one organization. */
export const technologyRecord = record({
  kind: 'catalogTechnology',
  noun: 'technology',
  owner: 'service',
  schema: technology,
});

/** Values of `fields` in `selectTechnologies`. */
export const TECHNOLOGY_FIELDS = Object.keys(technology.shape) as (keyof Technology & string)[];

/** Facts of the fields, for options and columns. */
export const technologyFacts = factsOf(technologyFields);

const filters = {
  provider: z.optional(oneOrMany(z.nullable(choice(PROVIDERS)))),
  restrictions: z.optional(oneOrMany(z.nullable(choice(RESTRICTIONS)))),
  status: z.optional(oneOrMany(choice(TECHNOLOGY_STATUSES))),
  type: z.optional(oneOrMany(z.nullable(choice(TECHNOLOGY_TYPES)))),
};
const catalogFilter = () => z.optional(strict({ name: z.optional(oneOrMany(text())), ...filters }));
const paging = { cursor: z.optional(text()), limit: z.optional(queryNumber()) };
const ofMany = () => loose({ catalogTechnologies: z.array(technology), nextCursor: z.nullish(text()) });
const ofOne = () => loose({ catalogTechnology: technology });

/** docs/service.md#catalog: returns the requested fields only, and always `id`. */
export const selectTechnologies = operation({
  id: 'catalog.technologies.select',
  method: 'GET',
  path: '/catalog/technologies/select',
  query: strict({
    fields: oneOrMany(choice(TECHNOLOGY_FIELDS)),
    search: z.optional(text()),
    filter: catalogFilter(),
    ...paging,
  }),
  response: loose({ catalogTechnologies: z.array(loose({ id: text() })), nextCursor: z.nullish(text()) }),
  envelope: 'catalogTechnologies',
  answers: 'list',
  meter: 'read',
  access: 'any',
  summary: 'Search the technologies of the catalog',
});

/** docs/service.md#endpoints, endpoint 11; filters and paging as in docs/service.md#lists. */
export const listTechnologies = operation({
  id: 'catalog.technologies.list',
  method: 'GET',
  path: '/catalog/technologies',
  query: strict({ filter: catalogFilter(), admin: z.optional(queryBoolean()), ...paging }),
  response: ofMany(),
  envelope: 'catalogTechnologies',
  answers: 'list',
  meter: 'read',
  access: 'any',
  endpoint: 11,
  summary: 'List the technologies of the catalog',
});

/** No key required (docs/service.md#catalog). */
export const getTechnology = operation({
  id: 'catalog.technologies.get',
  method: 'GET',
  path: '/catalog/technologies/{catalogTechnologyId}',
  response: ofOne(),
  envelope: 'catalogTechnology',
  answers: 'one',
  meter: 'read',
  access: 'public',
  summary: 'Get a technology',
});

/** No key required (docs/service.md#catalog). */
export const getTechnologyBySlug = operation({
  id: 'catalog.technologies.getBySlug',
  method: 'GET',
  path: '/catalog/technologies/slugs/{catalogTechnologySlug}',
  response: ofOne(),
  envelope: 'catalogTechnology',
  answers: 'one',
  meter: 'read',
  access: 'public',
  summary: 'Get a technology by one of its slugs',
});

const PATH = '/organizations/{organizationId}/technologies' as const;
const ONE = `${PATH}/{catalogTechnologyId}` as const;

/** docs/service.md#organization-technologies: the organization's own, without the general catalog. */
export const listOrganizationTechnologies = operation({
  id: 'organizations.technologies.list',
  method: 'GET',
  path: PATH,
  query: strict({ filter: catalogFilter() }),
  response: ofMany(),
  envelope: 'catalogTechnologies',
  answers: 'list',
  meter: 'read',
  access: 'read',
  summary: 'List the technologies of an organization',
});

export const getOrganizationTechnology = operation({
  id: 'organizations.technologies.get',
  method: 'GET',
  path: ONE,
  response: ofOne(),
  envelope: 'catalogTechnology',
  answers: 'one',
  meter: 'read',
  access: 'read',
  summary: 'Get a technology of an organization',
});

/** docs/service.md#organization-technologies. */
export const createTechnology = operation({
  id: 'organizations.technologies.create',
  method: 'POST',
  path: PATH,
  body: strict(shapeOf(technologyFields, 'create')),
  response: ofOne(),
  envelope: 'catalogTechnology',
  answers: 'one',
  meter: 'write',
  access: 'write',
  summary: 'Create a technology of an organization',
});

/** docs/service.md#organization-technologies. */
export const updateTechnology = operation({
  id: 'organizations.technologies.update',
  method: 'PATCH',
  path: ONE,
  body: strict(shapeOf(technologyFields, 'update')),
  response: ofOne(),
  envelope: 'catalogTechnology',
  answers: 'one',
  meter: 'write',
  access: 'write',
  summary: 'Change a technology of an organization',
});

/** References to the technology are cleared. */
export const deleteTechnology = operation({
  id: 'organizations.technologies.delete',
  method: 'DELETE',
  path: ONE,
  response: loose({}),
  envelope: null,
  answers: 'nothing',
  meter: 'write',
  access: 'write',
  summary: 'Delete a technology of an organization',
});
