/** Runs a task after a delay. Returns a function that cancels it. */
export type Schedule = (task: () => void, milliseconds: number) => () => void;

/** System timers. */
export const timers: Schedule = (task, milliseconds) => {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
};
