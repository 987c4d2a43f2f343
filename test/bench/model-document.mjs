// Documents of models as code, of any size.

/** Systems hold so many apps and stores. */
const INSIDE = 20;
/** Connections for each object. */
const DENSITY = 3;

/** Systems with apps and stores, connections among them. */
export function documentOf(objects) {
  const systems = Math.ceil(objects / INSIDE);
  const lines = ['namespace: measured', 'domains:', '  - id: all', '    name: All', '    objects:'];
  const ids = [];
  for (let system = 0; system < systems; system += 1) {
    ids.push(`system-${system}`);
    lines.push(
      `      - id: system-${system}`,
      '        type: system',
      `        name: System ${system}`,
      '        description: What people ask for, and what it answers.',
      '        objects:',
    );
    for (let at = 1; at < INSIDE && ids.length < objects; at += 1) {
      const type = at % 5 === 0 ? 'store' : 'app';
      ids.push(`${type}-${ids.length}`);
      lines.push(
        `          - id: ${ids.at(-1)}`,
        `            type: ${type}`,
        `            name: ${type === 'app' ? 'App' : 'Store'} ${ids.length}`,
        '            caption: One of many.',
      );
    }
  }
  lines.push('connections:');
  for (let at = 0; at < objects * DENSITY; at += 1)
    lines.push(
      `  - id: uses-${at}`,
      `    origin: ${ids[at % ids.length]}`,
      `    target: ${ids[(at * 7 + 3) % ids.length]}`,
      '    name: Uses',
      '    direction: outgoing',
    );
  return `${lines.join('\n')}\n`;
}
