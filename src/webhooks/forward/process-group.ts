import { type ChildProcess, spawn } from 'node:child_process';
import { systemMachine } from '../machine.js';
import type { Schedule } from '../types.js';

/**
 * A process group: a program and all its descendants. Except on Windows the program leads its own group, so that its
 * children end with it.
 *
 * A group id is the pid of its leader, and the system may reuse a free pid. It reserves the pid as long as any process
 * of the group exists, including a leader that its parent has not reaped. So a signal is sent only before Node has
 * reaped the leader or, after that, if a poll within the last `POLL_MS` found members: all other pids would have to be
 * used up between two polls before this one is reused. Polling stops as soon as a poll finds no members.
 */
export interface ProcessGroup {
  /** Sends a signal to every member. */
  signal(name: NodeJS.Signals): void;
  /** Sends SIGTERM, and SIGKILL after a while to those that remain. */
  end(): void;
  /** Resolves when no member is left, or nothing more can be done. */
  gone: Promise<void>;
}

/** Time for remaining processes to finish after the leader has ended. */
const GRACE_MS = 2_000;
/** Time between SIGTERM and SIGKILL. */
const KILL_MS = 2_000;
/** Time to wait after SIGKILL. */
const GIVE_UP_MS = 1_000;
const POLL_MS = 25;

export const isWindows = process.platform === 'win32';

/** Tracks the group of a program that was started with `detached` (on Windows without). It must have a pid. */
export function processGroup(
  child: Pick<ChildProcess, 'pid' | 'exitCode' | 'signalCode' | 'once'>,
  schedule: Schedule = systemMachine.schedule,
): ProcessGroup {
  const { pid = 0 } = child;
  const timers = new Set<() => void>();
  let hasLeader = true;
  let isEnding = false;
  let isOver = false;
  let resolveGone = (): void => {};
  const gone = new Promise<void>((resolve) => {
    resolveGone = resolve;
  });
  const runAfter = (work: () => void, ms: number): void => {
    const cancel = schedule(() => {
      timers.delete(cancel);
      work();
    }, ms);
    timers.add(cancel);
  };
  const finish = (): void => {
    isOver = true;
    for (const cancel of timers) cancel();
    untrack(group);
    resolveGone();
  };
  const send = (name: NodeJS.Signals | 0): boolean => {
    if (isOver || pid <= 0) return false;
    // Already reaped, but the 'exit' event is still pending.
    if (hasLeader && (child.exitCode !== null || child.signalCode !== null)) return false;
    return isWindows ? sendOnWindows(pid, name) : sendToGroup(pid, name);
  };
  const poll = (): void => {
    if (isOver) return;
    if (isWindows || !send(0)) finish();
    else runAfter(poll, POLL_MS);
  };
  const group: ProcessGroup = {
    gone,
    signal: (name) => void send(name),
    end() {
      if (isEnding || isOver) return;
      isEnding = true;
      send('SIGTERM');
      runAfter(() => {
        send('SIGKILL');
        runAfter(finish, GIVE_UP_MS);
      }, KILL_MS);
    },
  };
  child.once('exit', () => {
    if (isOver) return;
    hasLeader = false;
    poll();
    if (!isOver && !isEnding) runAfter(group.end, GRACE_MS);
  });
  track(group);
  return group;
}

/** Whether any process received the signal. On some systems a group of zombies answers EPERM. */
function sendToGroup(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, name);
    return true;
  } catch {
    return false;
  }
}

/**
 * Windows has neither groups nor signals: taskkill ends the tree of processes whose parents still run, and the console
 * delivers Ctrl-C itself.
 */
function sendOnWindows(pid: number, name: NodeJS.Signals | 0): boolean {
  if (name !== 'SIGTERM' && name !== 'SIGKILL') return true;
  const killer = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
  killer.on('error', () => {});
  return true;
}

/** Terminal signals. A separate group does not receive them, so they are forwarded. */
const TERMINAL_SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGHUP'] as const;

const groups = new Set<ProcessGroup>();

function track(group: ProcessGroup): void {
  if (groups.size === 0 && !isWindows) {
    for (const name of TERMINAL_SIGNALS) process.on(name, forwardSignal);
  }
  if (groups.size === 0) process.on('exit', killAll);
  groups.add(group);
}

function untrack(group: ProcessGroup): void {
  if (!groups.delete(group) || groups.size > 0) return;
  for (const name of TERMINAL_SIGNALS) process.off(name, forwardSignal);
  process.off('exit', killAll);
}

function forwardSignal(name: NodeJS.Signals): void {
  for (const group of groups) group.signal(name);
  // Without another listener, the signal takes its default action.
  if (process.listenerCount(name) > 1) return;
  process.off(name, forwardSignal);
  process.kill(process.pid, name);
}

/** archctl exits without waiting, for example after a second Ctrl-C. */
function killAll(): void {
  for (const group of groups) group.signal('SIGKILL');
}
