import { isDelivered } from '../../contract/webhook.js';
import type { ExecutedRecord, ForwardedRecord } from '../types.js';

/** Whether a target acknowledged an event, or a program exited with 0. */
export const hasSucceeded = (record: ForwardedRecord | ExecutedRecord): boolean =>
  record.type === 'forwarded' ? isDelivered(record.status) : record.exitCode === 0;
