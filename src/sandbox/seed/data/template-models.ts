import type { LandscapeTable } from './landscape-table.js';

/**
 * Contents of a landscape template: objects and connections in the format of `LandscapeTable`, drawn on one context
 * diagram.
 */
interface TemplateModel {
  objects: string;
  connections: string;
  layout: string;
}

export const TEMPLATE_MODELS: Readonly<Record<string, TemplateModel>> = {
  blank: { objects: '', connections: '', layout: '' },
  'web-application': {
    objects: `
      visitor | Visitor | actor | all | | | | | | Comes with a browser.
      shop | Web Application | system | all | | | | | | What visitors use.
      front | Front End | app | shop | | react | | | | Runs in the browser.
      api | API | app | shop | | nodejs | | | | Answers the front end.
      database | Database | store | shop | | postgresql | | | | Keeps what the API knows.
      mail | Mail Service | system | all | external | | | | | Sends what visitors are told.
    `,
    connections: `
      visitor | shop | Uses | | | https | |
      shop | mail | Sends mail with | | | https | |
      visitor | front | Opens | | | https | |
      front | api | Asks | | | https | |
      api | database | Reads and writes | | | | |
    `,
    layout: `
      box visitor 0 0
      box shop 416 0
      box mail 832 0
    `,
  },
  'event-driven': {
    objects: `
      customer | Customer | actor | all | | | | | | Orders something.
      orders | Orders | system | all | | | | | | Takes orders.
      billing | Billing | system | all | | | | | | Writes invoices.
      delivery | Delivery | system | all | | | | | | Brings what was ordered.
      broker | Event Broker | system | all | | | | | | Passes on what happened.
    `,
    connections: `
      customer | orders | Orders | | | https | |
      orders | broker | Tells of orders | | | amqp | |
      broker | billing | Tells of orders | | | amqp | |
      broker | delivery | Tells of orders and payments | | | amqp | |
      billing | broker | Tells what is paid | | | amqp | |
    `,
    layout: `
      box customer 0 192
      box orders 416 192
      box broker 832 192
      box billing 1248 0
      box delivery 1248 384
    `,
  },
  'mobile-backend': {
    objects: `
      user | App User | actor | all | | | | | | Has the app on a phone.
      ios | iOS App | system | all | | | | | | For one kind of phone.
      android | Android App | system | all | | | | | | For the other.
      backend | Backend | system | all | | | | | | Serves both apps.
      push | Push Service | system | all | external | | | | | Wakes the apps.
    `,
    connections: `
      user | ios | Uses | | | | |
      user | android | Uses | | | | |
      ios | backend | Calls | | | https | |
      android | backend | Calls | | | https | |
      backend | push | Sends messages with | | | https | |
    `,
    layout: `
      box user 0 192
      box ios 416 0
      box android 416 384
      box backend 832 192
      box push 1248 192
    `,
  },
  'data-platform': {
    objects: `
      analyst | Analyst | actor | all | | | | | | Asks questions of the data.
      sources | Source Systems | system | all | external | | | | | Where data comes from.
      pipelines | Pipelines | system | all | | | | | | Bring data in and clean it.
      warehouse | Warehouse | system | all | | | | | | Keeps it for questions.
      reports | Reports | system | all | | | | | | Show the answers.
    `,
    connections: `
      sources | pipelines | Hand over data | | | | |
      pipelines | warehouse | Load | | | | |
      reports | warehouse | Query | | | | |
      analyst | reports | Reads | | | https | |
    `,
    layout: `
      box sources 0 192
      box pipelines 416 192
      box warehouse 832 192
      box reports 1248 192
      box analyst 1664 192
    `,
  },
  'cloud-migration': {
    objects: `
      staff | Staff | actor | all | | | | | | Works with both for a while.
      old | Data Centre Application | system | all | live>deprecated@0 | | | | | Runs today.
      new | Cloud Application | system | all | future | | | | | Runs after the move.
      sync | Data Sync | system | all | future | | | | | Keeps both in step during the move.
    `,
    connections: `
      staff | old | Uses today | | | | |
      staff | new | Will use | future | | https | |
      old | sync | Hands over changes | future | | | |
      sync | new | Brings changes in | future | | | |
    `,
    layout: `
      box staff 0 192
      box old 416 0
      box sync 832 192
      box new 416 384
    `,
  },
};

/** The landscape behind a template, as a table. */
export function templateTable(key: string, name: string): LandscapeTable {
  const { objects, connections, layout } = TEMPLATE_MODELS[key] ?? {
    objects: '',
    connections: '',
    layout: '',
  };
  const drawn = layout.trim() !== '';
  return {
    key: `template-${key}`,
    name,
    domains: `all | ${name}`,
    tagGroups: '',
    tags: '',
    objects: `all | ${name} | root | | | | | | |\n${objects}`,
    connections,
    descriptions: {},
    diagramGroups: '',
    diagrams: drawn
      ? [
          {
            key: 'context',
            name: `${name} Context`,
            type: 'context-diagram',
            model: 'all',
            parent: null,
            group: null,
            description: 'The whole at a glance.',
            layout,
          },
        ]
      : [],
    flows: [],
  };
}
