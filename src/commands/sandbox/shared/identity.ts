import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { ArchctlError, interrupted } from '../../../base/errors.js';
import type { Context } from '../../../cli/command/spec.js';
import { withBuffer } from '../../../client/send/buffer.js';
import { systemClock } from '../../../client/send/clock.js';
import { failureCode, TOO_LARGE } from '../../../client/send/network-errors.js';
import { withTimeout } from '../../../client/send/timeout.js';
import { type Transport, transport } from '../../../client/send/wire.js';
import { nodeTransport } from '../../../client/transport/transport.js';
import { instanceAnswer, isProven } from '../../../sandbox/instance.js';
import { fateOf } from './process.js';
import { readSandbox, type SandboxRecord } from './state.js';

/** How long a sandbox may take to say who it is, in milliseconds. It answers at once, unless it draws or hangs. */
const ANSWER_MS = 3_000;
/** Larger answers are none of a sandbox, in bytes. */
const MAX_ANSWER = 4_096;

/** What became of the sandbox that the state directory tells of. */
export type Found =
  | { is: 'absent' }
  /** It answered, and proved itself. */
  | { is: 'running'; record: SandboxRecord }
  /** Its process is there, by its id and start, but does not answer. */
  | { is: 'silent'; record: SandboxRecord }
  /** It cannot be told; `why` is a sentence. */
  | { is: 'unsure'; record: SandboxRecord; why: string };

/**
 * Looks for the sandbox that the state directory tells of, and takes no other for it: not a process that has its id
 * now, nor a program that listens where it did. Nothing is signalled, and no secret is sent.
 * @throws ArchctlError `usage` where what the directory holds cannot be trusted.
 */
export async function findSandbox(context: Context): Promise<Found> {
  const record = readSandbox(context);
  const fate = record ? fateOf(record) : 'gone';
  if (!record || fate === 'gone') return { is: 'absent' };
  // A dry run sends nothing, this neither.
  if (context.parsed.globals.dryRun) return { is: 'running', record };
  const { pid, baseUrl } = record;
  const answer = await ask(context, record);
  if (answer === 'itself') return { is: 'running', record };
  if (answer === 'another' && fate === 'there') {
    return {
      is: 'unsure',
      record,
      why: `Another program answers at ${baseUrl}, where process ${pid} should.`,
    };
  }
  if (fate === 'there') return { is: 'silent', record };
  // Where the id alone is known, silence may be a sandbox that hangs. Somebody else, or nobody, is no sandbox.
  if (answer !== 'silence') return { is: 'absent' };
  return {
    is: 'unsure',
    record,
    why: `Nothing answers at ${baseUrl}, and this system does not tell whether process ${pid} is the sandbox.`,
  };
}

/** The sandbox, where it runs and answers. Errors: `unavailable`, with what to do. */
export async function runningSandbox(context: Context): Promise<SandboxRecord> {
  const found = await findSandbox(context);
  if (found.is === 'running') return found.record;
  if (found.is === 'absent') {
    throw new ArchctlError('unavailable', 'No sandbox is running.', {
      hint: 'Start one: archctl sandbox start --detach',
    });
  }
  if (found.is === 'unsure') throw unsure(found);
  throw new ArchctlError('unavailable', silenceOf(found.record), {
    hint: 'Try again, or end it: archctl sandbox stop',
  });
}

/** A sandbox that is there and does not answer, as a sentence. */
export const silenceOf = ({ pid, baseUrl }: SandboxRecord): string =>
  `The sandbox at ${baseUrl} (process ${pid}) does not answer.`;

/** The error where it cannot be told what a process is. */
export const unsure = ({ record, why }: Extract<Found, { is: 'unsure' }>): ArchctlError =>
  new ArchctlError('unavailable', `${why} It was left alone.`, {
    hint: `Look at process ${record.pid}. Where it is a sandbox, end it by its id; where not, remove sandbox.json from the state directory.`,
  });

type Answer = 'itself' | 'another' | 'nobody' | 'silence';

async function ask(context: Context, { pid, baseUrl, instance }: SandboxRecord): Promise<Answer> {
  const { world } = context;
  const carrier: Transport = world.transport
    ? transport(world.transport)
    : nodeTransport({ proxyEnv: world.env });
  const clock = { now: () => world.now().getTime(), sleep: world.sleep ?? systemClock.sleep };
  const challenge = randomBytes(32).toString('hex');
  try {
    const { status, body } = await withTimeout(
      withBuffer(carrier),
      clock,
      ANSWER_MS,
    )({
      method: 'GET',
      url: new URL(`/sandbox/instance?challenge=${challenge}`, baseUrl),
      headers: { accept: 'application/json' },
      signal: world.signal,
      maxBytes: MAX_ANSWER,
    });
    const told = status === 200 ? readAnswer(await body.text()) : undefined;
    return told?.pid === pid && isProven(instance, challenge, told) ? 'itself' : 'another';
  } catch (error) {
    if (world.signal.aborted) throw interrupted();
    return answerOf(failureCode(error));
  } finally {
    await carrier.close();
  }
}

/** A connection that was refused says that nobody listens; time that ran out says nothing. */
function answerOf(code: string | undefined): Answer {
  if (code === 'ECONNREFUSED') return 'nobody';
  return code === TOO_LARGE || code?.startsWith('HPE_') ? 'another' : 'silence';
}

function readAnswer(text: string): z.output<typeof instanceAnswer> | undefined {
  try {
    return z.safeParse(instanceAnswer, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
