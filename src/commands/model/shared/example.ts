/** Small example document with every list and explanatory comments. */
export const EXAMPLE = `# yaml-language-server: $schema=./model.schema.json
# Choose short ids for the elements, and never change them.
# Name or id of the landscape that the elements are for.
landscape: Ferry Platform
# Owner of these elements. Elements of other namespaces are not changed.
namespace: ferry-platform
domains:
  - id: travel
    name: Passenger Travel
    # Nested objects are children of their parent.
    objects:
      - { id: passenger, name: Passenger, type: actor, caption: Crosses on foot or by car. }
      - id: booking
        name: Booking
        type: system
        description: |
          Sells crossings, and knows who is on board.

          Texts of several lines are Markdown.
        tags: [public]
        objects:
          - { id: booking-api, name: Booking API, type: app }
          - { id: booking-db, name: Booking Database, type: store }
connections:
  - id: asks-for-cabin
    name: Asks for a cabin
    origin: passenger
    target: booking-api
    direction: outgoing
  - id: stores-bookings
    name: Stores bookings
    origin: booking-api
    target: booking-db
    direction: outgoing
tagGroups:
  - { id: exposure, name: Exposure, icon: globe }
tags:
  - { id: public, name: Public, color: blue, group: exposure }
diagrams:
  - id: booking-apps
    name: Booking Apps
    type: app-diagram
    of: booking
    # Connections between these objects are drawn, and positions are chosen automatically.
    objects: [passenger, booking-api, booking-db]
flows:
  - id: book
    name: Book a crossing
    diagram: booking-apps
    steps:
      - { origin: passenger, target: booking-api, description: Asks for a cabin }
      - { origin: booking-api, target: booking-db, description: Keeps the booking }
`;
