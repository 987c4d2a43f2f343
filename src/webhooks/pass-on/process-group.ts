import { type ChildProcess, spawn } from 'node:child_process';
import { systemMachine } from '../machine.js';
import type { Schedule } from '../types.js';

/**
 * A program with all that it starts. Except on Windows it leads a process group of its own, so that its children end
 * with it.
 *
 * A group is named by the pid of its first process, and a pid that is free is given to somebody else one day. The system
 * keeps it back for as long as a process of the group is left, the first one not collected by its parent included. So
 * a signal goes out only while Node has not collected the first process or, after that, while a look not older than
 * `LOOK_MS` found members: until the next look, all other pids would have to be used up before this one came again. The
 * first look that finds nobody is the last.
 */
export interface ProcessGroup {
  /** To every member there is. */
  signal(name: NodeJS.Signals): void;
  /** SIGTERM, and SIGKILL to those who are left after a while. */
  end(): void;
  /** Nobody is left, or all was done that can be. */
  gone: Promise<void>;
}

/** What the first process leaves behind may finish for so long. */
const GRACE_MS = 2_000;
/** From SIGTERM to SIGKILL. */
const KILL_MS = 2_000;
/** What does not end by SIGKILL is in the hands of the system. */
const GIVE_UP_MS = 1_000;
const LOOK_MS = 25;

export const isWindows = process.platform === 'win32';

/** Watches over a program that was started with `detached` (on Windows without). It must have a pid. */
export function processGroup(
  child: Pick<ChildProcess, 'pid' | 'exitCode' | 'signalCode' | 'once'>,
  schedule: Schedule = systemMachine.schedule,
): ProcessGroup {
  const { pid = 0 } = child;
  const timers = new Set<() => void>();
  let isLed = true;
  let isEnding = false;
  let isOver = false;
  let resolveGone = (): void => {};
  const gone = new Promise<void>((resolve) => {
    resolveGone = resolve;
  });
  const later = (work: () => void, ms: number): void => {
    const cancel = schedule(() => {
      timers.delete(cancel);
      work();
    }, ms);
    timers.add(cancel);
  };
  const finish = (): void => {
    isOver = true;
    for (const cancel of timers) cancel();
    forget(group);
    resolveGone();
  };
  const send = (name: NodeJS.Signals | 0): boolean => {
    if (isOver || pid <= 0) return false;
    // Collected, and 'exit' not told yet.
    if (isLed && (child.exitCode !== null || child.signalCode !== null)) return false;
    return isWindows ? sendOnWindows(pid, name) : sendToGroup(pid, name);
  };
  const look = (): void => {
    if (isOver) return;
    if (isWindows || !send(0)) finish();
    else later(look, LOOK_MS);
  };
  const group: ProcessGroup = {
    gone,
    signal: (name) => void send(name),
    end() {
      if (isEnding || isOver) return;
      isEnding = true;
      send('SIGTERM');
      later(() => {
        send('SIGKILL');
        later(finish, GIVE_UP_MS);
      }, KILL_MS);
    },
  };
  child.once('exit', () => {
    if (isOver) return;
    isLed = false;
    look();
    if (!isOver && !isEnding) later(group.end, GRACE_MS);
  });
  remember(group);
  return group;
}

/** Whether somebody got it. On some systems a group of dead processes that nobody collected answers EPERM. */
function sendToGroup(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, name);
    return true;
  } catch {
    return false;
  }
}

/** There is neither group nor signal: the tree of those whose parents still live is ended, and Ctrl-C comes by itself. */
function sendOnWindows(pid: number, name: NodeJS.Signals | 0): boolean {
  if (name !== 'SIGTERM' && name !== 'SIGKILL') return true;
  const killer = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
  killer.on('error', () => {});
  return true;
}

/** A group of its own gets nothing from the terminal: these are passed on as the terminal would have sent them. */
const OF_THE_TERMINAL = ['SIGINT', 'SIGQUIT', 'SIGHUP'] as const;

const groups = new Set<ProcessGroup>();

function remember(group: ProcessGroup): void {
  if (groups.size === 0 && !isWindows) {
    for (const name of OF_THE_TERMINAL) process.on(name, passOn);
  }
  if (groups.size === 0) process.on('exit', killAll);
  groups.add(group);
}

function forget(group: ProcessGroup): void {
  if (!groups.delete(group) || groups.size > 0) return;
  for (const name of OF_THE_TERMINAL) process.off(name, passOn);
  process.off('exit', killAll);
}

function passOn(name: NodeJS.Signals): void {
  for (const group of groups) group.signal(name);
  // Where nobody else wants the signal, it does what it would have done.
  if (process.listenerCount(name) > 1) return;
  process.off(name, passOn);
  process.kill(process.pid, name);
}

/** archctl ends without having waited: a second Ctrl-C. */
function killAll(): void {
  for (const group of groups) group.signal('SIGKILL');
}
