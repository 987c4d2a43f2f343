/** Maximum number of boxes of a picture; larger pictures are unreadable. */
export const MAX_BOXES = 300;
/** Maximum number of lines: layout time grows faster than their number. */
export const MAX_LINES = 400;
/** Maximum number of boxes for the high-quality layout, which takes seconds for more. */
export const MAX_CAREFUL_BOXES = 16;
