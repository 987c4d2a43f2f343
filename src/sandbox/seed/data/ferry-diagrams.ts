import type { DiagramTable } from './landscape-table.js';

/** Diagrams of the ferry line's platform, on a grid of 32 units. */
export const FERRY_DIAGRAMS: DiagramTable[] = [
  {
    key: 'context',
    name: 'Ferry Platform Context',
    type: 'context-diagram',
    model: 'travel',
    parent: null,
    group: 'overview',
    description: 'Who uses the platform, and what it leans on.',
    pinned: true,
    layout: `
      box passenger 0 96
      box agent 0 416
      box planner 0 736
      box booking 416 96
      box boarding 416 416
      box fleet 416 736
      box payments 896 0
      box messages 896 192
      box port 896 608
      box weather 896 832
    `,
  },
  {
    key: 'booking-apps',
    name: 'Booking Apps',
    type: 'app-diagram',
    model: 'booking',
    parent: 'context',
    group: 'selling',
    description: 'How a crossing is sold.',
    pinned: true,
    layout: `
      area booking 288 0 1088 736
      box passenger 0 96
      box agent 0 416
      box web 352 96
      box mobile 352 416
      box booking-api 704 256
      box cache 704 512
      box booking-db 1056 64
      box booking-events 1056 288
      box notifier 1056 512
      box payments 1504 64
      box boarding-api 1504 288
      box messages 1504 512
      box scheduler 704 832
    `,
  },
  {
    key: 'boarding-apps',
    name: 'Boarding Apps',
    type: 'app-diagram',
    model: 'boarding',
    parent: 'context',
    group: null,
    description: 'From the departure hall to the car deck.',
    layout: `
      area boarding 288 0 1088 608
      area terminal-edge 320 32 320 544
      box passenger 0 64
      box agent 0 352
      box kiosk 352 96
      box scanner 352 384
      box boarding-api 736 224
      box manifest-db 1088 224
      box booking-api 736 704
      box sailing-events 1088 704
      box scheduler 1504 352
      box port 1504 96
    `,
  },
  {
    key: 'fleet-apps',
    name: 'Fleet Operations Apps',
    type: 'app-diagram',
    model: 'fleet',
    parent: 'context',
    group: null,
    description: 'How the timetable is made and kept.',
    layout: `
      area fleet 288 0 1088 736
      box planner 0 96
      box console 352 96
      box scheduler 704 256
      box schedule-db 1056 96
      box sailing-events 1056 416
      box tracker 352 320
      box timetable 352 544
      box weather 1504 64
      box port 1504 288
      box boarding-api 704 832
      box booking-api 1056 832
    `,
  },
  {
    key: 'booking-api-components',
    name: 'Booking API Components',
    type: 'component-diagram',
    model: 'booking-api',
    parent: 'booking-apps',
    group: null,
    description: 'The inside of the Booking API.',
    layout: `
      area booking-api 320 0 736 512
      box web 0 64
      box endpoints 384 64
      box reservations 384 320
      box payment-adapter 768 64
      box event-publisher 768 320
      box payments 1184 64
      box booking-events 1184 320
      box booking-db 384 608
    `,
  },
  {
    key: 'scheduler-components',
    name: 'Sailing Scheduler Components',
    type: 'component-diagram',
    model: 'scheduler',
    parent: 'fleet-apps',
    group: null,
    description: 'What happens to the timetable when the weather turns.',
    since: 1,
    layout: `
      area scheduler 320 0 352 544
      box console 0 64
      box timetable-planner 384 64
      box disruption 384 352
      box schedule-db 800 64
      box weather 800 288
      box sailing-events 800 512
    `,
  },
];
