import * as z from 'zod/mini';
import { PERMISSIONS } from '../../contract/enums.js';
import { randomSecret } from '../ids.js';
import type { Services } from '../services.js';
import type { RouteTable } from './answer.js';
import { readInput } from './input.js';

/** What bearer tokens of a sandbox begin with, so that whoever searches for secrets finds them. */
export const TOKEN_PREFIX = 'archctl_sandbox_';

const tokenInput = z.strictObject({ permission: z.optional(z.enum(PERMISSIONS)) });

/**
 * `POST /sandbox/tokens`: a bearer token of the organization's admin user, with `read` unless the body names another
 * permission (docs/service.md#authentication). It stands in this answer and nowhere else.
 */
export const tokenRoutes = ({ store, newId, now }: Services): RouteTable => ({
  '/sandbox/tokens': {
    POST: async (asked) => {
      const { permission = 'read' } = await readInput(tokenInput, asked);
      const id = newId();
      const organizationId = store.settings.get('organizationId') ?? '';
      const userId = store.settings.get('adminUserId') ?? '';
      const token = `${TOKEN_PREFIX}${randomSecret()}`;
      store.transaction(() =>
        store.tokens.create({ id, organizationId, userId, permission }, token, now().toISOString()),
      );
      return { id, permission, userId, token };
    },
  },
});
