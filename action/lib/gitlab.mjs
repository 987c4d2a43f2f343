// GitLab CI: merge requests, notes, issues and artifacts.
import { writeOutput } from './files.mjs';
import { apiClient } from './http.mjs';

const LABEL = 'archctl-drift';

export function gitlabHost({ env, settings, print, fetch, wait }) {
  const project = `/projects/${encodeURIComponent(env.CI_PROJECT_ID ?? '')}`;
  let api;
  const client = () => {
    api ??= apiClient({
      baseUrl: env.CI_API_V4_URL ?? 'https://gitlab.com/api/v4',
      token: settings.token,
      hintOf,
      ...(fetch && { fetch }),
      ...(wait && { wait }),
    });
    return api;
  };
  const bodyOf = (path, method, body) => client().json(method, `${project}${path}`, body);

  /** Whether this token wrote a record: markers can be copied, authors cannot. */
  let id;
  const isOwn = async ({ author }) => {
    id ??= client()
      .json('GET', '/user')
      .then((it) => it.id);
    return author?.id === (await id);
  };
  const withMarker = async (path, marker, textOf) => {
    const found = [];
    for await (const it of client().pages(`${project}${path}`))
      if (textOf(it)?.startsWith(marker) && (await isOwn(it))) found.push(it);
    return found;
  };
  const iid = env.CI_MERGE_REQUEST_IID;

  return {
    name: 'gitlab',
    jobId: env.CI_JOB_NAME ?? '',
    commit: env.CI_COMMIT_SHA,
    runUrl: env.CI_JOB_URL ?? env.CI_PIPELINE_URL,
    artifacts: 'the artifacts of the job',
    change: iid
      ? {
          number: Number(iid),
          head: env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || env.CI_COMMIT_SHA,
          base: env.CI_MERGE_REQUEST_DIFF_BASE_SHA,
          isFork: env.CI_MERGE_REQUEST_SOURCE_PROJECT_ID !== env.CI_PROJECT_ID,
        }
      : undefined,
    wait: (ms) => client().wait(ms),
    comments: (number, marker) =>
      withMarker(`/merge_requests/${number}/notes?per_page=100`, marker, ({ body }) => body),
    createComment: (number, body) => bodyOf(`/merge_requests/${number}/notes`, 'POST', { body }),
    updateComment: ({ id: note }, body) => bodyOf(`/merge_requests/${iid}/notes/${note}`, 'PUT', { body }),
    issues: (marker) =>
      withMarker(
        `/issues?state=opened&labels=${LABEL}&per_page=100`,
        marker,
        ({ description }) => description,
      ),
    createIssue: (title, description) => bodyOf('/issues', 'POST', { title, description, labels: LABEL }),
    updateIssue: ({ iid: issue }, title, description) =>
      bodyOf(`/issues/${issue}`, 'PUT', { title, description }),
    async closeIssue({ iid: issue }, body) {
      await bodyOf(`/issues/${issue}/notes`, 'POST', { body });
      await bodyOf(`/issues/${issue}`, 'PUT', { state_event: 'close' });
    },
    linkOf: ({ web_url: url, id: note }) =>
      url ?? `${env.CI_MERGE_REQUEST_PROJECT_URL}/-/merge_requests/${iid}#note_${note}`,
    numberOf: ({ iid: issue }) => issue,

    /** The merged merge request whose merge is this commit. */
    async merged() {
      const path = `${project}/repository/commits/${env.CI_COMMIT_SHA}/merge_requests?per_page=100`;
      for await (const it of client().pages(path)) {
        const commits = [it.merge_commit_sha, it.squash_commit_sha, it.sha];
        if (it.state === 'merged' && commits.includes(env.CI_COMMIT_SHA))
          return { number: it.iid, head: it.sha };
      }
      return undefined;
    },
    /** Downloads the plan of the newest pipeline of this project for the commit. */
    async fetchPlan(head, number) {
      for await (const pipeline of client().pages(
        `${project}/merge_requests/${number}/pipelines?per_page=100`,
      )) {
        if (pipeline.sha !== head || String(pipeline.project_id) !== env.CI_PROJECT_ID) continue;
        for await (const job of client().pages(
          `${project}/pipelines/${pipeline.id}/jobs?scope[]=success&per_page=100`,
        )) {
          if (job.name !== settings.planJob) continue;
          const file = settings.planFile.split(/[\\/]/).map(encodeURIComponent).join('/');
          const bytes = await client().bytes(`${project}/jobs/${job.id}/artifacts/${file}`);
          writeOutput(settings.planFile, bytes);
          return true;
        }
      }
      return false;
    },

    output: () => {},
    summary: () => {},
    log: (text) => print(`${text.trimEnd()}\n`),
    notice: (text) => print(`${text}\n`),
    warning: (text) => print(`warning: ${text}\n`),
    error: (text) => print(`error: ${text}\n`),
  };
}

function hintOf(status) {
  if (status === 401 || status === 403 || status === 404)
    return 'Set ARCHCTL_CI_TOKEN to a project access token with the scope "api" and the role Developer. Mask it, and do not protect it if it is used in merge requests.';
  return undefined;
}
