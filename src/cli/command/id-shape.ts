/** An id as the service makes them (docs/service.md#conventions): taken for one without asking. */
export const looksLikeId = (text: string): boolean => /^[A-Za-z0-9]{20}$/.test(text);
