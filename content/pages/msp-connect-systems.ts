import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-connect-systems',
  audience: 'msp',
  label: 'Connect Systems',
  title: 'Sync ConnectWise, Autotask, NinjaOne, IT Glue',
  headline: 'Enter it once and update every tool',
  lead: 'Your PSA, RMM, documentation and billing show the same facts about each client. You decide which tool owns each field, and no one types a fact twice.',
  description:
    'Keep ConnectWise PSA, Autotask, NinjaOne, IT Glue and QuickBooks in sync: one owner per field, and conflicts sent to you for a decision.',
  problem: {
    heading: 'Five tools, five versions of one client',
    paragraphs: [
      'Sales wins a client. Someone types its name and address into the PSA, then the RMM, then IT Glue, then QuickBooks Online, each time with a different spelling. A month later the client moves. One tool gets the new address, and a technician drives to the old one.',
      'Built-in integrations sync the fields their vendor picked, in the direction their vendor picked. The rest is copy and paste. You notice when an invoice goes out with the wrong device count, or when the documentation describes a server that is gone.',
    ],
  },
  work: {
    heading: 'First we map the fields, then we connect them',
    intro:
      'Sync trouble usually starts when two tools both believe they are right. We settle that before any code runs.',
    parts: [
      {
        title: 'One owner per field',
        text: 'The PSA might own the legal name, the RMM the hardware facts and accounting the payment status. The other tools follow.',
      },
      {
        title: 'Events or polling',
        text: 'Callbacks from ConnectWise PSA and webhooks from Autotask or NinjaOne tell us about many changes. What they don’t report, we check on a schedule.',
      },
      {
        title: 'API limits',
        text: 'By default, Autotask allows 10,000 API requests an hour for your whole database, shared by all integrations. We batch and count requests so that your RMM is not locked out.',
      },
      {
        title: 'No loops',
        text: 'We recognize a change we wrote ourselves, so two tools don’t keep correcting each other.',
      },
      {
        title: 'Documents and invoices',
        text: 'Device facts fill pages in IT Glue or Hudu. Agreement quantities are compared with device counts before the invoice reaches QuickBooks Online or Xero.',
      },
    ],
  },
  steps: {
    heading: 'How we connect your tools',
    items: [
      {
        title: 'Draw the map',
        text: 'We hold a workshop with the people who look after clients, devices and invoices. It produces a table of fields and their owners.',
      },
      {
        title: 'Match the records',
        text: 'We match companies, sites and devices across tools. You decide on unclear matches.',
      },
      {
        title: 'Do a dry run',
        text: 'You get a list of everything that would change. Nothing changes yet.',
      },
      {
        title: 'Start with one client',
        text: 'Pick a client you know well, so that you spot errors quickly.',
      },
      {
        title: 'Add the rest',
        text: 'All other clients follow. After that, we contact you about conflicts, with both values side by side.',
      },
    ],
  },
  gets: {
    heading: 'What you get',
    items: [
      'A written map of fields, owners and directions',
      'New clients entered once and created in every connected tool',
      'A log of each change with the old value, the new value and the source',
      'A short list of conflicts for you to resolve',
    ],
  },
  needs: {
    heading: 'What you need',
    items: [
      'A separate API user per tool with the fewest permissions, so that audit logs show who did what',
      'One person who decides which tool is right, and a workshop with those who look after clients, devices and invoices',
      'A list of integrations you already run, so that they don’t conflict with ours',
      'If you use Autotask, an administrator who allows webhooks',
      'If you use NinjaOne, a system administrator who creates the API client',
      'If you use IT Glue, its Enterprise plan, which the API requires',
      'For QuickBooks Online or Xero, an administrator who signs in once to connect us',
    ],
  },
  questions: [
    {
      q: 'Our tools already integrate. Why add this?',
      a: 'Keep what works. We add the fields, directions and tools it leaves out. If a setting you already have solves the problem, we’ll tell you to turn it on.',
    },
    {
      q: 'Can it overwrite good data?',
      a: 'Only in a field that another tool owns. An empty value never replaces a filled one, and we can restore the old value from the log.',
    },
    {
      q: 'What happens when a sync fails?',
      a: 'Failed writes are retried, and a regular comparison finds changes whose webhook never arrived. If that isn’t enough, we open a ticket that names the record. You can see it, too.',
    },
    {
      q: 'What does it cost?',
      a: 'Single jobs have a price in the marketplace. For example, setting up new clients in the PSA, RMM and IT Glue has a one-time price. It includes hosting and repair for 12 months unless the product page says otherwise. A renewal after that costs 18% of the price per year. Syncing fields of your choice is quoted. If a vendor charges for API access, you pay the vendor.',
    },
    {
      q: 'Which client data passes through you?',
      a: 'Names, addresses, contacts, devices, quantities and payment status. We don’t handle passwords: IT Glue and Hudu can issue an API key without password access, and that is the key we ask for.',
    },
    {
      q: 'What if we disconnect?',
      a: 'Each tool keeps the facts it has that day. After that, we no longer sync them. The field map is yours.',
    },
  ],
  next: {
    heading: 'Name two tools that disagree',
    text: 'Tell us which fact you type most often, and into which tools. We’ll start with that pair.',
  },
  drawing:
    'A client’s new address is typed once in the PSA. The change runs along three lines to the RMM, the documentation and the billing tool. In each one the new address replaces the old one.',
} satisfies ServicePage
