import * as z from 'zod/mini';
import {
  COLORS,
  PROVIDERS,
  REJECTION_REASONS,
  RESTRICTIONS,
  TECHNOLOGY_STATUSES,
  TECHNOLOGY_TYPES,
} from '../enums.js';
import { operation } from '../operation.js';
import { record } from '../record.js';
import {
  choice,
  dateTime,
  deletion,
  loose,
  oneOrMany,
  openEnum,
  queryBoolean,
  queryNumber,
  stamps,
  strict,
  text,
} from '../schema.js';

/** An icon address: docs/service.md#catalog-technology. */
const icon = () => z.nullish(z.union([text(), z.array(text())]));

/** docs/service.md#catalog-technology. */
export const technology = loose({
  id: text(),
  organizationId: z.nullish(text()),
  name: text(),
  nameShort: z.nullish(text()),
  category: z.nullish(text()),
  description: z.nullish(text()),
  color: openEnum(COLORS),
  provider: z.nullish(openEnum(PROVIDERS)),
  type: z.nullish(openEnum(TECHNOLOGY_TYPES)),
  restrictions: z.nullish(z.array(openEnum(RESTRICTIONS))),
  status: z.nullish(openEnum(TECHNOLOGY_STATUSES)),
  rejectionReason: z.nullish(openEnum(REJECTION_REASONS)),
  rejectionMessage: z.nullish(text()),
  disabled: z.optional(z.boolean()),
  iconUrl: z.nullish(text()),
  iconUrlDark: icon(),
  iconUrlLight: icon(),
  docsUrl: z.nullish(text()),
  updatesUrl: z.nullish(text()),
  websiteUrl: z.nullish(text()),
  updatesXmlUrl: z.nullish(text()),
  awsXmlSelector: z.nullish(text()),
  azureUpdatesKeyword: z.nullish(text()),
  defaultSlug: z.nullish(text()),
  slugs: z.optional(z.array(text())),
  deprecatedAt: z.nullish(dateTime()),
  ...stamps,
  ...deletion,
});
export type Technology = z.infer<typeof technology>;

/** The general catalog, and what an organization put into it for itself. */
export const technologyRecord = record({
  kind: 'catalogTechnology',
  noun: 'technology',
  owner: 'service',
  schema: technology,
});

/** docs/service.md#endpoints, endpoint 11; filters and paging as docs/service.md#lists tells. */
export const listTechnologies = operation({
  id: 'catalog.technologies.list',
  method: 'GET',
  path: '/catalog/technologies',
  query: strict({
    filter: z.optional(
      strict({
        name: z.optional(oneOrMany(text())),
        provider: z.optional(oneOrMany(choice(PROVIDERS))),
        restrictions: z.optional(oneOrMany(choice(RESTRICTIONS))),
        status: z.optional(oneOrMany(choice(TECHNOLOGY_STATUSES))),
        type: z.optional(oneOrMany(choice(TECHNOLOGY_TYPES))),
      }),
    ),
    admin: z.optional(queryBoolean()),
    cursor: z.optional(text()),
    limit: z.optional(queryNumber()),
  }),
  response: loose({ catalogTechnologies: z.array(technology), nextCursor: z.nullish(text()) }),
  envelope: 'catalogTechnologies',
  answers: 'list',
  meter: 'read',
  access: 'any',
  endpoint: 11,
  summary: 'List the technologies of the catalog',
});

export const getTechnology = operation({
  id: 'catalog.technologies.get',
  method: 'GET',
  path: '/catalog/technologies/{catalogTechnologyId}',
  response: loose({ catalogTechnology: technology }),
  envelope: 'catalogTechnology',
  answers: 'one',
  meter: 'read',
  access: 'any',
  summary: 'Get a technology',
});
