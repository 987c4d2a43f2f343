/** Name of the resource in the body of an event; undefined if there is none, or if the body is not JSON of an event. */
export function nameIn(body: string): string | undefined {
  try {
    const { after, before } = JSON.parse(body);
    const name = (after ?? before)?.name;
    return typeof name === 'string' && name !== '' ? name : undefined;
  } catch {
    return undefined;
  }
}
