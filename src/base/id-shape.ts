/** Whether a text has the shape of an id (docs/service.md#conventions); such a text is used without a lookup. */
export const looksLikeId = (text: string): boolean => /^[A-Za-z0-9]{20}$/.test(text);
