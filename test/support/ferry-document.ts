/** A document with every kind of element. */
export const FERRY = `namespace: ferry
tagGroups:
  - { id: reach, name: Reach, icon: globe }
tags:
  - { id: public, name: Public, color: green, group: reach }
domains:
  - id: travel
    name: Passenger Travel
    objects:
      - { id: passenger, type: actor, name: Passenger, caption: Crosses on foot or by car. }
      - id: outer
        type: group
        name: Outer
        objects:
          - { id: inner, type: group, name: Inner }
      - id: booking
        type: system
        name: Booking
        groups: [inner]
        links: [https://example.com/booking]
        objects:
          - { id: booking-api, type: app, name: Booking API, tags: [public] }
          - { id: booking-db, type: store, name: Booking Database }
connections:
  - { id: asks, origin: passenger, target: booking-api, name: Asks, direction: outgoing }
  - { id: api-db, origin: booking-api, target: booking-db, name: Stores bookings, direction: outgoing }
diagramGroups:
  - { id: main, name: Main, of: booking }
diagrams:
  - { id: booking-apps, type: app-diagram, of: booking, name: Booking Apps, group: main, objects: [passenger, booking-api, booking-db] }
  - { id: context, type: context-diagram, domain: travel, name: Context, objects: [passenger, booking, inner] }
flows:
  - id: book
    name: Book
    diagram: booking-apps
    steps:
      - { origin: passenger, target: booking-api, description: Asks for a cabin }
      - { id: choice, type: alternate-path, paths: [{ id: free, name: Free }, { id: full, name: Full }] }
      - { origin: booking-api, target: booking-db, description: Keeps it, parent: choice/free }
      - { type: subflow, flow: pay }
  - id: pay
    name: Pay
    diagram: booking-apps
    steps: [{ origin: passenger, target: booking-api, description: Pays }]
`;
