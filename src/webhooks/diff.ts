import type { WebhookEvent } from '../contract/webhook.js';
import { ArchctlError } from '../errors.js';

export interface Change {
  /** Dotted path below `before` and `after`. */
  path: string;
  kind: 'added' | 'removed' | 'changed';
  before?: unknown;
  after?: unknown;
}

/** What changed between `before` and `after`; both null-safe. Counters and stamps are left out unless asked for. */
export function changesOf(
  _event: Pick<WebhookEvent, 'before' | 'after'>,
  _options: { all?: boolean; limit?: number } = {},
): Change[] {
  throw new ArchctlError('unexpected', 'Not built yet.');
}

/** One change in a few words: `name: "A" → "B"`. Remote text in it is not yet neutralised. */
export function describeChange(_change: Change, _width = 40): string {
  throw new ArchctlError('unexpected', 'Not built yet.');
}
