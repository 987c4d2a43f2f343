import { ArchctlError } from '../../base/errors.js';
import { counted } from '../../base/words.js';
import { command } from '../../cli/command/command.js';
import { dashed } from '../../contract/doc.js';
import type { FieldChange } from '../../model/compare/diff.js';
import { linesOf } from '../../model/compare/lines.js';
import { KINDS } from '../../model/document/kinds.js';
import type { Named, Plan } from '../../model/plan/plan-types.js';
import type { LineContext, Palette } from '../../terminal/types.js';
import { fieldLine } from './shared/diff-text.js';
import { documentOf } from './shared/document.js';
import { holderInWords, holderOf } from './shared/lease.js';
import { planNow } from './shared/planning.js';
import { readSources } from './shared/sources.js';

export default command({
  summary: 'Tell where a landscape is not as a document says',
  details:
    'Lists what changed in the landscape, field by field, what is new in it, and what is gone from it. Elements that another namespace owns are not drift. An element that no namespace owns is drift if it is inside an element of the document, or if a pull adopted it. A label that "archctl model apply" would set is not drift. For a schedule in CI: the exit code is 0 where all is as written and 8 where it is not. While an apply of this machine runs, nothing is told, and the exit code is 0. Nothing is written at the service.',
  args: {
    files: {
      name: 'FILE',
      help: 'Files or folders of one model; - for stdin',
      variadic: true,
      completes: 'file',
    },
  },
  options: {},
  scope: ['landscape'],
  examples: [
    { note: 'At night, in CI', line: 'archctl model drift models --landscape LANDSCAPE_ID' },
    { note: 'As data', line: 'archctl model drift models --landscape LANDSCAPE_ID -o json' },
  ],
  related: ['model plan', 'model diff'],
  async run(context, { args }) {
    const files = await readSources(context, args.files);
    const document = documentOf(context, files);
    const holder = holderOf(context.stateDirectory, await context.scope('landscape'));
    if (holder)
      return { kind: 'nothing', remark: `${holderInWords(holder)} Until it ends nothing is said of drift.` };
    const plan = await planNow(context, document.model, { prune: 'none' }, files);
    const items = driftOf(plan);
    const words = STATES.flatMap((state) => {
      const count = items.filter((it) => it.state === state).length;
      return count === 0 ? [] : [`${count} ${state}`];
    });
    const same = plan.same + plan.steps.filter(({ does }) => does === 'adopt').length;
    const title = `"${plan.landscape.name}": ${[`${same} as written`, ...words].join(', ')}`;
    const failure = { failure: new ArchctlError('check', `The landscape has drifted: ${words.join(', ')}.`) };
    return {
      kind: 'drawing',
      data: { landscape: plan.landscape.name, asWritten: same, drift: items.map(told) },
      draw: (line) => drawDrift(title, items, line),
      ...(items.length > 0 && failure),
    };
  },
});

const STATES = ['changed', 'new', 'gone'] as const;

interface Drift extends Named {
  state: (typeof STATES)[number];
  /** From what is written to what is there. */
  fields: readonly FieldChange[];
}

const told = ({ state, kind, id, name, fields }: Drift) => ({ state, kind: dashed(kind), id, name, fields });

/** A plan seen from the other side: what it would change has changed, what it would make is gone. */
function driftOf({ steps, left }: Plan): Drift[] {
  const changed = new Map<string, Drift>();
  for (const { does, kind, id, name, fields } of steps) {
    if (does === 'adopt' || does === 'free-name') continue;
    const key = `${kind} ${id}`;
    const turned = fields.map(({ field, from, to }) => ({
      field,
      ...(to !== undefined && { from: to }),
      ...(from !== undefined && { to: from }),
    }));
    const known = changed.get(key)?.fields ?? [];
    changed.set(key, {
      state: does === 'create' ? 'gone' : 'changed',
      kind,
      id,
      name,
      fields: [...known, ...turned],
    });
  }
  const made = left
    .filter(({ isNew }) => isNew)
    .map(({ kind, id, name }): Drift => ({ state: 'new', kind, id, name, fields: [] }));
  return [...changed.values(), ...made];
}

function drawDrift(title: string, items: readonly Drift[], line: LineContext): string {
  const { palette, safe } = line;
  const marks: Record<Drift['state'], readonly [string, keyof Palette]> = {
    changed: ['~', 'yellow'],
    new: ['+', 'green'],
    gone: ['-', 'red'],
  };
  const sections = STATES.flatMap((state) => {
    const own = items.filter((it) => it.state === state);
    if (own.length === 0) return [];
    const [mark, paint] = marks[state];
    return [
      '',
      palette.bold(counted(own.length, `${state} element`)),
      ...own.flatMap(({ kind, id, name, fields }) => [
        `  ${palette[paint](`${mark} ${KINDS[kind].noun} ${safe(name)}`)}${id === name ? '' : `  ${palette.dim(safe(id))}`}`,
        ...linesOf({ kind, id, name, change: 'changed', fields }).map((it) => fieldLine(it, line)),
      ]),
    ];
  });
  return [palette.bold(safe(title)), ...sections].join('\n');
}
