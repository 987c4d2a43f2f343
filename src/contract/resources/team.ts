import * as z from 'zod/mini';
import { growing, linksFrom } from '../derivations.js';
import { record } from '../record.js';
import { loose, text } from '../schema.js';

/** Who answers for model objects. */
export const team = loose({
  id: text(),
  organizationId: text(),
  name: text(),
  color: z.optional(text()),
  modelObjectHandleIds: z.optional(z.array(text())),
});

export const teamRecord = record({
  kind: 'team',
  noun: 'team',
  owner: 'organization',
  schema: team,
  derived: {
    modelObjectHandleIds: growing({ kind: 'modelObject' }, ({ incoming, reader }) => [
      ...new Set(
        linksFrom(incoming('modelObject'), 'modelObject').flatMap(
          ({ kind, id }) => reader.get(kind, id)?.handleId ?? [],
        ),
      ),
    ]),
  },
});
