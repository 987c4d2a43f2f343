import { usageError } from '../../base/errors.js';

export const DEFAULT_SUBJECT = 'archctl.events.{organization}.{collection}.{operation}';

/** Placeholders in a subject pattern. Ids are those of the event. */
const PLACEHOLDERS = [
  'organization',
  'landscape',
  'subscription',
  'resource',
  'collection',
  'operation',
] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

export type SubjectFields = Partial<Record<Placeholder, string | null>>;

/** A placeholder is a whole token, so that patterns can be compared with the subjects of a stream. */
const TOKEN = /^(?:[A-Za-z0-9_-]+|\{([a-z]+)\})$/;

/** @throws ArchctlError `usage` for an invalid pattern. */
export function checkPattern(pattern: string): string {
  for (const token of pattern.split('.')) {
    const match = TOKEN.exec(token);
    const name = match?.[1];
    if (!match || (name !== undefined && !(PLACEHOLDERS as readonly string[]).includes(name)))
      throw usageError(`Option --subject: "${token}" is not a valid part of a subject.`, {
        hint: `Parts are separated by dots: letters, digits, "-" and "_", or one of ${PLACEHOLDERS.map((it) => `{${it}}`).join(', ')}.`,
      });
  }
  return pattern;
}

/** Replaces placeholders. Other characters than letters, digits, "-" and "_" in values become "_". */
export const subjectOf = (pattern: string, fields: SubjectFields): string =>
  pattern.replaceAll(
    /\{([a-z]+)\}/g,
    (_, name: Placeholder) => fields[name]?.replaceAll(/[^A-Za-z0-9_-]/g, '_') || '_',
  );

/** The pattern as a NATS subject with wildcards. */
export const wildcardOf = (pattern: string): string => pattern.replaceAll(/\{[a-z]+\}/g, '*');
