// Reports drift in exactly one issue: opens it, updates it, and closes it when the drift is gone.
import { join } from 'node:path';
import { commentOf, markerOf } from '../lib/comment.mjs';
import { writeOutput } from '../lib/files.mjs';
import { upsert } from '../lib/http.mjs';
import { Failure } from '../lib/settings.mjs';

const DRIFT_CODE = 8;

export async function drift({ host, settings, archctl }) {
  const ran = await archctl(['model', 'drift', settings.model, '-o', 'markdown'], { usesService: true });
  if (ran.code !== 0 && ran.code !== DRIFT_CODE)
    throw new Failure(`"archctl model drift" failed.\n${ran.stderr.trim()}`, undefined, ran.code);
  const marker = markerOf('drift', settings.name, host.jobId);
  if (ran.code === 0 && ran.stdout.trim() === '') {
    host.notice(`Drift was not checked. ${ran.stderr.trim()}`);
    return;
  }
  const found = async () => (await host.issues(marker)).sort((a, b) => host.numberOf(a) - host.numberOf(b));
  if (ran.code === 0) {
    const open = await found();
    for (const issue of open) await host.closeIssue(issue, `The drift is gone ([run](${host.runUrl})).`);
    host.output({ drift: false });
    host.notice(`The landscape matches its model files.${open.length > 0 ? ' The issue was closed.' : ''}`);
    return;
  }
  const title = `The landscape differs from its model files${settings.name === 'model' ? '' : ` (${settings.name})`}`;
  const body = commentOf({
    marker,
    head: `Last checked by [this run](${host.runUrl}).`,
    parts: [{ title: 'Drift', text: ran.stdout, more: `See ${host.artifacts}.` }],
    foot: 'To resolve it, apply the files again, or write the changes into them with `archctl model drift --accept NAME`.',
  });
  writeOutput(join(settings.out, 'drift.md'), ran.stdout);
  host.summary(body);
  const issue = await upsert({
    find: async () => {
      const [first, ...others] = await found();
      for (const it of others) await host.closeIssue(it, `Duplicate of #${host.numberOf(first)}.`);
      return first;
    },
    create: () => host.createIssue(title, body),
    update: (it) => host.updateIssue(it, title, body),
    wait: host.wait,
  });
  host.output({ drift: true, issue: host.numberOf(issue) });
  host.warning(`The landscape differs from its model files: ${host.linkOf(issue)}`);
}
