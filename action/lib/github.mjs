// GitHub Actions: the event, the log, comments, issues and artifacts.
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { apiClient } from './http.mjs';
import { Failure } from './settings.mjs';

/** Label of issues; people without write access cannot set it. */
const LABEL = 'archctl-drift';
/** User of the token that GitHub gives each job. */
const JOB_LOGIN = 'github-actions[bot]';

export function githubHost({ env, settings, print, event, fetch, wait }) {
  if (env.GITHUB_EVENT_NAME === 'pull_request_target')
    throw new Failure(
      'The event pull_request_target would give secrets to files of a fork.',
      'Use the event pull_request.',
      2,
    );
  const repository = `/repos/${env.GITHUB_REPOSITORY}`;
  let api;
  const client = () => {
    api ??= apiClient({
      baseUrl: env.GITHUB_API_URL ?? 'https://api.github.com',
      token: settings.token,
      headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
      hintOf,
      ...(fetch && { fetch }),
      ...(wait && { wait }),
    });
    return api;
  };
  const pull = event.pull_request;
  const bodyOf = (path, method, body) => client().json(method, `${repository}${path}`, body);

  /**
   * Whether the user of this token wrote a record: markers can be copied, authors cannot. Tokens of apps, such as that of the
   * job, may not call /user; GraphQL names their user. If both are forbidden, the token counts as that of the job.
   */
  let self;
  const isOwn = async ({ user }) => {
    self ??= userOfToken();
    const { id, login } = await self;
    return id === undefined ? user?.login === login && user.type === 'Bot' : user?.id === id;
  };
  const userOfToken = async () => {
    const graphql = env.GITHUB_GRAPHQL_URL;
    const { id } = await unlessForbidden(() => client().json('GET', '/user'));
    if (id !== undefined) return { id };
    const { data } = await unlessForbidden(() =>
      graphql ? client().query(graphql, 'query { viewer { databaseId } }') : {},
    );
    return { id: data?.viewer?.databaseId ?? undefined, login: JOB_LOGIN };
  };
  const withMarker = async (path, marker) => {
    const found = [];
    for await (const it of client().pages(`${repository}${path}`))
      if (it.body?.startsWith(marker) && !it.pull_request && (await isOwn(it))) found.push(it);
    return found;
  };

  return {
    name: 'github',
    jobId: jobIdOf(env),
    commit: env.GITHUB_SHA,
    runUrl: `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`,
    artifacts: 'the artifacts of the run',
    change: pull && {
      number: pull.number,
      head: pull.head.sha,
      base: pull.base.sha,
      isFork: pull.head.repo?.full_name !== env.GITHUB_REPOSITORY,
    },
    wait: (ms) => client().wait(ms),
    comments: (number, marker) => withMarker(`/issues/${number}/comments?per_page=100`, marker),
    createComment: (number, body) => bodyOf(`/issues/${number}/comments`, 'POST', { body }),
    updateComment: ({ id }, body) => bodyOf(`/issues/comments/${id}`, 'PATCH', { body }),
    issues: (marker) => withMarker(`/issues?state=open&labels=${LABEL}&per_page=100`, marker),
    createIssue: (title, body) => bodyOf('/issues', 'POST', { title, body, labels: [LABEL] }),
    updateIssue: ({ number }, title, body) => bodyOf(`/issues/${number}`, 'PATCH', { title, body }),
    async closeIssue({ number }, body) {
      await bodyOf(`/issues/${number}/comments`, 'POST', { body });
      await bodyOf(`/issues/${number}`, 'PATCH', { state: 'closed', state_reason: 'completed' });
    },
    linkOf: ({ html_url: url }) => url,
    numberOf: ({ number }) => number,

    /** The merged pull request whose merge is this commit. */
    async merged() {
      const path = `${repository}/commits/${env.GITHUB_SHA}/pulls?per_page=100`;
      for await (const it of client().pages(path))
        if (it.merged_at && it.merge_commit_sha === env.GITHUB_SHA)
          return { number: it.number, head: it.head.sha };
      return undefined;
    },
    /** Sets the outputs with which the action downloads the plan: the newest one of this repository for the commit. */
    async fetchPlan(head) {
      const name = artifactName(settings.name, head);
      const path = `${repository}/actions/artifacts?name=${name}&per_page=100`;
      const found = [];
      for await (const it of client().pages(path, ({ artifacts }) => artifacts)) {
        const { head_sha: sha, repository_id: own, head_repository_id: source } = it.workflow_run ?? {};
        if (it.name === name && !it.expired && sha === head && source === own) found.push(it);
      }
      const newest = found.sort((a, b) => a.created_at.localeCompare(b.created_at)).at(-1);
      if (!newest) return false;
      this.output({ artifact: name, 'run-id': newest.workflow_run.id });
      return true;
    },

    output(values) {
      for (const [name, value] of Object.entries(values)) append(env.GITHUB_OUTPUT, name, value);
    },
    summary(text) {
      if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, `${text}\n`);
    },
    /** Prints a text in which the runner does not look for commands. */
    log(text) {
      const token = randomUUID();
      print(`::stop-commands::${token}\n${text.trimEnd()}\n::${token}::\n`);
    },
    /** Prints annotations, which archctl has escaped. */
    annotate: (commands) => print(commands),
    notice: (text) => print(`::notice::${escaped(text)}\n`),
    warning: (text) => print(`::warning::${escaped(text)}\n`),
    error: (text) => print(`::error::${escaped(text)}\n`),
  };
}

/** Path of the workflow and key of the job, which are the same in every run and unique in the repository. */
function jobIdOf({
  GITHUB_WORKFLOW_REF: ref = '',
  GITHUB_WORKFLOW: name = '',
  GITHUB_JOB: job = '',
  ...env
}) {
  const [path] = ref.replace(`${env.GITHUB_REPOSITORY}/`, '').split('@');
  return `${path || name}/${job}`;
}

async function unlessForbidden(request) {
  try {
    return (await request()) ?? {};
  } catch (error) {
    if ([401, 403, 404].includes(error.status)) return {};
    throw error;
  }
}

export const artifactName = (name, head) => `archctl-plan-${name}-${head}`;

const escaped = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

function append(file, name, value) {
  const text = String(value);
  if (/[\r\n]/.test(text)) throw new Failure(`The output ${name} has several lines.`);
  if (file) appendFileSync(file, `${name}=${text}\n`);
}

const PERMISSIONS = [
  [
    /\/(?:issues\/\d+\/comments|issues\/comments\/\d+)$/,
    '"pull-requests: write" for comments, "issues: write" for drift',
  ],
  [/\/issues/, '"issues: write"'],
  [/\/actions\/artifacts/, '"actions: read"'],
  [/\/commits\/\w+\/pulls/, '"pull-requests: read"'],
];

function hintOf(status, _method, path = '') {
  if (status === 401) return 'Pass a token: the input "token", by default that of the job.';
  if (status === 410) return 'Enable issues in the settings of the repository.';
  const [, permission] = PERMISSIONS.find(([pattern]) => pattern.test(path)) ?? [];
  if (permission && (status === 403 || status === 404))
    return `Add ${permission} to "permissions" of the job.`;
  return undefined;
}
