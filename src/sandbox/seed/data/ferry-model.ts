/** Model objects of the ferry line's platform. Columns: see `landscape-table.ts`. */
export const FERRY_OBJECTS = `
travel | Passenger Travel | root | | | | | | | From looking for a crossing to driving off the ship.
fleet-ports | Fleet and Ports | root | | | | | | | Ships, sailings and the harbours they call at.
passenger | Passenger | actor | travel | | | | | | Crosses on foot, by bike or with a vehicle.
agent | Terminal Agent | actor | travel | | | | | | Helps passengers and loads the car deck.
planner | Fleet Planner | actor | fleet-ports | | | | | | Decides which ship sails when.
booking | Booking | system | travel | | | tier-1 personal | | travel | Sells crossings and keeps every booking.
boarding | Boarding | system | travel | | | tier-1 | | travel | Checks passengers in and counts them on board.
payments | Payment Provider | system | travel | external | stripe | card | | | Takes card and wallet payments.
messages | Message Gateway | system | travel | external | twilio | personal | | | Delivers texts and mails.
fleet | Fleet Operations | system | fleet-ports | | | tier-1 | | fleet | Plans sailings and follows the ships.
weather | Marine Weather Service | system | fleet-ports | external | | public | | | Forecasts wind and waves for each route.
port | Port Authority | system | fleet-ports | external | | | | | Assigns berths and keeps passenger manifests.
terminal-edge | Terminal Edge | group | travel | | docker | | | travel | Runs inside the terminal and survives a lost line.
vehicle-lane | Vehicle Lane | group | terminal-edge | | | | | travel | Devices at the gate of the car deck.
web | Booking Website | app | booking | | react typescript | tier-1 | | travel | Search, seat choice and payment in the browser.
mobile | Travel App | app | booking | | flutter | tier-2 move | | travel | Bookings and boarding passes on the phone.
booking-api | Booking API | app | booking | | nestjs nodejs | tier-1 personal | | travel | Reserves deck space and turns it into bookings.
notifier | Notification Worker | app | booking | | nodejs | tier-2 | | travel | Tells passengers what has changed.
booking-db | Booking Database | store | booking | | postgresql | personal tier-1 | | travel | Bookings, passengers and vehicles.
booking-events | Booking Events | store | booking | | apache-kafka | tier-1 | | travel | Topic of every change to a booking.
cache | Availability Cache | store | booking | future since:1 | redis | tier-3 review | | travel | Free deck metres and seats for each sailing.
kiosk | Check-in Kiosk | app | boarding | future>live@1 | vue typescript | tier-2 | terminal-edge | travel | Self-service check-in in the departure hall.
scanner | Gate Scanner | app | boarding | | kotlin | tier-1 | terminal-edge vehicle-lane | travel | Handheld that reads tickets at the ramp.
boarding-api | Boarding Service | app | boarding | | go | tier-1 personal | | travel | Knows who and what is on board.
manifest-db | Manifest Database | store | boarding | | amazon-dynamodb | personal tier-1 | | travel | One manifest for each departure.
console | Operations Console | app | fleet | | angular typescript | tier-2 | | fleet | Timetable, ships and disruptions on one screen.
scheduler | Sailing Scheduler | app | fleet | | spring-boot java | tier-1 keep | | fleet | Owns the timetable and changes it when it must.
tracker | Vessel Tracker | app | fleet | future since:2 | rust | tier-3 review | | fleet | Turns position reports into expected arrivals.
timetable | Timetable Import | app | fleet | live>deprecated@1 | python | replace | | fleet | Reads the season's timetable from spreadsheets.
schedule-db | Schedule Database | store | fleet | | postgresql | tier-1 | | fleet | Sailings, ships and berth slots.
sailing-events | Sailing Events | store | fleet | since:1 | rabbitmq | tier-1 | | fleet | Exchange for departures, delays and cancellations.
endpoints | Booking Endpoints | component | booking-api | | typescript | | | travel | The public HTTP surface.
reservations | Reservation Manager | component | booking-api | | typescript | personal | | travel | Holds deck space until payment or time-out.
payment-adapter | Payment Adapter | component | booking-api | | typescript | card | | travel | Speaks the payment provider's protocol.
event-publisher | Event Publisher | component | booking-api | | typescript | | | travel | Writes changes to the topic, once each.
timetable-planner | Timetable Planner | component | scheduler | | java | | | fleet | Keeps sailings free of clashes.
disruption | Disruption Engine | component | scheduler | since:1 | java | review | | fleet | Proposes delays and cancellations in bad weather.
`;

/** Model connections of the ferry line's platform. Columns: see `landscape-table.ts`. */
export const FERRY_CONNECTIONS = `
passenger | booking | Books a crossing | | | | |
passenger | boarding | Checks in | | | | |
agent | boarding | Loads the ship | | | | |
booking | payments | Takes payments | | | https | card |
booking | messages | Sends tickets | | | https | personal |
booking | boarding | Shares bookings and manifests | both | | | personal |
fleet | booking | Announces sailing changes | | | | |
boarding | fleet | Reports departures | | | | |
planner | fleet | Plans sailings | | | | |
fleet | weather | Reads forecasts | | | https | public |
fleet | port | Negotiates berth slots | both | | https | |
passenger | web | Searches and books | | | https | |
passenger | mobile | Books on the move | | | https | |
agent | web | Amends bookings | | | https | |
web | booking-api | Submits bookings | | | https graphql | personal | One request for each basket; repeated safely with the same key.
mobile | booking-api | Submits bookings | | | https graphql | personal |
booking-api | booking-db | Stores bookings | | | | personal |
booking-api | cache | Looks up free deck space | future since:1 | | | review |
booking-api | payments | Authorises fares | | | https | card | Authorises at booking, captures at check-in.
booking-api | notifier | Publishes booking changes | | booking-events | | personal | Ordered by booking number.
booking-api | boarding-api | Publishes confirmed bookings | | booking-events | | personal |
notifier | messages | Sends tickets | | | https | personal |
scheduler | booking-api | Announces sailing changes | since:1 | sailing-events | amqp | |
passenger | kiosk | Checks in | future>live@1 | | | |
agent | scanner | Scans tickets | | | | |
kiosk | boarding-api | Registers check-ins | future>live@1 | | grpc | personal |
scanner | boarding-api | Verifies tickets | | | mqtt | | Works from a local list while the line is down.
boarding-api | manifest-db | Writes manifests | | | | personal |
boarding-api | scheduler | Reports departures | since:1 | sailing-events | amqp | |
boarding-api | port | Files manifests | | | https | personal | Due fifteen minutes before departure.
planner | console | Plans sailings | | | | |
console | scheduler | Edits the timetable | | | https websocket | |
scheduler | schedule-db | Stores sailings | | | | |
scheduler | weather | Fetches forecasts | | | https | public |
scheduler | port | Requests berth slots | both | | https oauth2 | |
tracker | scheduler | Reports expected arrivals | future since:2 | sailing-events | amqp | review |
timetable | schedule-db | Imports the timetable | live>deprecated@1 | | | replace |
web | endpoints | Submits bookings | | | https graphql | |
endpoints | reservations | Reserves deck space | | | | |
reservations | booking-db | Reads and writes bookings | | | | personal |
reservations | payment-adapter | Asks for authorisation | | | | card |
reservations | event-publisher | Hands over changes | undirected | | | |
payment-adapter | payments | Authorises fares | | | https | card |
event-publisher | booking-events | Publishes changes | future>live@2 | | | |
console | timetable-planner | Edits the timetable | | | https | |
timetable-planner | schedule-db | Saves sailings | | | | |
disruption | timetable-planner | Proposes changes | since:1 | | | |
disruption | weather | Checks wave heights | since:1 | | https | public |
disruption | sailing-events | Publishes cancellations | since:1 | | amqp | |
`;

/** Long descriptions of the most prominent systems. */
export const FERRY_DESCRIPTIONS: Readonly<Record<string, string>> = {
  booking:
    'Sells crossings on the web and on the phone. A booking holds deck space for ten minutes; paying turns it into a ticket.',
  boarding:
    'Knows who is on board. It keeps working inside a terminal without a line to the outside and catches up later.',
  fleet:
    'Owns the timetable. Whatever changes a sailing, be it weather, a berth or a fault, passes through here.',
  scheduler:
    'Changes are proposed by people or by the disruption engine and take effect when a planner confirms.',
  'booking-api':
    'The only writer of the booking database. All other systems learn of bookings from its events.',
};
