/** A document with all kinds of elements, as people write it. */
export const SKETCH = `# yaml-language-server: $schema=./model.schema.json
landscape: Ferry Platform
namespace: ferry-platform          # whose these are
domains:
  - id: travel
    name: Passenger Travel
    objects:                       # nesting is the parent
      - { id: passenger, type: actor, name: Passenger, caption: Crosses on foot or by car. }
      - id: booking
        type: system
        name: Booking
        objects:
          - { id: booking-api, type: app, name: Booking API, technologies: [node-js], tags: [public] }
          - { id: booking-db, type: store, name: Booking Database, technologies: [postgresql] }
connections:
  - { id: api-db, origin: booking-api, target: booking-db, name: Stores bookings, direction: outgoing }
tagGroups:
  - { id: exposure, name: Exposure, icon: globe }
tags:
  - { id: public, name: Public, color: blue, group: exposure }
diagrams:
  - { id: booking-apps, type: app-diagram, of: booking, name: Booking Apps, objects: [passenger, booking-api, booking-db] }
flows:
  - id: book
    diagram: booking-apps
    name: Book a crossing
    steps: [{ origin: passenger, target: booking-api, description: Asks for a cabin }]
moved:
  - { from: booking-store, to: booking-db }
`;
