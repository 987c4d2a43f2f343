import { useState } from 'preact/hooks';
import { visible } from '../../base/text/escape.js';
import type { InspectedOutcome } from '../../webhooks/inspect/types.js';
import { getJson, postJson } from '../live/connect.js';
import { CodeBlock } from './code-block.js';
import { useAttempt } from './use-attempt.js';

/** Sends an event again, or copies commands that do so. */
export function ReplayForm({ id, target }: { id: string; target: string }) {
  const [to, setTo] = useState(target);
  const [asReceived, setAsReceived] = useState(false);
  const [outcome, setOutcome] = useState<InspectedOutcome>();
  const [curl, setCurl] = useState<{ command: string; isCopied: boolean }>();
  const { isBusy, problem, attempt } = useAttempt();
  const replay = () =>
    attempt(async () =>
      setOutcome((await postJson('api/replay', { id, to, asReceived })) as InspectedOutcome),
    );
  const copyCurl = () =>
    attempt(async () => {
      const query = new URLSearchParams({ id, to });
      const { command } = (await getJson(`api/curl?${query}`)) as { command: string };
      // Without permission, the user can copy the shown text.
      const isCopied = await navigator.clipboard.writeText(command).then(
        () => true,
        () => false,
      );
      setCurl({ command, isCopied });
    });
  return (
    <>
      <form
        class="replay"
        onSubmit={(event) => {
          event.preventDefault();
          void replay();
        }}
      >
        <label>
          Target
          <input
            type="text"
            inputMode="url"
            value={to}
            onInput={(event) => setTo(event.currentTarget.value)}
          />
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={asReceived}
            onChange={(event) => setAsReceived(event.currentTarget.checked)}
          />
          With the original signature
        </label>
        <button type="submit" disabled={isBusy}>
          Replay
        </button>
        <button type="button" disabled={isBusy} onClick={() => void copyCurl()}>
          Copy as curl
        </button>
      </form>
      <div role="status">
        {problem !== undefined && <p class="bad">{visible(problem)}</p>}
        {outcome && <p>{`Replayed: ${outcome.result ?? 'no response'}, after ${outcome.ms} ms.`}</p>}
        {curl && (
          <>
            <p>
              {curl.isCopied ? 'Copied.' : 'Copy these commands.'} They read the secret from the variable{' '}
              <code>WEBHOOK_SECRET</code>.
            </p>
            <CodeBlock label="Commands" text={curl.command} />
          </>
        )}
      </div>
    </>
  );
}
