/** A fake of the APIs of GitHub and GitLab in one local server: comments, issues, artifacts, pages and faults. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Author {
  id: number;
  login: string;
  type: 'Bot' | 'User';
}

export interface ForgeRecord {
  id: number;
  body: string;
  author: Author;
  state: 'open' | 'closed';
  title?: string;
  labels?: string;
}

interface Fault {
  request: RegExp;
  status: number;
  headers?: Record<string, string>;
  body?: object;
  /** The request is carried out before it fails. */
  isLate?: true;
}

export interface Forge {
  url: string;
  comments: ForgeRecord[];
  issues: ForgeRecord[];
  /** Comments on issues, with the number of the issue. */
  replies: { issue: number; body: string }[];
  /** Answers of GET requests by path. */
  answers: Record<string, unknown>;
  /** Each is used once. */
  faults: Fault[];
  /** `METHOD path` of all requests. */
  requests: string[];
  /** Answer of /user: a person's token has one, that of a job has none. */
  user: Author | undefined;
  /** User of the token in GraphQL; undefined if GraphQL is forbidden. */
  viewer: Author | undefined;
  reset(): void;
  close(): Promise<void>;
}

export const BOT: Author = { id: 7, login: 'github-actions[bot]', type: 'Bot' };
/** The user of another app. */
export const OTHER_BOT: Author = { id: 9, login: 'other-app[bot]', type: 'Bot' };
export const STRANGER: Author = { id: 8, login: 'stranger', type: 'User' };
const PAGE_SIZE = 2;

export const recordOf = (id: number, body: string, author = BOT): ForgeRecord => ({
  id,
  body,
  author,
  state: 'open',
});

export async function openForge(token: string): Promise<Forge> {
  const forge = {
    url: '',
    reset() {
      Object.assign(forge, { comments: [], issues: [], replies: [], answers: {}, faults: [], requests: [] });
      forge.user = undefined;
      forge.viewer = BOT;
    },
  } as Forge;
  forge.reset();

  /** As JSON of both services. */
  const shown = ({ id, body, author, title, state }: ForgeRecord) => ({
    id,
    number: id,
    iid: id,
    body,
    description: body,
    title,
    state,
    user: author,
    author,
    html_url: `https://forge.test/${id}`,
    web_url: `https://forge.test/${id}`,
  });
  const add = (list: ForgeRecord[], { body, description, title, labels }: Record<string, string>) => {
    const record = { ...recordOf(list.length + 101, body ?? description ?? ''), ...(title && { title }) };
    list.push({ ...record, labels: String(labels) });
    return shown(record);
  };
  const change = (list: ForgeRecord[], id: string, given: Record<string, string>) => {
    const record = list.find((it) => it.id === Number(id));
    if (!record) return undefined;
    record.body = given.body ?? given.description ?? record.body;
    if (given.state === 'closed' || given.state_event === 'close') record.state = 'closed';
    return shown(record);
  };
  const answerOf = (method: string, path: string, body: Record<string, string>): unknown => {
    const at = (pattern: RegExp) => pattern.exec(path)?.slice(1);
    if (path in forge.answers) return forge.answers[path];
    if (path === '/user') return forge.user;
    if (path === '/graphql') return forge.viewer && { data: { viewer: { databaseId: forge.viewer.id } } };
    const reply = at(/\/issues\/(\d+)\/(?:comments|notes)$/);
    const isOfIssue = reply && forge.issues.some(({ id }) => id === Number(reply[0]));
    if (isOfIssue && method === 'POST') {
      forge.replies.push({ issue: Number(reply[0]), body: body.body ?? '' });
      return {};
    }
    if (/\/(?:issues|merge_requests)\/\d+\/(?:comments|notes)$/.test(path))
      return method === 'GET' ? forge.comments.map(shown) : add(forge.comments, body);
    const comment = at(/\/(?:issues\/comments|merge_requests\/\d+\/notes)\/(\d+)$/);
    if (comment) return change(forge.comments, comment[0] ?? '', body);
    const issue = at(/\/issues\/(\d+)$/);
    if (issue) return change(forge.issues, issue[0] ?? '', body);
    if (/\/issues$/.test(path))
      return method === 'GET'
        ? forge.issues.filter(({ state }) => state === 'open').map(shown)
        : add(forge.issues, body);
    return undefined;
  };

  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', forge.url);
    const method = request.method ?? '';
    forge.requests.push(`${method} ${path}`);
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
    };
    if (request.headers.authorization !== `Bearer ${token}`) return send(401, { message: 'Bad credentials' });
    const index = forge.faults.findIndex((it) => it.request.test(`${method} ${path}`));
    const [fault] = index === -1 ? [] : forge.faults.splice(index, 1);
    if (fault && !fault.isLate) return send(fault.status, fault.body ?? {}, fault.headers);
    const answer = answerOf(method, path, text === '' ? {} : JSON.parse(text));
    if (fault) return send(fault.status, fault.body ?? {}, fault.headers);
    if (answer === undefined)
      return path === '/user' || path === '/graphql'
        ? send(403, { message: 'Not an account' })
        : send(404, { message: 'Not Found' });
    if (!Array.isArray(answer)) return send(200, answer);
    const page = Number(query.get('page') ?? 1);
    const next = `${forge.url}${path}?page=${page + 1}`;
    const hasNext = answer.length > page * PAGE_SIZE;
    send(
      200,
      answer.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
      hasNext ? { link: `<${next}>; rel="next"` } : {},
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  forge.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  forge.close = () => new Promise((resolve) => server.close(() => resolve()));
  return forge;
}
