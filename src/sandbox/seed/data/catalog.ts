import {
  COLORS,
  PROVIDERS,
  REJECTION_REASONS,
  RESTRICTIONS,
  TECHNOLOGY_STATUSES,
  TECHNOLOGY_TYPES,
} from '../../../contract/enums.js';
import type { Kind } from '../../../contract/records.js';
import type { SeedClock } from '../build/clock.js';
import { seedId } from '../build/ids.js';
import { oneOf, readTable, words } from '../build/table.js';
import type { SeedRecord } from '../build/types.js';
import { CLOUD_TECHNOLOGIES } from './catalog-cloud.js';
import { OPEN_TECHNOLOGIES, REVIEW_TECHNOLOGIES } from './catalog-open.js';

const COLUMNS = [
  'slug',
  'name',
  'provider',
  'type',
  'color',
  'restrictions',
  'category',
  'websiteUrl',
  'docsUrl',
  'description',
  'more',
] as const;

type Row = Record<(typeof COLUMNS)[number], string>;

const ROWS: readonly Row[] = readTable(COLUMNS, CLOUD_TECHNOLOGIES + OPEN_TECHNOLOGIES + REVIEW_TECHNOLOGIES);
const NAMES: ReadonlyMap<string, string> = new Map(ROWS.map((row) => [row.slug, row.name]));

/** Organization and user of the catalog: icon paths contain the organization, requests the user who made them. */
export interface CatalogOwner {
  organizationId: string;
  userId: string;
}

/** The id of a technology by slug, the same in every seed. */
export const technologyId = (slug: string): string => seedId('technology', slug);

/** Actor id of the service itself, for records made by `service`. */
export const SERVICE_ID = seedId('service', 'platform');

/** Name of a technology by slug. */
export const technologyName = (slug: string): string | undefined => NAMES.get(slug);

/** Approved technologies with their lookup keys: name, short name and slugs. */
export const catalogNames = () =>
  ROWS.flatMap(({ slug, name, more }) => {
    const { short, also = '', status = 'approved' } = options(more);
    return status === 'approved' ? [{ name, nameShort: short, defaultSlug: slug, slugs: words(also) }] : [];
  });

/** The complete technology catalog (docs/service.md#catalog-technology). */
export function catalogSeed(clock: SeedClock, owner: CatalogOwner): SeedRecord<Kind>[] {
  return ROWS.map((row) => ({ kind: 'catalogTechnology', record: technology(row, clock, owner) }));
}

function technology(row: Row, clock: SeedClock, owner: CatalogOwner): SeedRecord['record'] {
  const id = technologyId(row.slug);
  const more = options(row.more);
  const status = oneOf(TECHNOLOGY_STATUSES, more.status ?? 'approved');
  const isRequested = status !== 'approved';
  const own = `/organizations/${owner.organizationId}/catalog/technologies`;
  const icons = (theme: string) => [`${own}/${theme}/${id}.png`, `/catalog/technologies/${theme}/${id}.png`];
  const actor = isRequested ? ['user', owner.userId] : ['service', SERVICE_ID];
  return {
    id,
    organizationId: isRequested ? owner.organizationId : null,
    name: row.name,
    nameShort: more.short ?? row.name,
    category: row.category,
    description: row.description,
    color: oneOf(COLORS, row.color),
    provider: row.provider === '' ? null : oneOf(PROVIDERS, row.provider),
    type: oneOf(TECHNOLOGY_TYPES, row.type),
    restrictions: words(row.restrictions).map((word) => oneOf(RESTRICTIONS, word)),
    status,
    ...(more.reason && { rejectionReason: oneOf(REJECTION_REASONS, more.reason) }),
    ...(more.message && { rejectionMessage: more.message }),
    disabled: false,
    iconUrl: `/catalog/technologies/light/${id}.png`,
    iconUrlDark: icons('dark'),
    iconUrlLight: icons('light'),
    websiteUrl: row.websiteUrl,
    docsUrl: row.docsUrl,
    ...updates(row.provider, more),
    defaultSlug: row.slug,
    slugs: [row.slug, ...words(more.also ?? '')],
    ...(more.deprecated && { deprecatedAt: clock.ago(Number(more.deprecated)) }),
    createdAt: clock.ago(isRequested ? 20 : 400),
    createdBy: actor[0],
    createdById: actor[1],
    updatedAt: clock.ago(isRequested ? 18 : 90),
    updatedBy: 'service',
    updatedById: SERVICE_ID,
  };
}

function options(cell: string): Record<string, string> {
  const pairs = cell.split(';').map((pair) => pair.trim().split('='));
  return Object.fromEntries(pairs.filter(([key]) => key).map(([key, value]) => [key, value ?? '']));
}

/** Source of news about a technology: its vendor's feed, or the releases of its repository. */
function updates(provider: string, more: Record<string, string>): Record<string, string> {
  if (more.aws) {
    return {
      updatesUrl: 'https://aws.amazon.com/new/',
      updatesXmlUrl: 'https://aws.amazon.com/about-aws/whats-new/recent/feed/',
      awsXmlSelector: `general:products/${more.aws}`,
    };
  }
  if (more.azure) {
    return { updatesUrl: 'https://azure.microsoft.com/updates/', azureUpdatesKeyword: more.azure };
  }
  if (provider === 'gcp') {
    return {
      updatesUrl: 'https://cloud.google.com/release-notes',
      updatesXmlUrl: 'https://cloud.google.com/feeds/gcp-release-notes.xml',
    };
  }
  if (!more.repo) return {};
  const releases = `https://github.com/${more.repo}/releases`;
  return { updatesUrl: releases, updatesXmlUrl: `${releases}.atom` };
}
