import { FERRY_DIAGRAMS } from './ferry-diagrams.js';
import { FERRY_CONNECTIONS, FERRY_DESCRIPTIONS, FERRY_OBJECTS } from './ferry-model.js';
import type { FlowTable, LandscapeTable } from './landscape-table.js';

const FLOWS: FlowTable[] = [
  {
    key: 'book',
    name: 'Book a crossing',
    diagram: 'booking-apps',
    pinned: true,
    paths: { accepted: 'Card accepted', declined: 'Card declined' },
    steps: `
      introduction | | | | A family books an evening crossing with their car.
      | passenger | web | | Picks a sailing and enters the length of the car.
      | web | booking-api | | Submits the basket; deck space is held for ten minutes.
      | booking-api | payments | | Asks to authorise the fare.
      alternate-path | | | | What the card issuer says.
      | booking-api | booking-db | accepted | Stores the booking as confirmed.
      | booking-api | notifier | accepted | Publishes the confirmed booking.
      | notifier | messages | accepted | Sends the ticket by mail and text.
      self-action | booking-api | booking-api | declined | Releases the deck space and offers another card.
    `,
  },
  {
    key: 'check-in',
    name: 'Check in a car',
    diagram: 'boarding-apps',
    since: 1,
    steps: `
      | passenger | kiosk | | Shows the booking's code and confirms the number plate.
      | kiosk | boarding-api | | Registers the car and everyone in it.
      self-action | boarding-api | boarding-api | | Gives the car a lane by length and height.
      | boarding-api | manifest-db | | Adds the passengers to the manifest.
      | agent | scanner | | Scans the ticket at the ramp.
      | scanner | boarding-api | | Verifies the ticket and marks the car as on board.
      | boarding-api | scheduler | | Reports the departure once the ramp is up.
    `,
  },
  {
    key: 'storm',
    name: 'Cancel a sailing in a storm',
    diagram: 'scheduler-components',
    since: 2,
    steps: `
      | disruption | weather | | Checks wave heights every ten minutes.
      information | | | | Above three and a half metres no ship leaves harbour.
      | disruption | timetable-planner | | Proposes to cancel the sailing.
      | console | timetable-planner | | The planner on duty confirms.
      | timetable-planner | schedule-db | | Saves the sailing as cancelled.
      | disruption | sailing-events | | Publishes the cancellation.
      conclusion | | | | Booking offers every passenger another sailing.
    `,
  },
];

/** The main landscape of the demo: a ferry line, from ticket to berth. */
export const FERRY_PLATFORM: LandscapeTable = {
  key: 'ferry-platform',
  name: 'Ferry Platform',
  domains: `
    travel | Passenger Travel
    fleet-ports | Fleet and Ports
  `,
  tagGroups: `
    data | lock | Data Class
    criticality | exclamation-triangle | Criticality
    roadmap | calendar-check | Roadmap
  `,
  tags: `
    public | data | green | Public
    personal | data | orange | Personal data
    card | data | red | Card data
    tier-1 | criticality | red | Tier 1
    tier-2 | criticality | yellow | Tier 2
    tier-3 | criticality | grey | Tier 3
    keep | roadmap | dark-blue | Keep
    move | roadmap | blue | Move to cloud
    review | roadmap | beaver | Under review
    replace | roadmap | purple | Replace
  `,
  objects: FERRY_OBJECTS,
  connections: FERRY_CONNECTIONS,
  descriptions: FERRY_DESCRIPTIONS,
  diagramGroups: `
    overview | travel | Overview
    selling | booking | Selling a crossing
  `,
  diagrams: FERRY_DIAGRAMS,
  flows: FLOWS,
};
