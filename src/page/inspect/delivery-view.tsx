import { useEffect, useState } from 'preact/hooks';
import { visible } from '../../base/text/escape.js';
import type { InspectedChange, InspectedEvent, InspectedOutcome } from '../../webhooks/inspect/types.js';
import { getJson } from '../live/connect.js';
import { BodyView } from './body-view.js';
import { OutcomeLine } from './outcome-line.js';
import { ReplayForm } from './replay-form.js';
import { ResultBadge, titleOf } from './texts.js';

/** Delay before a delivery is loaded, so that moving through the list does not load every row. */
const QUIET_MS = 60;

interface DeliveryViewProps {
  id: string;
  outcomes: readonly InspectedOutcome[];
  /** Suggested target of a replay. */
  target: string;
}

export function DeliveryView({ id, outcomes, target }: DeliveryViewProps) {
  const event = useEvent(id);
  if (event === undefined) return <p>Loading…</p>;
  if (event instanceof Error) return <p class="bad">{visible(event.message)}</p>;
  const { row, explanation, facts, headers, body, changes, versionChanges } = event;
  return (
    <>
      <h2>{titleOf(row)}</h2>
      <p>
        <ResultBadge row={row} /> {row.reason !== null && <code>{visible(row.reason)}</code>}{' '}
        {visible(explanation)}
      </p>
      {event.canReplay && <ReplayForm id={id} target={target} />}
      {outcomes.length > 0 && <Outcomes outcomes={outcomes} />}
      <h3>Changes</h3>
      <Changes changes={changes} operation={row.operation} />
      {versionChanges.length > 0 && (
        <details>
          <summary>Version counters and times</summary>
          <Changes changes={versionChanges} operation={row.operation} />
        </details>
      )}
      <h3>Event</h3>
      <dl>
        <Fact label="Collection" value={row.collection} />
        <Fact label="Operation" value={row.operation} />
        <Fact label="Received" value={new Date(row.receivedAt).toLocaleString('en-GB')} />
        {facts.map(([label, value]) => (
          <Fact key={label} label={label} value={value} />
        ))}
      </dl>
      <h3>Headers</h3>
      <dl class="headers">
        {headers.map(([name, value], at) => (
          <Fact key={at} label={name} value={value} />
        ))}
      </dl>
      <h3>Body</h3>
      {body === null ? <p>The body was not received.</p> : <BodyView base64={body} fileName={`${id}.json`} />}
    </>
  );
}

function useEvent(id: string): InspectedEvent | Error | undefined {
  const [event, setEvent] = useState<InspectedEvent | Error>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      getJson(`api/event?id=${encodeURIComponent(id)}`).then(
        (it) => isCurrent && setEvent(it as InspectedEvent),
        (error: Error) => isCurrent && setEvent(error),
      );
    }, QUIET_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id]);
  return event;
}

function Fact({ label, value }: { label: string; value: string | null }) {
  if (value === null) return null;
  return (
    <>
      <dt>{visible(label)}</dt>
      <dd>{visible(value)}</dd>
    </>
  );
}

function Outcomes({ outcomes }: { outcomes: readonly InspectedOutcome[] }) {
  return (
    <>
      <h3>Passed on</h3>
      <ul class="outcomes">
        {outcomes.map((it, at) => (
          <li key={at}>
            <OutcomeLine outcome={it} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Longest value of a field, in characters. */
const MAX_VALUE = 2_000;

const valueText = (value: unknown): string => {
  const text = JSON.stringify(value) ?? '';
  return visible(text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text);
};

function Changes({ changes, operation }: { changes: readonly InspectedChange[]; operation: string | null }) {
  if (changes.length === 0) {
    const isCompared = operation !== 'created' && operation !== 'deleted';
    return <p>{isCompared ? 'No field changed.' : 'Only one state was sent, so nothing is compared.'}</p>;
  }
  return (
    <dl class="fields">
      {changes.map(({ path, kind, before, after }) => (
        <div key={path}>
          <dt>{visible(path)}</dt>
          <dd>
            {kind !== 'added' && <del>{valueText(before)}</del>}{' '}
            {kind !== 'removed' && <ins>{valueText(after)}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
