import { visible } from '../../base/text/escape.js';
import type { InspectedOutcome } from '../../webhooks/inspect/types.js';

/** Result of one attempt to pass an event on. */
export function OutcomeLine({ outcome }: { outcome: InspectedOutcome }) {
  const { kind, target, result, succeeded, ms, text } = outcome;
  return (
    <>
      <span class={`verdict ${succeeded ? 'good' : 'bad'}`}>{result ?? 'failed'}</span> {kind}{' '}
      {visible(target)} <small>{ms} ms</small>
      {text !== '' && <pre>{visible(text, { newline: 'keep' })}</pre>}
    </>
  );
}
