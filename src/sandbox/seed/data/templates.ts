import type { Kind } from '../../../contract/records.js';
import type { SeedClock } from '../build/clock.js';
import { withDerivedFields } from '../build/derived-fields.js';
import { seedId } from '../build/ids.js';
import { buildEdition } from '../build/landscape-build.js';
import { readTable } from '../build/table.js';
import type { SeedRecord } from '../build/types.js';
import { SERVICE_ID } from './catalog.js';
import { templateTable } from './template-models.js';

const TEMPLATES = `
blank | Blank | Start with an empty domain and draw your own.
web-application | Web application | A browser front end, an API and a database.
event-driven | Event-driven services | Services that talk through a broker instead of to each other.
mobile-backend | Mobile app with backend | Two mobile apps, one API and push messages.
data-platform | Data platform | From sources through pipelines to a warehouse and reports.
cloud-migration | Cloud migration | What runs today beside what will run after the move.
`;

const rows = () => readTable(['key', 'name', 'caption'], TEMPLATES);

/** The available landscape templates. */
export function templateSeed(clock: SeedClock): SeedRecord<Kind>[] {
  return rows().map(({ key, name, caption }, index) => {
    const id = seedId('template', key);
    return {
      kind: 'landscapeTemplate',
      record: {
        id,
        name,
        caption,
        imageUrl: `/landscape-templates/${id}.png`,
        landscapeId: seedId('template-landscape', key),
        createdAt: clock.ago(380 - index),
        updatedAt: clock.ago(60 - index),
      },
    };
  });
}

/** The landscapes behind the templates, which belong to the service. */
export const templateLandscapes = (clock: SeedClock): SeedRecord<Kind>[] =>
  withDerivedFields(
    rows().flatMap(({ key, name }, index) =>
      templateModel(clock, { key, name, createdAt: clock.ago(380 - index) }),
    ),
  );

/** Landscape and live version of a template with all their records. */
function templateModel(
  clock: SeedClock,
  { key, name, createdAt }: { key: string; name: string; createdAt: string },
): SeedRecord<Kind>[] {
  const landscapeId = seedId('template-landscape', key);
  const versionId = seedId('version', 'template', key);
  const table = templateTable(key, name);
  const edition = {
    table,
    landscapeId,
    versionId,
    snapshot: null,
    stage: 0,
    stageDays: [0],
    authorIds: [''],
    clock,
  };
  const stamps = {
    createdAt,
    createdBy: 'service',
    createdById: SERVICE_ID,
    updatedAt: createdAt,
    updatedBy: 'service',
    updatedById: SERVICE_ID,
  };
  const content = buildEdition(edition, []).map(({ kind, record }) => ({
    kind,
    record: { ...record, ...stamps },
  }));
  const fields = { name: 'Current', notes: 'The live version, open to changes.', modelHandleId: null };
  return [
    {
      kind: 'landscape',
      record: { id: landscapeId, organizationId: SERVICE_ID, name, scheduledVersions: false, ...stamps },
    },
    {
      kind: 'version',
      record: {
        id: versionId,
        landscapeId,
        ...fields,
        diagramHandleIds: [],
        tags: ['latest'],
        completedAt: createdAt,
        ...stamps,
      },
    },
    ...content,
  ];
}
