import { readFileSync } from 'node:fs';

/**
 * Start time of a process in clock ticks since boot, with the id of the boot. Undefined if the process has ended, or if
 * the system does not provide it (only Linux does). The pair of process id and start time is unique.
 */
export function processStart(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // The name in parentheses may contain spaces and parentheses.
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' || state === 'X' ? undefined : `${boot} ${fields[18]}`;
  } catch {
    return undefined;
  }
}

/**
 * Checks if the recorded process is still running. `unknown` if the id is in use, but the start time is not available.
 */
export function processState({
  pid,
  start,
}: {
  pid: number;
  start: string | null;
}): 'there' | 'gone' | 'unknown' {
  if (!isOurs(pid)) return 'gone';
  if (start === null) return 'unknown';
  // The id exists, but the process is a zombie or another one.
  return processStart(pid) === start ? 'there' : 'gone';
}

/** Returns true if the process exists and belongs to this user; a sandbox never belongs to another user. */
function isOurs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Sends a termination signal; returns true if it could be sent, or if the process had already ended. */
export function terminate(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGTERM');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
