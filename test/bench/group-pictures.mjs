// Pictures: time, CPU time and memory of a picture of 60 boxes from a model of 2,000 objects; and its time relative to
// Graphviz, which draws the same boxes from DOT, if it is installed below test/judges.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave, ratio, spread, timeProcess, usageOf } from './measure.mjs';
import { documentAround } from './model-document.mjs';
import { amount, atMost, plain, skipped, times } from './table.mjs';

/** Focus of the picture. The system, its parts and their neighbours are 60 boxes. */
const FOCUS = 'System 0';
const GRAPHVIZ = fileURLToPath(new URL('./plain-graphviz.mjs', import.meta.url));
const VIZ = join(import.meta.dirname, '..', 'judges', 'node_modules', '@viz-js', 'viz', 'dist', 'viz.js');

export async function pictures({ stage, quick }) {
  const model = join(stage.folder, 'pictures.yaml');
  writeFileSync(model, documentAround(2_000));
  const focused = stage.archctl('model', 'graph', model, '--focus', FOCUS, '--out', 'x.svg');
  const dot = existsSync(VIZ) ? dotOf(stage, model) : undefined;
  const usages = [];
  const results = await interleave(
    {
      bare: () => timeProcess(stage.node('-e', '0')),
      focused: () => timeProcess(focused),
      usage: async () => usages.push(await usageOf(stage, focused)),
      ...(dot && { graphviz: () => timeProcess(stage.node(GRAPHVIZ, VIZ, dot)) }),
    },
    { rounds: quick ? 3 : 9, warmups: 1 },
  );
  const total = spread(results.focused);
  const toNode = ratio(results.focused, results.bare);
  const cpu = spread(usages.map((it) => it.cpu));
  const memory = spread(usages.map((it) => it.megabytes));
  return [
    atMost('model graph, 60 boxes of 2,000 objects', amount(total, 'ms'), total.median, 1_000, '1 s'),
    plain('', times(toNode, 'node -e 0'), toNode.median),
    plain('', amount(cpu, 'ms of CPU'), cpu.median),
    plain('', amount(memory, 'MB'), memory.median),
    compareWithGraphviz(results),
  ];
}

/** The same boxes and lines in the DOT language. */
function dotOf(stage, model) {
  const folder = join(stage.folder, 'pictures-dot');
  timeProcess(stage.archctl('model', 'export', model, '--format', 'dot', '--level', 'app', '--out', folder));
  return join(folder, 'app-system-0.dot');
}

function compareWithGraphviz({ focused, graphviz }) {
  if (!graphviz) return skipped('', 'Graphviz is not installed; "npm run judges" installs it');
  const toGraphviz = ratio(focused, graphviz);
  return plain('', times(toGraphviz, 'Graphviz, which reads only these boxes'), toGraphviz.median);
}
