import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { interrupted } from '../../../base/errors.js';
import type { Context } from '../../../cli/command/spec.js';
import { withBuffer } from '../../../client/send/buffer.js';
import { systemClock } from '../../../client/send/clock.js';
import { failureCode, TOO_LARGE } from '../../../client/send/network-errors.js';
import { withTimeout } from '../../../client/send/timeout.js';
import { type Transport, transport } from '../../../client/send/wire.js';
import { nodeTransport } from '../../../client/transport/transport.js';
import { instanceAnswer, isProven } from '../../../sandbox/instance.js';
import type { SandboxRecord } from './state.js';

/** Timeout of an identity check in milliseconds. A sandbox answers at once unless it is rendering or hanging. */
const ANSWER_MS = 3_000;
/** Maximum size of a sandbox's answer in bytes. */
const MAX_ANSWER = 4_096;

export type ServerIdentity = 'itself' | 'another' | 'nobody' | 'silence';

/** Identifies the process at the address of a sandbox. Sends no secret. */
export async function identifyServer(
  context: Context,
  { pid, baseUrl, instance }: SandboxRecord,
): Promise<ServerIdentity> {
  const challenge = randomBytes(32).toString('hex');
  try {
    const answer = await read(
      context,
      new URL(`/sandbox/instance?challenge=${challenge}`, baseUrl),
      instanceAnswer,
    );
    return answer?.pid === pid && isProven(instance, challenge, answer) ? 'itself' : 'another';
  } catch (error) {
    if (context.world.signal.aborted) throw interrupted();
    return answerOf(failureCode(error));
  }
}

const health = z.object({ ok: z.literal(true), plan: z.string(), seed: z.string() });

/** Returns true if any sandbox answers at the address of a profile. Sends no secret. */
export async function answersAsSandbox(context: Context, baseUrl: string): Promise<boolean> {
  try {
    const url = new URL('health', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
    return (await read(context, url, health)) !== undefined;
  } catch {
    if (context.world.signal.aborted) throw interrupted();
    return false;
  }
}

/** Sends a request without a key and parses a response with status 200. Throws network errors. */
async function read<S extends z.ZodMiniType>(
  { world }: Context,
  url: URL,
  schema: S,
): Promise<z.output<S> | undefined> {
  const carrier: Transport = world.transport
    ? transport(world.transport)
    : nodeTransport({ proxyEnv: world.env });
  const clock = { now: () => world.now().getTime(), sleep: world.sleep ?? systemClock.sleep };
  try {
    const { status, body } = await withTimeout(
      withBuffer(carrier),
      clock,
      ANSWER_MS,
    )({
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      signal: world.signal,
      maxBytes: MAX_ANSWER,
    });
    return status === 200 ? parsed(schema, await body.text()) : undefined;
  } finally {
    await carrier.close();
  }
}

/** A refused connection means that nothing is listening; a timeout proves nothing. */
function answerOf(code: string | undefined): ServerIdentity {
  if (code === 'ECONNREFUSED') return 'nobody';
  return code === TOO_LARGE || code?.startsWith('HPE_') ? 'another' : 'silence';
}

function parsed<S extends z.ZodMiniType>(schema: S, text: string): z.output<S> | undefined {
  try {
    return z.safeParse(schema, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
