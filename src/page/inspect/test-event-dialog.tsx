import { useEffect, useRef, useState } from 'preact/hooks';
import { visible } from '../../base/text/escape.js';
import type { InspectedOutcome, InspectorFacts } from '../../webhooks/inspect/types.js';
import { postJson } from '../live/connect.js';
import { OutcomeLine } from './outcome-line.js';
import { useAttempt } from './use-attempt.js';

/** Sends a signed test event, or an invalid one. */
export function TestEventDialog({ facts, onClose }: { facts: InspectorFacts; onClose: () => void }) {
  const [input, setInput] = useState({
    to: facts.testTarget,
    collection: 'model-object',
    operation: 'updated',
    break: '',
  });
  const [outcome, setOutcome] = useState<InspectedOutcome>();
  const { isBusy, problem, attempt } = useAttempt();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const set = (name: keyof typeof input) => (event: { currentTarget: { value: string } }) =>
    setInput({ ...input, [name]: event.currentTarget.value });
  const choose = (name: keyof typeof input, label: string, values: readonly string[], none?: string) => (
    <label>
      {label}
      <select value={input[name]} onChange={set(name)}>
        {none !== undefined && <option value="">{none}</option>}
        {values.map((it) => (
          <option key={it}>{it}</option>
        ))}
      </select>
    </label>
  );
  const send = () =>
    attempt(async () => setOutcome((await postJson('api/trigger', input)) as InspectedOutcome));
  return (
    <dialog ref={dialog} class="search-dialog" aria-label="Send a test event" onClose={onClose}>
      <form
        class="test-event"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <label>
          Target
          <input type="text" inputMode="url" value={input.to} onInput={set('to')} />
        </label>
        {choose('collection', 'Collection', facts.collections)}
        {choose('operation', 'Operation', facts.operations)}
        {choose('break', 'Defect', facts.breaks, 'none: a valid event')}
        <div>
          <button type="submit" disabled={isBusy}>
            Send
          </button>{' '}
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
        <div role="status">
          {problem !== undefined && <p class="bad">{visible(problem)}</p>}
          {outcome && <OutcomeLine outcome={outcome} />}
        </div>
      </form>
    </dialog>
  );
}
