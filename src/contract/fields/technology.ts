import * as z from 'zod/mini';
import {
  COLORS,
  PROVIDERS,
  REJECTION_REASONS,
  RESTRICTIONS,
  TECHNOLOGY_STATUSES,
  TECHNOLOGY_TYPES,
} from '../enums.js';
import { choice, openEnum, text } from '../schema.js';
import type { Facets } from './facts.js';
import { field } from './field.js';
import { nameField, readOnlyField, requiredChoice, timeField } from './types.js';

/** Fields of technologies (docs/service.md#catalog-technology, docs/service.md#organization-technologies). */

/** A text that is missing or null until it is set. */
const optionalText = (description: string, facets: Facets = {}) =>
  field(
    { record: z.nullish(text()), create: z.optional(text()), update: z.optional(text()) },
    { is: 'text', description, ...facets },
  );

/** Address of a page. */
const page = (description: string, header?: string) =>
  optionalText(description, {
    option: { value: 'URL' },
    ...(header && { detail: { header, priority: 3 } }),
  });

/** Address of an icon; the catalog has several for some technologies. */
const icon = (description: string) =>
  field(
    {
      record: z.nullish(z.union([text(), z.array(text())])),
      create: z.nullish(text()),
      update: z.nullish(text()),
    },
    { is: 'text', description, option: { value: 'URL' } },
  );

/** A value that a create must contain, even if it is null. */
const choiceOrNull = <const V extends readonly string[]>(values: V, description: string, facets: Facets) =>
  field(
    {
      record: z.nullish(openEnum(values)),
      create: z.nullable(choice(values)),
      update: z.optional(z.nullable(choice(values))),
    },
    { is: 'choice', values, description, nullable: true, ...facets },
  );

const optionalChoice = <const V extends readonly string[]>(
  values: V,
  description: string,
  facets: Facets = {},
) =>
  field(
    {
      record: z.nullish(openEnum(values)),
      create: z.optional(choice(values)),
      update: z.optional(choice(values)),
    },
    { is: 'choice', values, description, ...facets },
  );

const unset = () => readOnlyField(z.nullish(text()));

export const technologyFields = {
  organizationId: unset(),
  name: nameField(),
  color: requiredChoice(COLORS, 'Colour', {}),
  provider: choiceOrNull(PROVIDERS, 'Provider', { column: 3 }),
  type: choiceOrNull(TECHNOLOGY_TYPES, 'Type', { column: 2 }),
  restrictions: field(
    {
      record: z.nullish(z.array(openEnum(RESTRICTIONS))),
      create: z.nullable(z.array(choice(RESTRICTIONS))),
      update: z.optional(z.nullable(z.array(choice(RESTRICTIONS)))),
    },
    {
      is: 'other',
      values: RESTRICTIONS,
      description: 'Kinds of objects it can be used on',
      column: { kind: 'list', priority: 5 },
      option: { name: 'restriction' },
    },
  ),
  nameShort: optionalText('Short name'),
  category: optionalText('Category', { detail: 3 }),
  description: optionalText('One-sentence description', { detail: { priority: 3, after: 'restrictions' } }),
  defaultSlug: readOnlyField(z.nullish(text()), undefined, { detail: { header: 'Slug', priority: 3 } }),
  slugs: readOnlyField(z.optional(z.array(text()))),
  websiteUrl: page('Web site', 'Web site'),
  docsUrl: page('Documentation', 'Documentation'),
  updatesUrl: page('News', 'News'),
  updatesXmlUrl: unset(),
  awsXmlSelector: unset(),
  azureUpdatesKeyword: unset(),
  iconUrl: unset(),
  iconUrlLight: icon('Icon for light backgrounds'),
  iconUrlDark: icon('Icon for dark backgrounds'),
  disabled: readOnlyField(z.optional(z.boolean())),
  deprecatedAt: timeField('Time of deprecation', {
    detail: { header: 'Deprecated', priority: 3, after: 'rejectionMessage' },
  }),
  status: optionalChoice(TECHNOLOGY_STATUSES, 'Review status, set by an admin', {
    column: { kind: 'status', priority: 2 },
  }),
  rejectionReason: optionalChoice(REJECTION_REASONS, 'Reason for rejection', { detail: 3 }),
  rejectionMessage: optionalText('Explanation of the rejection', { detail: 3 }),
};
