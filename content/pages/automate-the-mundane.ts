import type { ServicePage } from './shape.ts'

export default {
  path: '/automate-the-mundane',
  audience: 'business',
  label: 'Automate the Mundane',
  title: 'Automate the Mundane: Office Task Automation',
  headline: 'Hand off the task you do every Friday',
  lead: 'Copying, renaming, matching, reminding: we plan to take over small recurring jobs, one at a time. You can’t order custom tasks yet.',
  description:
    'Coming soon: hand off small recurring office tasks, such as bill entry, payout matching and order emails, each as a finished and maintained service.',
  comingSoon: true,
  problem: {
    heading: 'Too small for a project, too frequent to ignore',
    paragraphs: [
      'Download the Stripe payout. Match it to invoices. Save the PDFs under the right name. It is a short job that comes back every week, and the person who does it was hired for something else.',
      'You could build it yourself with an automation tool. But then you own the tool, its monthly fee, and the evening when step four fails.',
    ],
  },
  work: {
    heading: 'Tasks of the right size',
    intro:
      'Five examples of what we plan. Each one has a clear start, a clear end and a person who notices if the result is wrong.',
    parts: [
      {
        title: 'Bills in the books',
        text: 'A PDF arrives by email. Its vendor and amount are compared with the purchase order. You click once, and the bill is in QuickBooks Online with its due date and the PDF.',
      },
      {
        title: 'Payouts explained',
        text: 'Each automatic Stripe payout is split into charges, fees and refunds, so that the deposit in the bank matches a list you can read.',
      },
      {
        title: 'Orders forwarded',
        text: 'A Shopify order with a drop-ship item becomes an email to the supplier, and the tracking number comes back.',
      },
      {
        title: 'Files in the right folder',
        text: 'Attachments are named by customer and date and saved in Google Drive or SharePoint.',
      },
      {
        title: 'Repeated reminders',
        text: 'New insurance certificates, permits and leases are requested before the old ones expire, and again until they arrive.',
      },
    ],
  },
  steps: {
    heading: 'How we will take over a task',
    items: [
      {
        title: 'Record it',
        text: 'Do the task once with screen recording on, and explain what you click.',
      },
      {
        title: 'Find the exceptions',
        text: 'We ask about the cases you skipped: the credit note, the vendor with two names.',
      },
      {
        title: 'Test',
        text: 'The automation runs on last month’s cases. You compare the results with your own.',
      },
      {
        title: 'Go live',
        text: 'Clear cases run on their own, or after one click if you want to approve each. Anything unclear goes on one list for your yes or no.',
      },
      {
        title: 'Leave it to us',
        text: 'If runs keep failing or a sign-in stops working, we get an alert and fix it.',
      },
    ],
  },
  gets: {
    heading: 'What you would get for each task',
    items: [
      'A finished automation that we host, with nothing to install',
      'A log entry for every run: what came in, what went out',
      'A short list of exceptions that only you can decide',
      'A page that describes the task, so that you could go back to doing it manually',
    ],
  },
  needs: {
    heading: 'What makes a task suitable',
    items: [
      'It comes back at least every month',
      'Its input is digital: an email, a file, a form or a record',
      'You can say what a correct result looks like',
      'Each system can give us an account of our own, so that you never share your password',
    ],
  },
  questions: [
    {
      q: 'Which tasks are a poor fit?',
      a: 'A task that depends on a customer’s mood, or that is done differently each time. Decide how to do it first.',
    },
    {
      q: 'How will it be priced?',
      a: 'We plan a price per task, quoted before you agree, with hosting and repairs included. There will be no hourly billing, and you won’t have to buy an automation tool.',
    },
    {
      q: 'Will AI do the work?',
      a: 'It will read messy input, such as a scanned bill. Matching and posting will follow fixed rules, because the same input needs the same result each time.',
    },
    {
      q: 'What if our software has no API?',
      a: 'Then we will look for an export, an email or a scheduled report. We will avoid robots that click through screens, because a redesign can break them.',
    },
  ],
  next: {
    heading: 'What you can order today',
    text: 'Join the waitlist for the launch. Some tasks like these are on sale now: in the marketplace, choose “Businesses” under “Made for”. Each product page lists its steps.',
  },
  drawing:
    'On a wall calendar, the same task fills every Friday. Its papers go one by one to a machine that names, matches and files them. One unclear slip comes back to a person for a yes or no.',
} satisfies ServicePage
