import type { ServicePage } from './shape.ts'

export default {
  path: '/automate-the-mundane',
  audience: 'business',
  label: 'Automate the Mundane',
  headline: 'Hand over the task you do every Friday',
  lead: 'Copying, renaming, matching, reminding: we plan to take small recurring jobs off your desk, one at a time. Orders for tasks of your own are not open yet.',
  description:
    'Coming soon: hand over small recurring office tasks, such as bill entry, payout matching and order emails, each as a finished and maintained service.',
  comingSoon: true,
  problem: {
    heading: 'Too small for a project, too frequent to ignore',
    paragraphs: [
      'Download the Stripe payout. Match it to invoices. Save the PDFs under the right name. It is a short job that comes back every week, done by someone who was hired for something else.',
      'A do-it-yourself automation tool could do it. But then you own the tool, its monthly fee, and the evening on which step four turns red.',
    ],
  },
  work: {
    heading: 'Tasks of the right size',
    intro: 'Examples of what we mean. Each has a clear start, a clear end and a person who notices if it is wrong.',
    parts: [
      {
        title: 'Bills into the books',
        text: 'A PDF arrives by email. Vendor, amount and due date are read and compared with the purchase order. You click once, and the bill stands in QuickBooks Online with the PDF attached.',
      },
      {
        title: 'Payouts explained',
        text: 'Each Stripe payout is broken into charges, fees and refunds, so the deposit in the bank equals a list you can read.',
      },
      {
        title: 'Orders passed on',
        text: 'A Shopify order with a drop-ship item becomes an email to the supplier, and the tracking number travels back.',
      },
      {
        title: 'Files in their place',
        text: 'Attachments are named by customer and date and filed in the right Google Drive or SharePoint folder.',
      },
      {
        title: 'Reminders with a memory',
        text: 'Insurance certificates, permits and leases are asked for before they lapse, and asked for again until they arrive.',
      },
    ],
  },
  steps: {
    heading: 'How a task will change hands',
    items: [
      {
        title: 'Record it',
        text: 'Do the task once with screen recording on, and talk while you click.',
      },
      {
        title: 'Find the exceptions',
        text: 'We ask about the cases you skipped: the credit note, the vendor with two names.',
      },
      {
        title: 'Rehearse',
        text: 'It runs on last month’s cases. You compare the results with your own.',
      },
      {
        title: 'Go live',
        text: 'Clear cases run through. What the automation cannot settle waits in one list for your yes or no.',
      },
      {
        title: 'Stay out of it',
        text: 'A missed run or a changed login raises an alarm on our side, and the repair is ours.',
      },
    ],
  },
  gets: {
    heading: 'What you would get for each task',
    items: [
      'A finished automation that we host, with nothing to install',
      'A log line for every run: what came in, what went out',
      'A short list of exceptions that only you can decide',
      'A page that describes the task, so that you could take it back',
    ],
  },
  needs: {
    heading: 'What makes a task suitable',
    items: [
      'It comes back at least every month',
      'Its input is digital: a mail, a file, a form, a record',
      'You can say what a correct result looks like',
      'Each system lets us have a login of our own, so that your password stays yours',
    ],
  },
  questions: [
    {
      q: 'What is a bad candidate?',
      a: 'A task that depends on reading a customer’s mood, or that is done differently each time. Those need a decision before they need automation.',
    },
    {
      q: 'How will it be priced?',
      a: 'The plan is a price per task, quoted before you agree, with hosting and repairs in it. No hours are billed, and you buy no automation tool.',
    },
    {
      q: 'Does AI do the work?',
      a: 'It reads untidy input, such as a scanned bill. Matching and posting follow fixed rules, because amounts call for the same answer each time.',
    },
    {
      q: 'What if our software has no API?',
      a: 'Then we look for an export, an email or a scheduled report. We avoid clicking through screens by robot, since any redesign breaks it.',
    },
  ],
  next: {
    heading: 'What you can do today',
    text: 'Leave an address for the launch. A few such tasks can be ordered now: in the marketplace, with over 100 automations mostly for MSPs, choose “Businesses” under “Made for”. Their steps show how far a small task can be handed over.',
  },
  drawing:
    'On a wall calendar the same chore fills every Friday. Papers lift off square after square, pass a small machine that names, matches and files them, and a single odd slip returns to the person for a yes or no.',
} satisfies ServicePage
