// Generated model files of any size.

/** Objects per system, including the system itself. */
const OBJECTS_PER_SYSTEM = 20;
/** Connections per object. */
const CONNECTIONS_PER_OBJECT = 3;

/** Systems with apps and stores, and connections among them. */
export function documentOf(objects) {
  const systems = Math.ceil(objects / OBJECTS_PER_SYSTEM);
  const lines = ['namespace: measured', 'domains:', '  - id: all', '    name: All', '    objects:'];
  const ids = [];
  for (let system = 0; system < systems; system += 1) {
    ids.push(`system-${system}`);
    lines.push(
      `      - id: system-${system}`,
      '        type: system',
      `        name: System ${system}`,
      '        description: Customer requests and their full answers.',
      '        objects:',
    );
    for (let at = 1; at < OBJECTS_PER_SYSTEM && ids.length < objects; at += 1) {
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
  for (let at = 0; at < objects * CONNECTIONS_PER_OBJECT; at += 1)
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
const CENTRE = { parts: 20, systems: 4, around: 35, lines: 25, between: 55 };

/**
 * A landscape with one central system, `System 0`: a picture of it and its neighbours has 60 boxes and 80
 * lines with different labels. The other systems are connected among themselves.
 */
export function documentAround(objects) {
  const parts = Array.from({ length: CENTRE.parts }, (_, at) => `p${at}`);
  const systems = Math.max(CENTRE.systems, Math.ceil((objects - CENTRE.parts - 1) / OBJECTS_PER_SYSTEM));
  const lines = ['namespace: measured', 'objects:', ...systemLines(0, parts)];
  const partsOfNeighbours = [];
  for (let system = 1; system <= systems; system += 1) {
    const systemParts = Array.from({ length: OBJECTS_PER_SYSTEM - 1 }, (_, at) => `s${system}p${at}`);
    partsOfNeighbours.push(systemParts);
    lines.push(...systemLines(system, systemParts));
  }
  lines.push('connections:');
  let count = 0;
  const connect = (origin, target) => {
    lines.push(
      `  - { id: c${count}, origin: ${origin}, target: ${target}, direction: outgoing, name: Asks for part ${count} }`,
    );
    count += 1;
  };
  const partAt = (at) => parts[at % CENTRE.parts];
  for (let at = 0; at < CENTRE.lines; at += 1)
    connect(partAt(at), partAt(at * 7 + 3 + Math.floor(at / 20) * 5));
  for (let at = 0; at < CENTRE.between; at += 1) {
    const nth = at % CENTRE.around;
    const neighbour = partsOfNeighbours[nth % CENTRE.systems][Math.floor(nth / CENTRE.systems)];
    const part = partAt(at * 3 + (at === nth ? 0 : 1));
    if (at % 3 === 0) connect(neighbour, part);
    else connect(part, neighbour);
  }
  for (const systemParts of partsOfNeighbours)
    for (let at = 9; at < systemParts.length; at += 1)
      connect(systemParts[at], systemParts[9 + ((at * 3 + 1) % 10)]);
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
