import type { LandscapeTable } from './landscape-table.js';

/** The small second landscape of the demo: the company's internal systems. */
export const BACK_OFFICE: LandscapeTable = {
  key: 'back-office',
  name: 'Back Office',
  domains: `
    office | Back Office
  `,
  tagGroups: `
    owner | users | Owner
  `,
  tags: `
    finance | owner | green | Finance
    people | owner | pink | People
  `,
  objects: `
    office | Back Office | root | | | | | | | Finance and crew administration.
    accountant | Accountant | actor | office | | | finance | | | Closes the books each month.
    crew | Crew Member | actor | office | | | people | | | Works on board and ashore.
    ledger | Ledger | system | office | | | finance | | | Books revenue and costs.
    roster | Crew Roster | system | office | | | people | | fleet | Plans shifts within the rest rules.
    payroll | Payroll Bureau | system | office | external | | people | | | Pays the crew.
    ledger-app | Ledger App | app | ledger | | django python | finance | | | Postings, reports and year-end.
    ledger-db | Ledger Database | store | ledger | | postgresql | finance | | | All postings since 2009.
  `,
  connections: `
    accountant | ledger | Closes the month | | | | finance |
    crew | roster | Looks up shifts | | | | people |
    roster | payroll | Hands over hours | | | https | people | Once a month, as a signed file.
    roster | ledger | Posts crew costs | | | https | finance |
    accountant | ledger-app | Posts and reports | | | https | finance |
    ledger-app | ledger-db | Stores postings | | | | finance |
  `,
  descriptions: {},
  diagramGroups: '',
  diagrams: [
    {
      key: 'office-context',
      name: 'Back Office Context',
      type: 'context-diagram',
      model: 'office',
      parent: null,
      group: null,
      description: 'Finance and crew administration at a glance.',
      layout: `
        box accountant 0 0
        box crew 0 288
        box ledger 416 0
        box roster 416 288
        box payroll 832 288
      `,
    },
  ],
  flows: [],
};
