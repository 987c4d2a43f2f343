export type ObjectType = 'root' | 'group' | 'actor' | 'system' | 'app' | 'store' | 'component';

/** Word lists for generated names. */

const AREAS = [
  'Billing',
  'Booking',
  'Cargo',
  'Catalog',
  'Claims',
  'Customer',
  'Delivery',
  'Fleet',
  'Fraud',
  'Identity',
  'Inventory',
  'Ledger',
  'Loyalty',
  'Messaging',
  'Order',
  'Partner',
  'Payment',
  'Payroll',
  'Planning',
  'Pricing',
  'Reporting',
  'Returns',
  'Routing',
  'Search',
  'Shipping',
  'Stock',
  'Supplier',
  'Ticketing',
  'Tracking',
  'Warehouse',
];

const THINGS: Readonly<Record<ObjectType, readonly string[]>> = {
  root: ['Landscape'],
  group: ['Department', 'Domain', 'Programme'],
  actor: ['User'],
  system: ['Platform', 'Suite', 'System', 'Hub'],
  app: ['API', 'Gateway', 'Portal', 'Service', 'Worker', 'Console', 'Scheduler'],
  store: ['Archive', 'Cache', 'Database', 'Queue', 'Stream'],
  component: ['Adapter', 'Client', 'Handler', 'Importer', 'Mapper', 'Notifier', 'Policy', 'Validator'],
};

/** Names of actors, distinct from the generated ones. */
export const PEOPLE = [
  'Accountant',
  'Analyst',
  'Auditor',
  'Clerk',
  'Courier',
  'Customer',
  'Dispatcher',
  'Driver',
  'Manager',
  'Operator',
  'Partner',
  'Planner',
  'Storekeeper',
  'Supplier',
  'Support Agent',
];

/** Names of connections. */
export const VERBS = [
  'Asks for',
  'Books',
  'Looks up',
  'Notifies',
  'Publishes to',
  'Reads from',
  'Reports to',
  'Sends to',
  'Stores in',
  'Synchronises with',
];

/** A name that is unique within the object type. */
export function nameOf(type: ObjectType, at: number): string {
  const things = THINGS[type];
  const area = AREAS[at % AREAS.length];
  const thing = things[Math.floor(at / AREAS.length) % things.length];
  const round = Math.floor(at / (AREAS.length * things.length));
  return round === 0 ? `${area} ${thing}` : `${area} ${thing} ${round + 1}`;
}
