import { useState } from 'preact/hooks';

/** Runs one attempt at a time, and shows its error. */
export function useAttempt(): {
  isBusy: boolean;
  problem: string | undefined;
  attempt: (work: () => Promise<void>) => Promise<void>;
} {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem((error as Error).message);
    }
    setBusy(false);
  };
  return { isBusy, problem, attempt };
}
