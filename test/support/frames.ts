import { frameRoom, type NewEvent, type NewFrame, writeFrame } from '../../src/webhooks/event-store/frame.js';

/** An event as the store takes it. */
export const frameOf = ({ body, ...head }: NewEvent): NewFrame => ({
  id: head.id,
  head: JSON.stringify(head),
  body,
});

/** An event as it lies on disk. */
export function encodeFrame(event: NewEvent): Buffer {
  const frame = frameOf(event);
  const target = Buffer.alloc(frameRoom(frame));
  return target.subarray(0, writeFrame(frame, target, 0));
}
