import { readFileSync } from 'node:fs';

/**
 * When a process began, as the system counts it, with the boot it counts from; undefined where the system does not tell
 * (only Linux does), and for a process that has ended. No other process ever has the same id and the same start.
 */
export function startOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // The name, in parentheses, may hold anything: spaces and parentheses too.
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' || state === 'X' ? undefined : `${boot} ${fields[18]}`;
  } catch {
    return undefined;
  }
}

/**
 * Whether the process that had this id when it was written down is still there. `unknown` where the id is in use and the
 * system does not tell since when.
 */
export function fateOf({ pid, start }: { pid: number; start: string | null }): 'there' | 'gone' | 'unknown' {
  if (!isOurs(pid)) return 'gone';
  if (start === null) return 'unknown';
  // The id can be signalled, but its process cannot be seen: it is a zombie, or not the one.
  return startOf(pid) === start ? 'there' : 'gone';
}

/** Whether there is a process of this user's. What belongs to another user is no sandbox of ours. */
function isOurs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Asks a process to end; answers whether it could be asked. One that is gone needs no asking. */
export function askToEnd(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGTERM');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
