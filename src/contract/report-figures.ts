// What figures mean and which tables there are. A report brings the words of what is in it.

/** How a number is read. `money` is in cents, `percent` has one decimal, `score` is 1 to 5 with one decimal. */
export const UNITS = ['count', 'minutes', 'percent', 'score', 'money'] as const

type Defined = {
  name: string
  unit: (typeof UNITS)[number]
  /** What it is reckoned from, for whoever reads it. */
  means: string
  /** Less of it is better. */
  less?: true
  /** Neither more nor less of it is better. */
  neutral?: true
  /** As it is now, whatever period was chosen: nothing to compare it with. */
  now?: true
}

/** Every figure of every report. The words stand beside the figure on the screen; docs/reports.md has the same. */
export const FIGURES = {
  'tickets.opened': {
    name: 'Opened',
    unit: 'count',
    neutral: true,
    means:
      'Tickets that were opened on days of the period. A ticket that was merged into another one counts once, as that other one.',
  },
  'tickets.resolved': {
    name: 'Resolved',
    unit: 'count',
    means:
      'Tickets that were resolved, or closed without that, on days of the period and have stayed so. One that was reopened counts on the day it is resolved again.',
  },
  'tickets.reopened': {
    name: 'Reopened',
    unit: 'count',
    less: true,
    means: 'How many times a resolved or closed ticket was taken up again on days of the period.',
  },
  'tickets.open': {
    name: 'Open now',
    unit: 'count',
    less: true,
    now: true,
    means: 'Tickets that are neither resolved nor closed at this moment, whatever period is shown.',
  },
  'tickets.response_median': {
    name: 'First answer, median',
    unit: 'minutes',
    less: true,
    means:
      'Half of the tickets that got their first public answer from us in the period had it within this time. Minutes of the clock from opening to answer, nights and weekends included.',
  },
  'tickets.response_p90': {
    name: 'First answer, 9 of 10',
    unit: 'minutes',
    less: true,
    means: 'Nine of ten of these first answers came within this time. Minutes of the clock.',
  },
  'tickets.response_kept': {
    name: 'Answered in time',
    unit: 'percent',
    means:
      'Share of the first answers given in the period that came by the time promised for the ticket, with its business hours and pauses. Tickets without a promise do not count.',
  },
  'tickets.response_missed': {
    name: 'Answered late',
    unit: 'count',
    less: true,
    means: 'First answers given in the period after the promised time.',
  },
  'tickets.resolution_median': {
    name: 'Resolution, median',
    unit: 'minutes',
    less: true,
    means:
      'Half of the tickets resolved in the period took no longer. Minutes of the clock from opening to resolution, without the time in which the ticket waited for you or for a third party.',
  },
  'tickets.resolution_kept': {
    name: 'Resolved in time',
    unit: 'percent',
    means:
      'Share of the tickets resolved in the period that were so by the promised time, with business hours and pauses. Tickets without a promise do not count.',
  },
  'tickets.resolution_missed': {
    name: 'Resolved late',
    unit: 'count',
    less: true,
    means: 'Tickets resolved in the period after the promised time.',
  },
  'tickets.rating': {
    name: 'Rating',
    unit: 'score',
    means: 'Average of the ratings, 1 to 5, that were given to resolved tickets on days of the period.',
  },
  'tickets.rated': {
    name: 'Ratings',
    unit: 'count',
    neutral: true,
    means: 'Tickets that were rated on days of the period.',
  },
  'hours.drawn': {
    name: 'Hours used',
    unit: 'minutes',
    neutral: true,
    means:
      'Minutes drawn from the hours by work, on the day they were booked, after rounding and multiplier and less what was taken back. Our own repairs draw nothing.',
  },
  'hours.added': {
    name: 'Hours added',
    unit: 'minutes',
    neutral: true,
    means: 'Minutes that were bought, granted, or given by hand and became usable in the period.',
  },
  'hours.expired': {
    name: 'Hours expired',
    unit: 'minutes',
    less: true,
    means: 'Minutes that reached their last day unused in the period, less those given back.',
  },
  'hours.taken': {
    name: 'Hours taken back',
    unit: 'minutes',
    less: true,
    means: 'Minutes taken away by hand, with a refund, or moved to the next month, in the period.',
  },
  'hours.overage': {
    name: 'Beyond the hours',
    unit: 'minutes',
    less: true,
    means: 'Minutes of work for which no hours were left and which are billed at the rate of the agreement.',
  },
  'hours.balance': {
    name: 'Hours left now',
    unit: 'minutes',
    now: true,
    means: 'Minutes that can be used at this moment, whatever period is shown.',
  },
  'automations.runs': {
    name: 'Runs',
    unit: 'count',
    neutral: true,
    means: 'Runs of automations that began on days of the period: succeeded, failed and skipped ones.',
  },
  'automations.succeeded': {
    name: 'Succeeded',
    unit: 'count',
    means: 'Runs of the period that did what they should.',
  },
  'automations.failed': { name: 'Failed', unit: 'count', less: true, means: 'Runs of the period that failed.' },
  'automations.skipped': {
    name: 'Skipped',
    unit: 'count',
    neutral: true,
    means: 'Runs of the period that found nothing to do. They count neither for nor against the success rate.',
  },
  'automations.success': {
    name: 'Success rate',
    unit: 'percent',
    means: 'Succeeded runs as a share of those that succeeded or failed. Skipped ones do not count.',
  },
  'automations.minutes': {
    name: 'Time saved',
    unit: 'minutes',
    means:
      'Minutes of work saved by the runs of the period: what a run says itself, else the minutes set for the automation. Failed and skipped runs save nothing unless they say so.',
  },
  'automations.saved': {
    name: 'Money saved',
    unit: 'money',
    means: 'Time saved × what an hour of your own people costs ÷ 60. The rate is yours to set under Automations.',
  },
  'automations.price': {
    name: 'Price paid',
    unit: 'money',
    neutral: true,
    means:
      'Monthly prices × the months (of 30 days) in which the automation was live in the period, and one-time prices of those bought in it. Prices on request are left out.',
  },
  'projects.active': {
    name: 'Projects under way',
    unit: 'count',
    neutral: true,
    now: true,
    means: 'Projects that are planned, active, on hold or waiting at this moment.',
  },
  'projects.completed': {
    name: 'Projects completed',
    unit: 'count',
    neutral: true,
    means: 'Projects that were completed on days of the period.',
  },
  'projects.tasks': {
    name: 'Tasks done',
    unit: 'count',
    means: 'Tasks of projects that were done on days of the period, by either side.',
  },
  'projects.minutes': {
    name: 'Project work',
    unit: 'minutes',
    neutral: true,
    means: 'Minutes of work booked on tasks of projects, on the day of the work, before rounding and multiplier.',
  },
  'projects.budget': {
    name: 'Budget',
    unit: 'minutes',
    neutral: true,
    now: true,
    means: 'Minutes planned for the whole project, whatever period is shown.',
  },
  'projects.used': {
    name: 'Used so far',
    unit: 'minutes',
    neutral: true,
    now: true,
    means: 'Minutes booked on the tasks of the project since it began, whatever period is shown.',
  },
  'workload.minutes': {
    name: 'Time booked',
    unit: 'minutes',
    neutral: true,
    means: 'Minutes of work on tickets and projects with a day in the period, charged or not.',
  },
  'workload.charged': {
    name: 'Charged',
    unit: 'percent',
    neutral: true,
    means: 'Share of the booked minutes that is marked to be charged.',
  },
  'workload.resolved': {
    name: 'Resolved',
    unit: 'count',
    means: 'Tickets assigned to this person that were resolved in the period and have stayed so.',
  },
  'workload.open': {
    name: 'Open now',
    unit: 'count',
    neutral: true,
    now: true,
    means: 'Tickets assigned to this person that are neither resolved nor closed at this moment.',
  },
  'revenue.invoiced': {
    name: 'Invoiced',
    unit: 'money',
    means:
      'Invoices with a date in the months that the period touches, void ones left out. Whole months of our time zone.',
  },
  'revenue.paid': {
    name: 'Paid',
    unit: 'money',
    means: 'Payments that arrived in the months that the period touches.',
  },
  'revenue.refunded': {
    name: 'Refunded',
    unit: 'money',
    less: true,
    means: 'Money that was sent back in the months that the period touches.',
  },
  'revenue.overdue': {
    name: 'Overdue now',
    unit: 'money',
    less: true,
    now: true,
    means: 'What is still to be paid of open invoices past their due day, at this moment.',
  },
} as const satisfies Record<string, Defined>
export type FigureKey = keyof typeof FIGURES
export const FIGURE_KEYS = Object.keys(FIGURES) as [FigureKey, ...FigureKey[]]
/** What is said of a figure. */
export const definitionOf = (key: FigureKey): Defined => FIGURES[key]

/** Figures that are money, for owners and administrators. */
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
    title: 'By end client',
    first: 'End client',
    columns: ['tickets.opened', 'tickets.resolved', 'tickets.response_kept', 'tickets.resolution_kept'],
  },
  'hours.byTime': { title: 'Hours over time', first: 'Time', columns: ['hours.drawn', 'hours.added', 'hours.expired'] },
  'hours.byCategory': { title: 'What the hours went to', first: 'Category', columns: ['hours.drawn', 'hours.overage'] },
  'hours.byClient': { title: 'By end client', first: 'End client', columns: ['hours.drawn', 'hours.overage'] },
  'automations.byTime': {
    title: 'Runs over time',
    first: 'Time',
    columns: ['automations.succeeded', 'automations.failed', 'automations.minutes'],
  },
  'automations.byAutomation': {
    title: 'By automation',
    first: 'Automation',
    columns: ['automations.runs', 'automations.success', 'automations.minutes', 'automations.saved', 'automations.price'],
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
} as const satisfies Record<string, TableShape> // biome-ignore format: a table a line
export type TableKey = keyof typeof TABLES
/** The keys of all tables. */
export const TABLE_KEYS = Object.keys(TABLES) as [TableKey, ...TableKey[]]
