import * as z from 'zod/mini';
import { loose, openEnum, text } from '../../src/contract/schema.js';
import { WEBHOOK_COLLECTIONS, WEBHOOK_OPERATIONS } from '../../src/contract/webhook.js';

/** State of a resource: null if it does not apply; some senders omit it (docs/service.md#delivery). */
const state = () => z._default(z.nullable(loose({})), null);

/** Schema of the body of a delivery (docs/service.md#delivery), to which the parser of `archctl/webhooks` is compared. */
export const webhookEvent = loose({
  collection: openEnum(WEBHOOK_COLLECTIONS),
  operation: openEnum(WEBHOOK_OPERATIONS),
  organizationId: text(),
  subscriptionId: text(),
  resourceId: text(),
  before: state(),
  after: state(),
});
