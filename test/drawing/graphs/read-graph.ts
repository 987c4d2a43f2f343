/** Converts an indented list of boxes and lines to a model document in JSON. */
export function documentOfGraph(text: string): string {
  const objects: { id: string; name: string; type: string; parent?: string }[] = [];
  const connections: { id: string; origin: string; target: string; name: string; direction: string }[] = [];
  const path: string[] = [];
  const ids = new Map<string, string>();
  const idOf = (name: string): string => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`No box has the name ${JSON.stringify(name)}.`);
    return id;
  };
  for (const line of text.split('\n').filter((it) => it.trim() !== '')) {
    const [, from, to, label] = /^(.+?) > (.+?): (.+)$/.exec(line) ?? [];
    if (from !== undefined && to !== undefined && label !== undefined) {
      const id = `c${connections.length}`;
      connections.push({ id, origin: idOf(from), target: idOf(to), name: label, direction: 'outgoing' });
      continue;
    }
    const [, indent = '', type = '', name = ''] = /^( *)(\w+) (.+)$/.exec(line) ?? [];
    const depth = indent.length / 2;
    const id = `o${objects.length}`;
    const parent = path[depth - 1];
    objects.push({ id, name, type, ...(depth > 0 && parent !== undefined && { parent }) });
    ids.set(name, id);
    path.splice(depth, path.length, id);
  }
  return JSON.stringify({ objects, connections });
}
