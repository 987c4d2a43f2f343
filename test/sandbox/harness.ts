import { expect } from 'vitest';
import * as z from 'zod/mini';
import { OPERATIONS } from '../../src/contract/index.js';
import { expandPath, type Operation } from '../../src/contract/operation.js';
import type { RequestHandler } from '../../src/sandbox/http/response.js';
import { openSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/sandbox.js';
import { sendByFetch, sendDirect } from '../support/direct-transport.js';
import { openSeeded } from '../support/seeded-databases.js';

export const ADMIN = { id: 'AdminKeyAdminKey0000', secret: 'a'.repeat(64) };
export const FONTS = 'src/drawing/fonts';

export interface Reply {
  status: number;
  // Tests read responses without types.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test is about
  body: any;
  headers: Headers;
}

export interface SendOptions {
  key?: { id: string; secret: string } | null;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  text?: string;
}

/**
 * A sandbox in memory with helpers for requests. Every success is checked against the response schema of its
 * operation.
 */
export async function openSandboxApi(options: SandboxOptions = {}) {
  const settings = { adminKey: ADMIN, fontDir: FONTS, exportDelayMs: 0, strict: true, ...options };
  let fixed: Date | undefined;
  const clock = (): Date => fixed ?? options.clock?.() ?? new Date();
  const { sandbox, handle } = await openSeeded(settings, (it) => openSandbox({ ...it, clock }));
  return {
    sandbox,
    ...sandboxApi(sandbox, handle),
    /** Stops the clock at a time; null restarts it. */
    setNow: (now: string | null): void => {
      fixed = now === null ? undefined : new Date(now);
    },
  };
}

export type SandboxApi = Awaited<ReturnType<typeof openSandboxApi>>;

/**
 * Helpers for requests to a sandbox.
 *
 * @param handler Its request handler. Without it, requests go through `fetch`.
 */
export function sandboxApi(sandbox: Sandbox, handler?: RequestHandler) {
  const send = async (method: string, path: string, options: SendOptions = {}): Promise<Reply> => {
    const { key = sandbox.adminKey, body, text, headers } = options;
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const sent = {
      ...(key && { Authorization: `ApiKey ${key.id}:${key.secret}` }),
      ...(content !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    };
    const url = new URL(`http://sandbox.test${path}`);
    const request = { method, url, headers: sent, body: content };
    const answer = await (handler ? sendDirect(handler, request) : sendByFetch(sandbox, request));
    const named = new Headers(answer.headers);
    const got = method === 'HEAD' ? '' : String(answer.body);
    const json = named.get('content-type')?.startsWith('application/json') && got !== '';
    return { status: answer.status, body: json ? JSON.parse(got) : got, headers: named };
  };
  /** Performs an operation by its id. Organization, landscape and version are filled in. */
  const perform = async (
    id: string,
    parameters: Record<string, string> = {},
    options: SendOptions & { query?: string } = {},
  ): Promise<Reply> => {
    const operation = operationOf(id);
    const path = expandPath(operation.path, {
      organizationId: sandbox.organizationId,
      landscapeId: sandbox.landscapeId,
      versionId: 'latest',
      ...parameters,
    });
    const reply = await send(operation.method, `/v1${path}${options.query ?? ''}`, options);
    if (reply.status === 200 && operation.method !== 'HEAD') {
      const { error } = z.safeParse(operation.response, reply.body);
      if (error) expect(error.issues, id).toEqual([]);
    }
    return reply;
  };
  /** Performs an operation that must succeed, and returns the content of its envelope. */
  const must = async (
    id: string,
    parameters: Record<string, string> = {},
    body?: unknown,
    query = '',
    // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test is about
  ): Promise<any> => {
    const reply = await perform(id, parameters, { ...(body !== undefined && { body }), query });
    if (reply.status !== 200 || reply.body?.errors !== undefined)
      throw new Error(`${id} returned ${reply.status}: ${JSON.stringify(reply.body)}`);
    const { envelope } = operationOf(id);
    return envelope === null ? reply.body : reply.body[envelope];
  };
  const keyWith = async (permission: string): Promise<{ id: string; secret: string }> => {
    const { body } = await perform(
      'organizations.apiKeys.create',
      {},
      { body: { name: permission, permission } },
    );
    return { id: body.apiKey.id, secret: body.secret };
  };
  return { send, perform, must, keyWith };
}

export function operationOf(id: string): Operation {
  const found = OPERATIONS.find((operation) => operation.id === id);
  if (!found) throw new Error(`No operation ${id}`);
  return found;
}

/** Polls until `done`, and lets background jobs run in between. */
export async function eventually<T>(sendDirect: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await sendDirect();
    if (done(value)) return value;
    // A real pause, so that background work gets the processor.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A box of a diagram that shows a model object. */
export const drawnBox = (id: string, modelId: unknown, type = 'system') => {
  const size = { x: 0, y: 0, width: 9, height: 9 };
  return { id, modelId, ...size, type, shape: 'box' };
};
