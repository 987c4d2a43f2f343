import { expect } from 'vitest';
import type { Include, ReadDialect } from '../../../src/model/dialects/readers.js';
import { resolve } from '../../../src/model/dialects/resolve/resolve.js';
import { elementsOf } from '../../../src/model/document/element.js';
import { readModel, type SourceFile } from '../../../src/model/document/read.js';
import { writeModel } from '../../../src/model/document/write.js';
import { validate } from '../../../src/model/validate/validate.js';

export const NOTHING: Include = () => undefined;

/**
 * Result of an import: objects as `type parent/id`, connections as `origin -text-> target`, diagrams, and
 * findings.
 */
export function madeOf(reader: ReadDialect, files: readonly SourceFile[], include = NOTHING) {
  const { model, findings } = resolve(reader(files, include));
  const written = writeModel(model);
  const faults = validate(written, readModel(written)).filter(({ severity }) => severity === 'error');
  expect(faults).toEqual([]);
  const arrow = (direction: unknown): string =>
    direction === 'outgoing' ? '->' : direction === 'bidirectional' ? '<->' : '-';
  return {
    model,
    domains: elementsOf(model, 'domain').map(({ fields }) => fields.name),
    objects: elementsOf(model, 'object').map(({ id, fields }) => {
      const parent = fields.parent === undefined ? '' : `${fields.parent}/`;
      const groups = Array.isArray(fields.groups) ? ` in ${fields.groups.join(' ')}` : '';
      return `${fields.type}${fields.external ? '!' : ''} ${parent}${id}${groups}`;
    }),
    connections: elementsOf(model, 'connection').map(
      ({ fields }) => `${fields.origin} -${fields.name}${arrow(fields.direction)} ${fields.target}`,
    ),
    fields: (id: string) => elementsOf(model, 'object').find((it) => it.id === id)?.fields,
    connection: (name: string) =>
      elementsOf(model, 'connection').find((it) => it.fields.name === name)?.fields,
    diagrams: elementsOf(model, 'diagram').map(({ fields }) => ({
      name: fields.name,
      type: fields.type,
      of: fields.of ?? fields.domain,
      objects: (fields.objects as readonly { object: string }[]).map(({ object }) => object).join(' '),
      lines: (fields.connections as readonly unknown[] | undefined)?.length ?? 0,
    })),
    findings: findings.map(
      ({ rule, message, place }) => `${rule.replace('import/', '')} ${place?.from ?? '-'} ${message}`,
    ),
  };
}
