import { useEffect, useState } from 'preact/hooks';
import { getJson } from '../live/connect.js';

/** Delay after a key, and after new rows. */
const QUIET_MS = 200;

/** Ids of the deliveries that the server finds for a text; searches again when the list changes. */
export function useSearch(
  text: string,
  rows: unknown,
): { found: ReadonlySet<string> | undefined; problem: string | undefined } {
  const [found, setFound] = useState<ReadonlySet<string>>();
  const [problem, setProblem] = useState<string>();
  const wanted = text.trim();
  useEffect(() => {
    let isCurrent = true;
    setProblem(undefined);
    if (wanted === '') {
      setFound(undefined);
      return;
    }
    const timer = setTimeout(() => {
      getJson(`api/search?text=${encodeURIComponent(wanted)}`).then(
        (ids) => isCurrent && setFound(new Set(ids as string[])),
        (error: Error) => isCurrent && setProblem(error.message),
      );
    }, QUIET_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [wanted, rows]);
  return { found, problem };
}
