import type { LiveStatus } from './live-client.js';

/** Maximum number of listed errors: the first one often causes the others. */
const MAX_PROBLEMS = 5;

/** Findings and connection problems of a live page, above its view. The view shows the last model without errors. */
export function LiveBanner({ status: { state, problem } }: { status: LiveStatus }) {
  const { problems = [], failure, shownSince } = state ?? {};
  const message = problem ?? failure;
  const isQuiet = message === undefined && problems.length === 0;
  return (
    <div class={isQuiet ? 'live-banner quiet' : 'live-banner'} role="status">
      {message !== undefined && <p>{message}</p>}
      {problems.length > 0 && (
        <>
          <p>
            <b>
              {problems.length === 1 ? 'The model has an error.' : `The model has ${problems.length} errors.`}
            </b>{' '}
            {shownSince !== undefined &&
              `The page shows the model of ${new Date(shownSince).toLocaleTimeString()}.`}
          </p>
          <ul>
            {problems.slice(0, MAX_PROBLEMS).map(({ place, message, hint }) => (
              <li key={`${place} ${message}`}>
                {place !== undefined && <code>{place}</code>} {message}
                {hint !== undefined && <small> {hint}</small>}
              </li>
            ))}
            {problems.length > MAX_PROBLEMS && <li>… and {problems.length - MAX_PROBLEMS} more</li>}
          </ul>
        </>
      )}
    </div>
  );
}
