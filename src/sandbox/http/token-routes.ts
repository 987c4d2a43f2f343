import * as z from 'zod/mini';
import { PERMISSIONS } from '../../contract/enums.js';
import { randomSecret } from '../ids.js';
import type { Services } from '../services.js';
import type { RouteTable } from './answer.js';
import { readInput } from './input.js';

/** Prefix of the sandbox's bearer tokens; secret scanners recognize it. */
export const TOKEN_PREFIX = 'archctl_sandbox_';

const tokenInput = z.strictObject({ permission: z.optional(z.enum(PERMISSIONS)) });

/**
 * `POST /sandbox/tokens`: issues a bearer token of the organization's admin user, by default with `read` permission
 * (docs/service.md#authentication). The token is shown only in this response.
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
