import type { ServicePage } from './shape.ts'

export default {
  path: '/business-data-insights',
  audience: 'business',
  label: 'Business Data Insights',
  title: 'Stripe and QuickBooks Reconciliation Reports',
  headline: 'Weekly reports that match your bank account',
  lead: 'Sales, deposits and ledger entries compared line by line, so that each total in your report can be traced to the bank. This service isn’t available yet.',
  description:
    'Coming soon: weekly and month-end reports whose sales totals are checked against Stripe payouts, bank deposits and QuickBooks before you see them.',
  comingSoon: true,
  problem: {
    heading: 'A report that doesn’t match the bank',
    paragraphs: [
      'The store reports one amount. The bank received less. Somewhere in between are card fees, refunds, a payout that arrives next week and an order paid by check.',
      'Someone works this out at the end of each month in a workbook that only they understand. When that person is on vacation, the report is late. If a past month changes, no one notices.',
    ],
  },
  work: {
    heading: 'What we will set up and run',
    intro:
      'A report is only as good as its worst total. So each total will be checked against a second source before you get it.',
    parts: [
      {
        title: 'Payouts to deposits',
        text: 'Sales, fees and refunds of each Stripe payout are added up and matched to a deposit in the bank.',
      },
      {
        title: 'Sales to the ledger',
        text: 'Store sales are compared with the income in QuickBooks Online. A difference stays on the report until someone explains it.',
      },
      {
        title: 'A month that stays the same',
        text: 'We keep the history. In June, the report for March still shows what it first showed, and later corrections are listed separately.',
      },
      {
        title: 'Delivery on schedule',
        text: 'A dashboard updates every night. You get a PDF before your meeting and an alert if a number leaves the range you set.',
      },
    ],
  },
  steps: {
    heading: 'How you will get the first report',
    items: [
      {
        title: 'Send your workbook',
        text: 'We start with the report that someone makes manually today.',
      },
      {
        title: 'List the sources',
        text: 'For each total, we note where it comes from and which second source must agree.',
      },
      {
        title: 'Load the history',
        text: 'We load as much as each system provides.',
      },
      {
        title: 'Compare one close',
        text: 'The old workbook and the new report run side by side for one month-end close.',
      },
      {
        title: 'Switch',
        text: 'You retire the workbook once both agree or you know why they don’t.',
      },
    ],
  },
  gets: {
    heading: 'What you would get',
    items: [
      'A weekly report and a month-end package',
      'A list of open differences, with the amount and the date',
      'The time each source was last read',
      'A table of sources and checks that your accountant can review',
    ],
  },
  needs: {
    heading: 'What we would need',
    items: [
      'Administrator consent for each connected system',
      'Read access to bank transactions',
      'Automatic payouts in Stripe, because it can’t tell which transactions are in a manual payout',
      'The workbook you use today, and a session with your bookkeeper to agree on the checks',
      'Power BI licenses if you want the report there; the PDF and our web dashboard need none',
    ],
  },
  questions: [
    {
      q: 'Will it replace our bookkeeper?',
      a: 'No. It will find the differences. Your bookkeeper will decide what they mean and make the entries.',
    },
    {
      q: 'Will it be live?',
      a: 'We plan to update it every night, and every hour if a source allows it. A number that has been checked is worth the wait.',
    },
    {
      q: 'Will it forecast?',
      a: 'In simple ways: cash from open invoices and bills due, with the assumptions next to the number.',
    },
    {
      q: 'What about a question that isn’t in the report?',
      a: 'For one-off questions, we are preparing Talk to My Data. Both could use the same database.',
    },
  ],
  next: {
    heading: 'Try it with one week',
    text: 'Join the waitlist, and we’ll let you know at launch. Until then, take one week of sales and one bank statement and see whether you can explain the gap. The marketplace already has two related automations: Stripe payouts matched to invoices, and Monday numbers for owners.',
  },
  drawing:
    'Records from the store, Stripe and the bank run through one gauge that checks whether they match. They fill the columns of a dashboard, and a report is ready on Monday.',
} satisfies ServicePage
