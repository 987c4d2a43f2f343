import { frameRoom, type NewEvent, type NewFrame, writeFrame } from '../../src/webhooks/event-store/frame.js';

/** Input of the event store. */
export const frameOf = ({ body, ...head }: NewEvent): NewFrame => ({
  id: head.id,
  head: JSON.stringify(head),
  body,
});

/** Bytes of an event on disk. */
export function encodeFrame(event: NewEvent): Buffer {
  const frame = frameOf(event);
  const target = Buffer.alloc(frameRoom(frame));
  return target.subarray(0, writeFrame(frame, target, 0));
}
