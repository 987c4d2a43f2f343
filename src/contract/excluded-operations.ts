/**
 * Operations of the service that archctl leaves out on purpose, with the reason; each is `METHOD /path` below `/v1`.
 */
interface ExcludedOperations {
  /** Group name, one word. */
  name: string;
  /** Reason, shown to users. */
  reason: string;
  operations: readonly string[];
}

const REPOSITORY = '/organizations/{organizationId}/code-repos/{codeRepoId}';

/** `GET`, `POST`, `PATCH` and `DELETE` of an organization's sign-in at a repository host. */
const signIns = (host: string, noun: string, param: string, verbs: readonly string[]): string[] =>
  verbs.map((verb) => {
    const path = `/organizations/{organizationId}/${host}/${noun}`;
    return verb === 'GET' || verb === 'POST' ? `${verb} ${path}` : `${verb} ${path}/{${param}}`;
  });

const ALL = ['GET', 'POST', 'PATCH', 'DELETE'];

/**
 * Operations that archctl and its sandbox leave out (docs/service.md#not-covered). Every other operation in public sources
 * is declared, implemented by the sandbox and reachable by a command or `archctl api`; test/contract/completeness.test.ts checks both.
 */
export const EXCLUDED_OPERATIONS: readonly ExcludedOperations[] = [
  {
    name: 'billing',
    reason:
      'Organizations manage billing with their supplier in a browser; billing data is not part of a model.',
    operations: [
      'POST /organizations/{organizationId}/billing/link',
      'POST /organizations/{organizationId}/billing/subscription',
      'PATCH /organizations/{organizationId}/billing/subscription',
      'DELETE /organizations/{organizationId}/billing/subscription',
      'POST /organizations/{organizationId}/billing/subscription/link',
    ],
  },
  {
    name: 'repositories',
    reason:
      'Signing in to a repository host requires a browser, and reading repositories requires access to the host.',
    operations: [
      ...signIns('azure-devops', 'authorizations', 'azureDevopsAuthorizationId', ALL),
      'GET /organizations/{organizationId}/azure-devops/authorizations/{azureDevopsAuthorizationId}/available-accounts',
      ...signIns('bitbucket', 'authorizations', 'bitbucketAuthorizationId', ALL),
      'GET /organizations/{organizationId}/bitbucket/authorizations/{bitbucketAuthorizationId}/available-workspaces',
      ...signIns('bitbucket-server', 'tokens', 'bitbucketServerTokenId', ALL),
      ...signIns('github', 'installs', 'githubInstallId', ['GET', 'POST', 'DELETE']),
      ...signIns('gitlab', 'authorizations', 'gitlabAuthorizationId', ALL),
      'GET /organizations/{organizationId}/gitlab/authorizations/{gitlabAuthorizationId}/available-groups',
      'GET /organizations/{organizationId}/code-repos',
      'HEAD /organizations/{organizationId}/code-repos',
      'POST /organizations/{organizationId}/code-repos',
      `GET ${REPOSITORY}`,
      `PATCH ${REPOSITORY}`,
      `DELETE ${REPOSITORY}`,
      `HEAD ${REPOSITORY}/trees/{sha}`,
      `PATCH ${REPOSITORY}/trees/{sha}`,
      `GET ${REPOSITORY}/refs/{refId}/tree`,
    ],
  },
  {
    name: 'accounts',
    reason:
      'Passwords, e-mail addresses and links in e-mails require a browser; archctl signs in with API keys.',
    operations: [
      'POST /user',
      'POST /user/auth/anonymous',
      'POST /user/auth/password',
      'POST /user/email',
      'POST /user/logout',
      'POST /user/notifications/update',
      'POST /user/reset-password',
      'PATCH /user/{userId}/reset-password',
      'POST /user/{userId}/verify-email',
    ],
  },
  {
    name: 'housekeeping',
    reason:
      "Newsletter, support form, onboarding and experiments belong to the service's web application, as does its key for an external search engine.",
    operations: [
      'GET /experiments',
      'POST /landscapes/{landscapeId}/search/algolia-key',
      'POST /news/subscribe',
      'POST /support/message',
      'GET /user/goals',
      'POST /user/goals/{userGoalId}/progress',
    ],
  },
];
