import * as z from 'zod/mini';
import { operation } from '../operation.js';
import { loose, text } from '../schema.js';

/** docs/service.md#health: state of the service and of each component. */
export const health = loose({
  id: z.optional(text()),
  ok: z.boolean(),
  location: z.optional(text()),
  services: z.optional(z.record(z.string(), loose({}))),
});

export const getHealth = operation({
  id: 'health.get',
  method: 'GET',
  path: '/health',
  response: health,
  envelope: null,
  answers: 'one',
  meter: 'read',
  access: 'public',
  summary: 'Show the health of the service',
});
