// Definitions of the figures and tables in reports. Each report carries the definitions of what it contains.

/** How to read a number: `money` is in cents, `percent` has one decimal, `score` is 1 to 5 with one decimal. */
export const UNITS = ['count', 'minutes', 'percent', 'score', 'money'] as const

type Defined = {
  name: string
  unit: (typeof UNITS)[number]
  /** How it is calculated, in words for the reader. */
  means: string
  /** Lower is better. */
  less?: true
  /** Neither higher nor lower is better. */
  neutral?: true
  /** A current value that ignores the chosen period, so there is nothing to compare it with. */
  now?: true
}

/** Every figure of every report. The screen shows the text beside the figure; docs/reports.md has the same text. */
export const FIGURES = {
  'tickets.opened': {
    name: 'Opened',
    unit: 'count',
    neutral: true,
    means: 'Tickets opened in the period. A merged ticket counts once, as the ticket it was merged into.',
  },
  'tickets.resolved': {
    name: 'Resolved',
    unit: 'count',
    means:
      'Tickets that were resolved in the period, or closed without being resolved, and have not been reopened since. A reopened ticket counts on the day it is resolved again.',
  },
  'tickets.reopened': {
    name: 'Reopened',
    unit: 'count',
    less: true,
    means: 'How many times a resolved or closed ticket was reopened in the period.',
  },
  'tickets.open': {
    name: 'Open now',
    unit: 'count',
    less: true,
    now: true,
    means: 'Tickets that are not resolved or closed right now, regardless of the period shown.',
  },
  'tickets.response_median': {
    name: 'First response, median',
    unit: 'minutes',
    less: true,
    means:
      'Half of the tickets that got their first public reply from us in the period got it within this time. Measured around the clock from opening to reply, including nights and weekends.',
  },
  'tickets.response_p90': {
    name: 'First response, 90th percentile',
    unit: 'minutes',
    less: true,
    means: 'Nine out of ten of these first responses came within this time. Measured around the clock.',
  },
  'tickets.response_kept': {
    name: 'First responses within SLA',
    unit: 'percent',
    means:
      'Share of the first responses in the period that met the ticket’s SLA target, based on its business hours and pauses. Tickets without a target are left out.',
  },
  'tickets.response_missed': {
    name: 'First responses past SLA',
    unit: 'count',
    less: true,
    means: 'First responses in the period that missed their SLA target.',
  },
  'tickets.resolution_median': {
    name: 'Resolution time, median',
    unit: 'minutes',
    less: true,
    means:
      'Half of the tickets resolved in the period took no longer than this. Measured around the clock from opening to resolution, without time spent waiting on you or a third party. Tickets that your company closed before we responded are left out.',
  },
  'tickets.resolution_kept': {
    name: 'Resolutions within SLA',
    unit: 'percent',
    means:
      'Share of the tickets resolved in the period that met their SLA target, based on business hours and pauses. Tickets without a target are left out, as are tickets that your company closed on time before we responded.',
  },
  'tickets.resolution_missed': {
    name: 'Resolutions past SLA',
    unit: 'count',
    less: true,
    means: 'Tickets resolved in the period that missed their SLA target.',
  },
  'tickets.rating': {
    name: 'Average rating',
    unit: 'score',
    means: 'Average of the ratings, from 1 to 5, given to resolved tickets in the period.',
  },
  'tickets.rated': {
    name: 'Ratings',
    unit: 'count',
    neutral: true,
    means: 'Tickets rated in the period.',
  },
  'hours.drawn': {
    name: 'Hours used',
    unit: 'minutes',
    neutral: true,
    means:
      'Time charged to the balance on the day the work was logged, after rounding and multipliers, minus reversals. Repairs of automations that we host use no hours.',
  },
  'hours.added': {
    name: 'Hours added',
    unit: 'minutes',
    neutral: true,
    means: 'Time that was bought, granted or added manually and became available in the period.',
  },
  'hours.expired': {
    name: 'Hours expired',
    unit: 'minutes',
    less: true,
    means: 'Time that expired unused in the period, minus time that was restored.',
  },
  'hours.taken': {
    name: 'Hours removed',
    unit: 'minutes',
    less: true,
    means: 'Time removed manually or by a refund in the period. Time that rolls over to the next month is left out.',
  },
  'hours.overage': {
    name: 'Overage',
    unit: 'minutes',
    less: true,
    means: 'Time worked beyond the balance, billed at the rate in the agreement.',
  },
  'hours.balance': {
    name: 'Balance now',
    unit: 'minutes',
    now: true,
    means: 'Hours left right now, regardless of the period shown.',
  },
  'automations.runs': {
    name: 'Runs',
    unit: 'count',
    neutral: true,
    means: 'Automation runs that started in the period, whether they succeeded, failed or were skipped.',
  },
  'automations.succeeded': {
    name: 'Succeeded',
    unit: 'count',
    means: 'Runs in the period that succeeded.',
  },
  'automations.failed': { name: 'Failed', unit: 'count', less: true, means: 'Runs in the period that failed.' },
  'automations.skipped': {
    name: 'Skipped',
    unit: 'count',
    neutral: true,
    means: 'Runs in the period that found nothing to do. They don’t affect the success rate.',
  },
  'automations.success': {
    name: 'Success rate',
    unit: 'percent',
    means: 'Succeeded runs as a share of all runs that succeeded or failed. Skipped runs are left out.',
  },
  'automations.minutes': {
    name: 'Time saved',
    unit: 'minutes',
    means:
      'Work time saved by the runs in the period: the time that a run reports, otherwise the time set for the automation. Failed and skipped runs save no time unless they report it.',
  },
  'automations.saved': {
    name: 'Money saved',
    unit: 'money',
    means: 'Time saved × the hourly cost of your staff. An owner can change the hourly cost under Automations.',
  },
  'automations.cost': {
    name: 'Cost',
    unit: 'money',
    neutral: true,
    means:
      'Amount invoiced for automations. Each invoice line counts on the day its service period starts, or on the invoice date if it has no service period. Drafts, voided invoices and hours are left out.',
  },
  'automations.paid': {
    name: 'Paid',
    unit: 'money',
    neutral: true,
    means:
      'How much of that cost is paid now: payments received minus refunds, allocated to the lines of each invoice in proportion to their amounts.',
  },
  'projects.active': {
    name: 'Open projects',
    unit: 'count',
    neutral: true,
    now: true,
    means: 'Projects that are planned, active, on hold or waiting right now.',
  },
  'projects.completed': {
    name: 'Projects completed',
    unit: 'count',
    neutral: true,
    means: 'Projects completed in the period.',
  },
  'projects.tasks': {
    name: 'Tasks done',
    unit: 'count',
    means: 'Project tasks done in the period, by either side.',
  },
  'projects.minutes': {
    name: 'Project time',
    unit: 'minutes',
    neutral: true,
    means: 'Time logged on project tasks, on the day of the work, before rounding and multipliers.',
  },
  'projects.budget': {
    name: 'Budget',
    unit: 'minutes',
    neutral: true,
    now: true,
    means: 'Time planned for the entire project, regardless of the period shown.',
  },
  'projects.used': {
    name: 'Used to date',
    unit: 'minutes',
    neutral: true,
    now: true,
    means: 'Time logged on the project’s tasks since it started, regardless of the period shown.',
  },
  'workload.minutes': {
    name: 'Time logged',
    unit: 'minutes',
    neutral: true,
    means: 'Time logged on tickets and projects for days in the period, billable or not.',
  },
  'workload.charged': {
    name: 'Billable',
    unit: 'percent',
    neutral: true,
    means: 'Share of the logged time that is billable.',
  },
  'workload.resolved': {
    name: 'Resolved',
    unit: 'count',
    means: 'Tickets assigned to this person that were resolved in the period and have not been reopened since.',
  },
  'workload.open': {
    name: 'Open now',
    unit: 'count',
    neutral: true,
    now: true,
    means: 'Tickets assigned to this person that are not resolved or closed right now.',
  },
  'revenue.invoiced': {
    name: 'Invoiced',
    unit: 'money',
    means: 'Invoices dated in the months of this period, except void ones. Always whole months, in our time zone.',
  },
  'revenue.paid': {
    name: 'Received',
    unit: 'money',
    means: 'Payments received in the months of this period. Always whole months, in our time zone.',
  },
  'revenue.refunded': {
    name: 'Refunded',
    unit: 'money',
    less: true,
    means: 'Money refunded in the months of this period. Always whole months, in our time zone.',
  },
  'revenue.overdue': {
    name: 'Overdue now',
    unit: 'money',
    less: true,
    now: true,
    means: 'Amount due on open invoices that are past their due date right now.',
  },
} as const satisfies Record<string, Defined>
export type FigureKey = keyof typeof FIGURES
export const FIGURE_KEYS = Object.keys(FIGURES) as [FigureKey, ...FigureKey[]]
/** Returns the definition of a figure. */
export const definitionOf = (key: FigureKey): Defined => FIGURES[key]

/** Returns whether a figure is money. Only owners and administrators see money. */
export const isMoney = (key: FigureKey): boolean => FIGURES[key].unit === 'money'

type TableShape = { title: string; first: string; columns: readonly FigureKey[] }
/** Every table: what its rows are, and its columns. */
export const TABLES = {
  'tickets.byTime': { title: 'Tickets over time', first: 'Time', columns: ['tickets.opened', 'tickets.resolved', 'tickets.reopened'] },
  'tickets.byPriority': {
    title: 'By priority',
    first: 'Priority',
    columns: ['tickets.opened', 'tickets.resolved', 'tickets.response_median', 'tickets.response_p90', 'tickets.response_kept', 'tickets.resolution_median', 'tickets.resolution_kept'],
  },
  'tickets.byCategory': { title: 'By category', first: 'Category', columns: ['tickets.opened', 'tickets.resolved', 'tickets.reopened'] },
  'tickets.byClient': {
    title: 'By client',
    first: 'Client',
    columns: ['tickets.opened', 'tickets.resolved', 'tickets.response_kept', 'tickets.resolution_kept'],
  },
  'hours.byTime': { title: 'Hours over time', first: 'Time', columns: ['hours.drawn', 'hours.added', 'hours.expired'] },
  'hours.byCategory': { title: 'Hours by category', first: 'Category', columns: ['hours.drawn', 'hours.overage'] },
  'hours.byClient': { title: 'By client', first: 'Client', columns: ['hours.drawn', 'hours.overage'] },
  'automations.byTime': {
    title: 'Runs over time',
    first: 'Time',
    columns: ['automations.succeeded', 'automations.failed', 'automations.minutes'],
  },
  'automations.byAutomation': {
    title: 'By automation',
    first: 'Automation',
    columns: ['automations.runs', 'automations.success', 'automations.minutes', 'automations.saved', 'automations.cost', 'automations.paid'],
  },
  'projects.byProject': {
    title: 'By project',
    first: 'Project',
    columns: ['projects.tasks', 'projects.minutes', 'projects.used', 'projects.budget'],
  },
  'companies.byCompany': {
    title: 'By company',
    first: 'Company',
    columns: ['tickets.opened', 'tickets.resolved', 'tickets.response_kept', 'tickets.resolution_kept', 'hours.drawn', 'automations.runs', 'automations.minutes'],
  },
  'workload.byPerson': {
    title: 'By engineer',
    first: 'Engineer',
    columns: ['workload.minutes', 'workload.charged', 'workload.resolved', 'workload.open'],
  },
  'revenue.byMonth': { title: 'Revenue by month', first: 'Month', columns: ['revenue.invoiced', 'revenue.paid', 'revenue.refunded'] },
  'revenue.byCompany': {
    title: 'Revenue by company',
    first: 'Company',
    columns: ['revenue.invoiced', 'revenue.paid', 'revenue.refunded', 'revenue.overdue'],
  },
} as const satisfies Record<string, TableShape> // biome-ignore format: one table per line
export type TableKey = keyof typeof TABLES
export const TABLE_KEYS = Object.keys(TABLES) as [TableKey, ...TableKey[]]
