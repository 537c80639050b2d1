import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-data-cleanup',
  audience: 'msp',
  label: 'Data Cleanup',
  headline: 'One client, one record, in every system',
  lead: 'Duplicate companies, stale contacts and orphaned devices are found, fixed with your approval and kept from coming back.',
  description:
    'Duplicate companies, stale contacts and orphaned devices in your PSA, RMM and documentation are found, fixed with your approval and kept out.',
  problem: {
    heading: 'Nobody trusts the list, so everyone keeps their own',
    paragraphs: [
      'Your PSA holds Acme, Acme Inc. and ACME (old). Tickets land on one, the agreement hangs on another. An office manager who left long ago still gets the outage emails, and a recycled laptop still counts as a managed device.',
      'You planned a cleanup week once. It began with a spreadsheet and ended when the phones rang. Meanwhile each report, invoice and AI tool you put on top inherits the mess and repeats it with confidence.',
    ],
  },
  work: {
    heading: 'Software finds, you decide, software fixes',
    intro:
      'Finding candidates and moving records is tedious and exact. Knowing whether two Acmes are one client takes a person.',
    parts: [
      {
        title: 'Companies',
        text: 'Compared by email domain, phone, address and accounting number, not by name alone. Two franchises with one name stay two.',
      },
      {
        title: 'Contacts',
        text: 'Checked against the client’s Entra ID. A disabled account suggests an inactive contact, never a deleted one, so ticket history keeps its names. Shared mailboxes and service accounts are left out.',
      },
      {
        title: 'Devices',
        text: 'RMM agents, PSA configurations and IT Glue or Hudu assets are joined by serial number. Placeholders like `To Be Filled By O.E.M.` are ignored, and a MAC address counts only as support, because docks bring their own.',
      },
      {
        title: 'Guards',
        text: 'A new record that looks like an old one is flagged while its creator still remembers why it was made.',
      },
    ],
  },
  steps: {
    heading: 'How a cleanup goes',
    items: [
      {
        title: 'Save the present state',
        text: 'We export the affected records first. You hold a copy.',
      },
      {
        title: 'Count',
        text: 'A report lists suspected duplicates, stale contacts and orphans, with the evidence for each.',
      },
      {
        title: 'Decide',
        text: 'Merge, keep both, retire. Your team goes through the lists in sittings that fit between tickets.',
      },
      {
        title: 'Try a few',
        text: 'A small batch is done, and you look at it in the PSA yourself.',
      },
      {
        title: 'Do the rest',
        text: 'Approved changes run outside your busy hours and within API limits.',
      },
      {
        title: 'Stay clean',
        text: 'Guards watch new records, and leftovers arrive as a short list you can finish over coffee.',
      },
    ],
  },
  gets: {
    heading: 'What is different afterward',
    items: [
      'One active record per client, contact and device across the connected tools',
      'A file of every change: what, when, approved by whom',
      'Cross-references between tools, so that later syncs match by key',
      'A check on each new company, contact and device',
    ],
  },
  needs: {
    heading: 'What only you can supply',
    items: [
      'A person who knows the clients, a few sittings long',
      'API access to read the records, then rights to change them once you have approved a batch',
      'A rule for “inactive”: how long without a ticket, a login or a check-in',
      'For contacts, consent in each client tenant to read its user list',
      'A pause in other imports while the large batches run',
    ],
  },
  questions: [
    {
      q: 'Can a merge be undone?',
      a: 'In most PSAs, no. That is why nothing is merged without a name against it. Where the API offers no merge, we move tickets, contacts and devices to the surviving record and set the other inactive.',
    },
    {
      q: 'What if it breaks halfway?',
      a: 'Each record is one step, so an interrupted batch resumes at the next record. A field changed in error is restored from the saved state.',
    },
    {
      q: 'Will it be dirty again next year?',
      a: 'A little. Guards stop duplicates. They can’t know that a client has moved unless some system says so.',
    },
    {
      q: 'What does a cleanup cost?',
      a: 'The cleanup is one-time work and the guards run on; each has its fixed price. If the count shows many years of imports or several merged companies, you get a quote instead, before anything is changed.',
    },
    {
      q: 'Do you keep our clients’ contacts?',
      a: 'We read contact and device records, which include personal data of your clients’ staff. They are kept only as long as the task takes, plus the change file, and used for nothing else.',
    },
    {
      q: 'What remains if we stop?',
      a: 'The clean records are in your own tools. The guards stop watching; the change file is yours.',
    },
  ],
  next: {
    heading: 'Search your PSA for your biggest client',
    text: 'If more than one record comes up, write to us with the name of your PSA and your RMM.',
  },
  drawing:
    'Three cards with almost the same company name leave the PSA, the RMM and the documentation, overlap under a lens and settle as one. A recycled laptop’s card moves to a shelf marked inactive.',
} satisfies ServicePage
