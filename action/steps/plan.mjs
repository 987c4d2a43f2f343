// Shows the plan of a pull request in one comment, which every push updates; writes plan, pictures and preview.
import { dirname, join } from 'node:path';
import { codeBlock, commentOf, markerOf } from '../lib/comment.mjs';
import { makeFolder, removeFolder, writeOutput } from '../lib/files.mjs';
import { artifactName } from '../lib/github.mjs';
import { upsert } from '../lib/http.mjs';
import { Failure } from '../lib/settings.mjs';
import { validate } from './validate.mjs';

/** @returns exit code of `archctl model plan`; without a key, that of the validation. */
export async function plan(job) {
  const { host, settings, archctl } = job;
  const { change } = host;
  if (!change)
    throw new Failure('The step "plan" needs a pull or merge request.', 'Run it for pull requests only.', 2);
  // A plan of an earlier run, for example in a cache, must not pass for the plan of this commit.
  for (const folder of ['plan', 'pictures', 'site']) removeFolder(settings.out, folder);
  makeFolder(dirname(settings.planFile));
  const changes = await changesOf(job);
  if (change.isFork || !settings.hasKey) return withoutKey(job, changes);

  const prune = settings.isPruned ? ['--prune'] : [];
  const planned = await archctl(
    ['model', 'plan', settings.model, ...prune, '--out', settings.planFile, '-o', 'markdown'],
    { usesService: true },
  );
  if (planned.code !== 0) host.log(planned.stderr);
  const text =
    planned.code === 0
      ? planned.stdout
      : `### The plan failed\n\n\`archctl model plan\` ended with exit code ${planned.code}.\n\n${codeBlock(planned.stderr)}`;
  const marker = markerOf('plan', settings.name, host.jobId);
  const more = `See ${host.artifacts}.`;
  const body = commentOf({
    marker,
    head: `**archctl**: plan for commit ${change.head}`,
    parts: [
      { title: 'Plan', text, more },
      { ...changes, more },
    ],
    foot: `Plan, pictures and preview: [${host.artifacts}](${host.runUrl}).`,
  });
  writeOutput(join(settings.out, 'comment.md'), body);
  host.summary(body);
  const comment = await upsert({
    find: async () => (await host.comments(change.number, marker))[0],
    create: () => host.createComment(change.number, body),
    update: (it) => host.updateComment(it, body),
    wait: host.wait,
  });
  host.output({
    ...(planned.code === 0 && { artifact: artifactName(settings.name, change.head) }),
    comment: host.linkOf(comment),
  });
  host.notice(`The comment is ${host.linkOf(comment)}.`);
  return planned.code;
}

/** Changes of the files as Markdown; writes pictures before and after, and the preview. */
async function changesOf({ host, settings, archctl }) {
  const { model, out } = settings;
  const before = `git:${host.change.base}:${model}`;
  const title = 'Changes of the files';
  const compare = ['model', 'diff', before, model, '-o', 'markdown'];
  // In the comment, pictures cannot be linked, because they are in an artifact.
  const [diff, pictured] = await Promise.all([
    archctl(compare),
    archctl([...compare, '--pictures', join(out, 'pictures')]),
  ]);
  const isComparable = diff.code === 0;
  const site = ['model', 'site', model, '--out', join(out, 'site')];
  const previewed = await archctl(isComparable ? [...site, '--against', before] : site);
  if (previewed.code !== 0) host.warning(`The preview failed: ${previewed.stderr.trim()}`);
  if (!isComparable)
    return {
      title,
      text: `### ${title}\n\nThe files cannot be compared with the base of the request.\n\n${codeBlock(diff.stderr)}`,
    };
  if (pictured.code !== 0) host.warning(`The pictures failed: ${pictured.stderr.trim()}`);
  return { title, text: diff.stdout };
}

/** Explains what a pull request without secrets gets, and validates. */
async function withoutKey(job, { text }) {
  const { host, settings } = job;
  const reason = host.change.isFork
    ? 'The request comes from a fork, which gets no secrets.'
    : 'The key is missing: the input "api-key" or the variable ARCHCTL_API_KEY is empty.';
  const body = `${reason} The files are validated and compared, without a plan and a comment.`;
  host.notice(body);
  const page = commentOf({
    marker: markerOf('plan', settings.name, host.jobId),
    head: body,
    parts: [{ title: 'Changes of the files', text, more: `See ${host.artifacts}.` }],
    foot: '',
  });
  writeOutput(join(settings.out, 'comment.md'), page);
  host.summary(page);
  return validate(job);
}
