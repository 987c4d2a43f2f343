/** Runs something later; answers how to call it off. */
export type Schedule = (task: () => void, milliseconds: number) => () => void;

/** The machine's timers. */
export const timers: Schedule = (task, milliseconds) => {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
};
