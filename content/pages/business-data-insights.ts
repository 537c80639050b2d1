import type { ServicePage } from './shape.ts'

export default {
  path: '/business-data-insights',
  audience: 'business',
  label: 'Business Data Insights',
  headline: 'One set of figures for every Monday meeting',
  lead: 'Sales, cash and workload from all your systems, defined once and delivered on schedule as dashboards and reports. In preparation, not for sale yet.',
  description:
    'Coming soon: recurring dashboards and reports from QuickBooks, Stripe, Shopify and Salesforce, each figure defined once and checked against the books.',
  comingSoon: true,
  problem: {
    heading: 'Three spreadsheets, three revenues',
    paragraphs: [
      'Sales counts signed deals from Salesforce. The shop counts orders, returns included. Accounting counts what QuickBooks Online has booked. Each is right, and the meeting spends its first half finding out why they differ.',
      'Someone rebuilds the same workbook before every meeting. When that person is on vacation, so is the report.',
    ],
  },
  work: {
    heading: 'What we will set up and keep running',
    intro: 'A small data warehouse that serves the reports, and the routine around it.',
    parts: [
      {
        title: 'A definition sheet',
        text: 'Each figure gets a name, a formula, a source and an owner. “Revenue” appears once, and its cousins get names of their own.',
      },
      {
        title: 'A nightly load',
        text: 'Changes flow from the systems into Postgres. History is kept, so the report for March still shows what it showed in March.',
      },
      {
        title: 'Reconciliation',
        text: 'Stripe payouts are matched to bank deposits, and shop sales to the profit and loss statement. A difference stays on the report until someone explains it.',
      },
      {
        title: 'Dashboards',
        text: 'Power BI pages for owner, sales and operations, with filters by site, product and person. Without Power BI, a web page shows the same.',
      },
      {
        title: 'Delivery',
        text: 'A PDF in the inbox before the meeting, and an alert when a figure leaves the range you set.',
      },
    ],
  },
  steps: {
    heading: 'The path to the first report',
    items: [
      {
        title: 'Collect',
        text: 'You send the reports people make by hand today, however ugly.',
      },
      {
        title: 'Define',
        text: 'A working session settles what each number means.',
      },
      {
        title: 'Backfill',
        text: 'We load as much history as each system gives.',
      },
      {
        title: 'Run side by side',
        text: 'The old workbook and the new report stand together for one month-end close, until they agree or you know why not.',
      },
      {
        title: 'Switch',
        text: 'The workbook retires. Later changes to a formula are dated on the page.',
      },
    ],
  },
  gets: {
    heading: 'On your screen and in your inbox',
    items: [
      'A dashboard per role, with the same totals on all of them',
      'A weekly report and a month-end pack',
      'A freshness mark: when each source was last read',
      'The definition sheet, in words your accountant accepts',
    ],
  },
  needs: {
    heading: 'What we would ask for',
    items: [
      'Your consent, as administrator, for each connected system',
      'Your bookkeeper for the session on definitions',
      'Power BI licenses if you choose Power BI; the web version needs none',
      'One name per figure who decides in case of doubt',
    ],
  },
  questions: [
    {
      q: 'Is it live?',
      a: 'Nightly is the plan, hourly for sources whose limits allow it. A figure that moves during the meeting rarely helps the meeting.',
    },
    {
      q: 'Does it forecast?',
      a: 'In simple ways: cash from open invoices and due bills, and the pipeline weighted by stage. The assumptions stand beside the line.',
    },
    {
      q: 'What about a question that no page answers?',
      a: 'For one-off questions we are preparing Talk to My Data. Both could read the same warehouse.',
    },
    {
      q: 'We already have Power BI. What is missing?',
      a: 'Perhaps nothing. Often it is the layer beneath: shared definitions, and a load that someone repairs when an API changes.',
    },
  ],
  next: {
    heading: 'Before it opens',
    text: 'Give us an email address and you hear from us at launch. A useful first step costs nothing: write down how your company defines revenue, then ask two colleagues to do the same.',
  },
  drawing:
    'Three streams from a shop, a bank and a sales board run through one gauge that gives each drop the same label. They fill a column on a dashboard, which prints itself as a Monday page.',
} satisfies ServicePage
