import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-connect-systems',
  audience: 'msp',
  label: 'Connect Systems',
  headline: 'Change it once, and every tool knows',
  lead: 'Your PSA, RMM, documentation and billing keep the same facts. Each fact has one home, and nobody types it twice.',
  description:
    'PSA, RMM, documentation and billing kept in step: one owner per field, events or polling within API limits, and conflicts shown, not guessed.',
  problem: {
    heading: 'Five tools, five versions of one client',
    paragraphs: [
      'Sales wins a client. Someone types it into the PSA, then the RMM, then IT Glue, then QuickBooks Online, each with its own spelling. A month later a site moves, one tool gets the new address, and a technician drives to the old one.',
      'Built-in integrations carry the fields their vendor picked, in the direction their vendor picked. The rest is copy and paste. You notice at invoicing, when the agreement and the RMM disagree about the device count, or mid-outage, when the documentation describes a server that was retired.',
    ],
  },
  work: {
    heading: 'First a map, then the wires',
    intro:
      'Most sync trouble starts with two tools that both believe they are right. So we settle that before any code runs.',
    parts: [
      {
        title: 'One owner per field',
        text: 'Legal name may belong to the PSA, hardware facts to the RMM, payment status to accounting. The other tools follow.',
      },
      {
        title: 'Events or polling',
        text: 'ConnectWise PSA callbacks and webhooks from Autotask or NinjaOne report a change. Where a tool sends none, we ask on a schedule what is new.',
      },
      {
        title: 'Inside the limits',
        text: 'By default Autotask allows 10,000 API requests per rolling hour for your whole database, all integrations together. We batch, count and slow down before your RMM gets locked out with us.',
      },
      {
        title: 'No echoes',
        text: 'A change we wrote is recognized when it returns, so two tools don’t correct each other in circles.',
      },
      {
        title: 'Documents and invoices',
        text: 'Device facts fill pages in IT Glue or Hudu. Agreement quantities are checked against devices and users before the invoice reaches QuickBooks Online or Xero.',
      },
    ],
  },
  steps: {
    heading: 'Wired without a big bang',
    items: [
      {
        title: 'Draw the map',
        text: 'A workshop with whoever owns clients, devices and invoices. The output is a table of fields and owners.',
      },
      {
        title: 'Pair the records',
        text: 'We match companies, sites and devices across tools. You decide the doubtful pairs.',
      },
      {
        title: 'Dry run',
        text: 'You get the list of everything that would change, and nothing has changed yet.',
      },
      {
        title: 'One client',
        text: 'A client you know well goes first, so that you spot an error at a glance.',
      },
      {
        title: 'The rest',
        text: 'All clients follow. From here on you hear only about conflicts, with both values side by side.',
      },
    ],
  },
  gets: {
    heading: 'What stands at the end',
    items: [
      'A written map of fields, owners and directions',
      'New clients entered once and created in every connected tool',
      'A log of each change with old value, new value and source',
      'A short conflict list instead of a long argument',
    ],
  },
  needs: {
    heading: 'What has to come from you',
    items: [
      'A separate API user per tool, with the least rights, so audit logs show who did what',
      'One person who decides which tool is right',
      'A list of integrations already running, so they don’t fight ours',
      'A sandbox if you have one',
    ],
  },
  questions: [
    {
      q: 'Our tools already integrate. Why add this?',
      a: 'Keep what works. We cover the fields, directions and tools it leaves out. If a setting you own already solves the problem, we tell you to switch it on.',
    },
    {
      q: 'Can it overwrite good data?',
      a: 'Only in a field where you gave another tool the say. An empty value doesn’t replace a filled one, and the logged old value can be put back.',
    },
    {
      q: 'What happens when a sync fails?',
      a: 'Webhooks get lost and APIs have bad days, so a regular comparison picks up what an event missed. Writes that fail are retried. If that doesn’t help, a ticket opens that you can see and that names the record.',
    },
    {
      q: 'What will it cost us?',
      a: 'Single jobs between tools have a fixed price in the marketplace, such as setting up a new client everywhere or finding invoices that never reached the ledger. A map of your own fields gets a quote. If a vendor charges for API access, that bill is yours.',
    },
    {
      q: 'Which of our clients’ data passes through you?',
      a: 'Names, addresses, contacts, devices and quantities. Not passwords: IT Glue and Hudu can issue a key without password access, and that is the key we ask for.',
    },
    {
      q: 'What if we disconnect?',
      a: 'Each tool keeps the facts it holds that day. From the next, they drift apart again. The map is your document.',
    },
  ],
  next: {
    heading: 'Name two tools that disagree',
    text: 'Tell us which fact you type most often and where. That pair is the place to begin.',
  },
  drawing:
    'A client’s new address is typed once in the PSA. A pulse runs along the lines to the RMM, the documentation and the billing tool, and in each one the old address flips to the new.',
} satisfies ServicePage
