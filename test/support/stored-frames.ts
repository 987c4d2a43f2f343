import { encodeFrames, type NewEvent, type NewFrame } from '../../src/webhooks/event-store/frame.js';

/** Input of the event store. */
export const frameOf = ({ body, ...head }: NewEvent): NewFrame => ({
  id: head.id,
  head: JSON.stringify(head),
  body,
});

/** Bytes of an event on disk. */
export const encodeFrame = (event: NewEvent): Buffer => encodeFrames([frameOf(event)]);
