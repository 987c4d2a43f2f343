import { ArchctlError, usageError } from '../../base/errors.js';
import { isObject } from '../../base/is-object.js';
import type { JsonObject } from '../../base/json/json-object.js';
import type { Operation } from '../../contract/operation.js';
import type { BulkRules } from '../command/family/bulk-rules.js';
import { merge, setPath } from '../command/input/body.js';
import type { DataEntry } from '../command/input/given-data.js';
import { checkBody, type Finish } from '../command/input/request-parts.js';
import type { Context } from '../command/spec.js';
import type { OptionSpec } from '../command/value-spec.js';
import type { SelectedRecords } from './choose.js';

/** A request of a bulk operation, ready to be sent. */
export interface Job {
  entry: DataEntry;
  operation: Operation;
  path: JsonObject;
  query: JsonObject;
  body: JsonObject | undefined;
  /** Id of the record, if the request names one. */
  id: string | undefined;
  /** Whether the request is idempotent. */
  isRepeatable: boolean;
  /** A delete that an earlier run sent without receiving an answer: "not found" then counts as success. */
  mayBeDeleted: boolean;
  /**
   * Indexes of jobs that must finish first: they create records that this job references, or change the same record.
   */
  after: readonly number[];
}

/** Key that marks such a delete in a line of the failures file. */
const MAY_BE_DELETED = 'mayBeGone';

/** Line for the failures file, for a job whose result is unknown. */
export const lineToResend = ({ operation, entry, id }: Job): string =>
  id === undefined
    ? entry.text
    : JSON.stringify({
        ...entry.value,
        id,
        ...(operation.method === 'DELETE' && { [MAY_BE_DELETED]: true }),
      });

export interface JobSource {
  context: Context;
  operation: Operation;
  rules: BulkRules;
  options: Readonly<Record<string, OptionSpec>>;
  finish: Finish | undefined;
  path: JsonObject;
  query: JsonObject;
  entries: readonly DataEntry[];
  newId: () => string;
  /**
   * Records selected on the command line. All get the same body, which is built and checked once; `partly` adds what
   * differs.
   */
  chosen: SelectedRecords | undefined;
  partly: ((body: JsonObject, record: JsonObject) => JsonObject) | undefined;
}

/**
 * Builds the requests of all entries and validates each before the first is sent. Errors: `usage`, one line per
 * problem.
 */
export async function jobsOf(source: JobSource): Promise<Job[]> {
  if (source.chosen) return sameBodyJobs(source, source.chosen);
  const faults: string[] = [];
  const jobs: Job[] = [];
  for (const entry of source.entries) {
    try {
      jobs.push(await jobOf(source, entry));
    } catch (error) {
      if (!(error instanceof ArchctlError) || error.kind !== 'usage') throw error;
      const problems = error.facts.details ?? [error.message.replace(/\.$/, '')];
      faults.push(...problems.map((detail) => `${entry.where}: ${detail}`));
    }
  }
  if (faults.length > 0)
    throw usageError('The records are not valid; nothing was sent.', { details: faults });
  return inOrder(jobs);
}

async function sameBodyJobs(source: JobSource, chosen: SelectedRecords): Promise<Job[]> {
  const [first] = source.entries;
  if (first === undefined) return [];
  if (source.partly) return Promise.all(source.entries.map((entry, at) => jobOf(source, entry, chosen[at])));
  const job = await jobOf(source, first);
  return source.entries.map((entry) => {
    const id = String(entry.value.id);
    return { ...job, entry, id, path: { ...job.path, [source.rules.idArgument ?? '']: id } };
  });
}

async function jobOf(source: JobSource, entry: DataEntry, record?: JsonObject): Promise<Job> {
  const { operation, rules, options, finish, context } = source;
  const { id: given, ...fields } = entry.value;
  const namesIt = rules.idArgument !== undefined || rules.repeatableAs !== undefined;
  if (namesIt && given !== undefined) checkId(given);
  if (rules.idArgument !== undefined && given === undefined) throw usageError('id: is required');
  // Written out in each branch: copying a common part would take longer than everything else here.
  const { query } = source;
  // A delete needs only the id; other fields of the line are ignored.
  if (!('body' in operation)) {
    const id = String(given);
    const path = { ...source.path, [rules.idArgument ?? '']: id };
    const mayBeDeleted = fields[MAY_BE_DELETED] === true;
    return {
      entry,
      operation,
      path,
      query,
      body: undefined,
      id,
      isRepeatable: true,
      mayBeDeleted,
      after: [],
    };
  }
  const over = merge(namesIt ? fields : entry.value, optionFields(context, options));
  const finished = finish
    ? await finish(over, context, given === undefined ? undefined : String(given))
    : over;
  const whole = record && source.partly ? source.partly(finished, record) : finished;
  const body = checkBody(operation, options, whole);
  if (rules.repeatableAs !== undefined) {
    const id = given === undefined ? source.newId() : String(given);
    const path = { ...source.path, [lastParam(rules.repeatableAs)]: id };
    const upsert = rules.repeatableAs;
    const isRepeatable = body.commit === undefined;
    return { entry, operation: upsert, path, query, body, id, isRepeatable, mayBeDeleted: false, after: [] };
  }
  const id = given === undefined ? undefined : String(given);
  const path = rules.idArgument === undefined ? source.path : { ...source.path, [rules.idArgument]: id };
  return {
    ...{ entry, operation, path, query, body, id },
    isRepeatable: isRepeatable(operation, body),
    mayBeDeleted: false,
    after: [],
  };
}

function checkId(id: unknown): void {
  if (typeof id !== 'string' || id.trim() === '' || id === '.' || id === '..')
    throw usageError('id: must be the id of a record');
}

/** Fields that options set on every record. */
function optionFields(context: Context, options: JobSource['options']): JsonObject {
  const fields: JsonObject = {};
  for (const [key, option] of Object.entries(options)) {
    const value = context.parsed.options[key];
    if (option.body && value !== undefined) setPath(fields, option.body, value);
  }
  return fields;
}

const lastParam = ({ path }: Operation): string => /\{(\w+)\}$/.exec(path)?.[1] ?? '';

/** A PUT is idempotent; a PATCH is unless it uses operators or a commit (docs/service.md#updates). */
const isRepeatable = ({ method }: Operation, body: JsonObject): boolean =>
  body.commit === undefined && (method === 'PUT' || (method === 'PATCH' && !hasOperators(body)));

const hasOperators = (body: JsonObject): boolean =>
  Object.values(body).some(
    (value) => isObject(value) && Object.keys(value).some((key) => key.startsWith('$')),
  );

/** Orders jobs: each depends on earlier jobs whose ids it references. */
function inOrder(jobs: readonly Job[]): Job[] {
  const latest = new Map<string, number>();
  return jobs.map((job, at) => {
    const after = new Set<number>();
    addEarlier(after, job.id);
    addEarlier(after, job.body);
    if (job.id !== undefined) latest.set(job.id, at);
    return after.size === 0 ? job : { ...job, after: [...after] };
  });

  /** Adds the jobs whose ids occur as texts in a value. */
  function addEarlier(found: Set<number>, value: unknown): void {
    if (typeof value === 'string') {
      const earlier = latest.get(value);
      if (earlier !== undefined) found.add(earlier);
    } else if (typeof value === 'object' && value !== null) {
      for (const part of Object.values(value)) addEarlier(found, part);
    }
  }
}
