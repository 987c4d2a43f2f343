// Generated documents of models as code, of any size.

/** Apps and stores per system. */
const INSIDE = 20;
/** Connections per object. */
const DENSITY = 3;

/** Systems with apps and stores, and connections among them. */
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

/** Parts of the central system, its neighbours, and their connected parts: 60 boxes. */
const MIDDLE = { parts: 20, systems: 4, around: 35, lines: 25, between: 55 };

/**
 * A landscape with one central system, `System 0`: a picture of it and its neighbours has 60 boxes and 80
 * lines with different labels. The other systems are connected among themselves.
 */
export function documentAround(objects) {
  const parts = Array.from({ length: MIDDLE.parts }, (_, at) => `p${at}`);
  const systems = Math.max(MIDDLE.systems, Math.ceil((objects - MIDDLE.parts - 1) / INSIDE));
  const lines = ['namespace: measured', 'objects:', ...systemLines(0, parts)];
  const others = [];
  for (let system = 1; system <= systems; system += 1) {
    const inside = Array.from({ length: INSIDE - 1 }, (_, at) => `s${system}p${at}`);
    others.push(inside);
    lines.push(...systemLines(system, inside));
  }
  lines.push('connections:');
  let count = 0;
  const connect = (origin, target) => {
    lines.push(
      `  - { id: c${count}, origin: ${origin}, target: ${target}, direction: outgoing, name: Asks for part ${count} }`,
    );
    count += 1;
  };
  const own = (at) => parts[at % MIDDLE.parts];
  for (let at = 0; at < MIDDLE.lines; at += 1) connect(own(at), own(at * 7 + 3 + Math.floor(at / 20) * 5));
  for (let at = 0; at < MIDDLE.between; at += 1) {
    const nth = at % MIDDLE.around;
    const near = others[nth % MIDDLE.systems][Math.floor(nth / MIDDLE.systems)];
    const part = own(at * 3 + (at === nth ? 0 : 1));
    if (at % 3 === 0) connect(near, part);
    else connect(part, near);
  }
  for (const inside of others)
    for (let at = 9; at < inside.length; at += 1) connect(inside[at], inside[9 + ((at * 3 + 1) % 10)]);
  return `${lines.join('\n')}\n`;
}

const systemLines = (system, parts) => [
  `  - id: system-${system}`,
  '    type: system',
  `    name: System ${system}`,
  '    objects:',
  ...parts.map(
    (id, at) =>
      `      - { id: ${id}, type: ${at % 5 === 4 ? 'store' : 'app'}, name: Part ${id}, caption: One of many. }`,
  ),
];
