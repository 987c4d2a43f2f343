import { ArchctlError } from '../../base/errors.js';
import type { JsonObject } from '../../base/json/json-object.js';
import type { Operation } from '../../contract/operation.js';
import { namesakeKind } from '../../contract/rules/namesakes.js';
import { EXCLUDED_KINDS } from '../../contract/rules/undo/excluded-kinds.js';
import type { ChangeReport } from './family/command-family.js';
import { withUndoWarning } from './family/delete-question.js';
import { checkedBody, type Finish } from './input/request-parts.js';
import { printsOneLine } from './one-line.js';
import type { Context } from './spec.js';
import type { OptionSpec } from './value-spec.js';

/** The part of a command that determines its request. */
interface RequestSteps {
  finish?: Finish;
  confirm?: (context: Context) => string | Promise<string>;
  confirmsName?: string;
  prepare?: (context: Context) => Promise<void>;
  written?: ChangeReport;
}

/** A response, and the record before the request if a person sees the change. */
interface SentRequest {
  response: JsonObject;
  before: JsonObject | null | undefined;
}

/**
 * Sends data with names. A text that looks like an id is looked up only if the service does not know it; the first request
 * changed nothing.
 */
export async function sendWithNames(
  context: Context,
  operation: Operation,
  options: Readonly<Record<string, OptionSpec>>,
  input: Parameters<typeof send>[3],
  spec: Parameters<typeof send>[4],
): Promise<SentRequest> {
  const { data } = input;
  if (data === undefined) return send(context, operation, options, input, spec);
  const { withoutNames } = await import('../names/body-names.js');
  const resolve = async (all: boolean): Promise<JsonObject | undefined> =>
    (await withoutNames(context, [{ where: '', value: data }], { operation, options, all }))[0]?.value;
  const first = await resolve(false);
  try {
    return await send(context, operation, options, { ...input, data: first }, spec);
  } catch (error) {
    const isRefused = error instanceof ArchctlError && [404, 422].includes(error.facts.status ?? 0);
    const second = isRefused ? await resolve(true).catch(() => first) : first;
    if (JSON.stringify(second) === JSON.stringify(first)) throw error;
    return send(context, operation, options, { ...input, data: second }, spec);
  }
}

async function send(
  context: Context,
  operation: Operation,
  options: Readonly<Record<string, OptionSpec>>,
  { data, ...input }: { path: JsonObject; query: JsonObject; data: JsonObject | undefined },
  { finish, confirm, confirmsName, prepare, written }: RequestSteps,
): Promise<SentRequest> {
  const body =
    'body' in operation
      ? await checkedBody<JsonObject>(context, operation, options, finish, data)
      : undefined;
  if (confirm) {
    const id = confirmsName === undefined ? undefined : String(input.path[confirmsName]);
    await context.confirm(await questionOf(context, operation, confirm, written), id);
  }
  await prepare?.(context);
  const before =
    written && printsOneLine(context)
      ? await stateBefore(context, operation, written, input.path)
      : undefined;
  const kind = namesakeKind(operation.envelope, body);
  const warn = async (record: JsonObject, mayRead: boolean): Promise<void> => {
    if (kind === undefined) return;
    const { warnAboutNamesakes } = await import('../names/namesake-warnings.js');
    await warnAboutNamesakes(context, kind, [record], mayRead);
  };
  // The body of an update is incomplete; its answer is not.
  const isWhole = operation.method !== 'PATCH';
  if (isWhole) await warn({ ...body, id: Object.values(input.path).at(-1) }, true);
  const client = await context.client();
  const response = await client.perform(operation, { ...input, ...(body ? { body } : {}) });
  if (!isWhole) await warn(response[operation.envelope ?? ''] as JsonObject, false);
  return { response, before };
}

/** The confirmation question; for a delete, with a warning if the record cannot be restored. */
async function questionOf(
  context: Context,
  { method }: Operation,
  confirm: (context: Context) => string | Promise<string>,
  written: ChangeReport | undefined,
): Promise<string> {
  const question = await confirm(context);
  const isRestorable = written !== undefined && !EXCLUDED_KINDS.includes(written.family.shape.singular);
  return method === 'DELETE' && !isRestorable ? withUndoWarning(context, question) : question;
}

/** The record before the request; null if the request creates it, undefined if it deletes it. */
async function stateBefore(
  context: Context,
  { method }: Operation,
  { family }: ChangeReport,
  path: JsonObject,
): Promise<JsonObject | null | undefined> {
  if (method === 'POST') return null;
  if (method === 'DELETE') return undefined;
  const { recordBefore } = await import('./family/change-line.js');
  return recordBefore(context, family, path as Record<string, string>);
}
