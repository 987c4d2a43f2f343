import type { Environment } from './image.js';

/** Whether the user chose a pager with ARCHCTL_PAGER or PAGER. */
export const isPagerNamed = ({ ARCHCTL_PAGER, PAGER }: Environment): boolean =>
  Boolean(ARCHCTL_PAGER ?? PAGER);
