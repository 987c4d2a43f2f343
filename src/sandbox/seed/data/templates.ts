import type { SeedClock } from '../build/clock.js';
import { seedId } from '../build/ids.js';
import { readTable } from '../build/table.js';
import type { SeedRecord } from '../build/types.js';

const TEMPLATES = `
blank | Blank | Start with an empty domain and draw your own.
web-application | Web application | A browser front end, an API and a database.
event-driven | Event-driven services | Services that talk through a broker instead of to each other.
mobile-backend | Mobile app with backend | Two mobile apps, one API and push messages.
data-platform | Data platform | From sources through pipelines to a warehouse and reports.
cloud-migration | Cloud migration | What runs today beside what will run after the move.
`;

/**
 * The landscape templates on offer. Their `landscapeId` names a landscape the service keeps for itself, which is not
 * part of the seed.
 */
export function templateSeed(clock: SeedClock): SeedRecord[] {
  return readTable(['key', 'name', 'caption'], TEMPLATES).map(({ key, name, caption }, index) => {
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
