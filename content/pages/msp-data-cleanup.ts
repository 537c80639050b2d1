import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-data-cleanup',
  audience: 'msp',
  label: 'Data Cleanup',
  title: 'Data Cleanup for PSA, RMM, IT Glue and Hudu',
  headline: 'One record per client in every system',
  lead: 'We find duplicate companies, outdated contacts and devices that no longer exist. We fix them with your approval and flag new ones.',
  description:
    'Find duplicate companies, outdated contacts and orphaned devices in your PSA, RMM, IT Glue or Hudu, fix them with approval, and flag new ones.',
  problem: {
    heading: 'No one trusts the client list',
    paragraphs: [
      'Acme Corp in the PSA, ACME Co in the RMM and Acme, Inc. in the documentation are one client. Tickets are filed under one name, and the agreement under another. An office manager who left still gets outage emails, and a recycled laptop still counts as a managed device.',
      'You planned a cleanup week once. It started with a spreadsheet and ended when the phones rang. Every report, invoice and AI tool you’ve added since then repeats the same errors.',
    ],
  },
  work: {
    heading: 'Software finds, you decide, software fixes',
    intro:
      'Finding duplicates and moving records is exact, boring work that software does well. Only a person knows whether two Acmes are one client.',
    parts: [
      {
        title: 'Companies',
        text: 'Compared by email domain, phone, address and customer number in your accounting system, not by name alone. Two franchises with the same name stay separate.',
      },
      {
        title: 'Contacts',
        text: 'Checked against the client’s Entra ID. A disabled account suggests an inactive contact. We set contacts to inactive instead of deleting them, so ticket history keeps its names.',
      },
      {
        title: 'Devices',
        text: 'RMM agents, PSA configurations and IT Glue or Hudu assets are matched by serial number. Placeholders like `To Be Filled By O.E.M.` are ignored.',
      },
      {
        title: 'Checks on new records',
        text: 'New companies and contacts are checked every week, and new devices every month. A record that looks like an existing one is flagged.',
      },
    ],
  },
  steps: {
    heading: 'How a cleanup works',
    items: [
      {
        title: 'Save a copy',
        text: 'We first export the companies, contacts and devices. You get a copy.',
      },
      {
        title: 'Count',
        text: 'A report lists suspected duplicates, outdated contacts and orphaned devices, with the evidence for each.',
      },
      {
        title: 'Decide',
        text: 'Merge, keep both or retire. Your team works through the lists in short sessions.',
      },
      {
        title: 'Try a few',
        text: 'We change a small batch, and you check it in the PSA.',
      },
      {
        title: 'Finish',
        text: 'We make the approved changes outside your busy hours and within API limits.',
      },
      {
        title: 'Keep it clean',
        text: 'The weekly and monthly checks send you a short list of questionable new records.',
      },
    ],
  },
  gets: {
    heading: 'What you get',
    items: [
      'One active record per client, contact and device in each connected tool',
      'A file of every change: what, when and who approved it',
      'Matching IDs across tools, so that later syncs don’t depend on names',
      'A weekly check of new companies and contacts, and a monthly check of new devices',
    ],
  },
  needs: {
    heading: 'What you need',
    items: [
      'A person who knows the clients and has time for a few sessions',
      'API access to read the records, and to change them and move their tickets once you approve a batch',
      'If you use IT Glue, its Enterprise plan, which the API requires',
      'Read access to the customers in your accounting system, for their numbers',
      'A rule for “inactive”: how long without a ticket or a check-in',
      'For contacts, consent in each client’s tenant to read its user list',
      'No other imports while the large batches run',
    ],
  },
  questions: [
    {
      q: 'Can a merge be undone?',
      a: 'In most PSAs, no. That is why a named person approves each merge. If the API has no merge, we move tickets, contacts and devices to the record you keep and set the other to inactive.',
    },
    {
      q: 'What if the cleanup stops halfway?',
      a: 'Each record is a separate step, so the batch resumes at the next record. A field changed by mistake is restored from the saved copy.',
    },
    {
      q: 'Will duplicates come back?',
      a: 'Fewer of them. The checks catch new duplicates. They can’t know that a client has moved unless one of your systems says so.',
    },
    {
      q: 'What does a cleanup cost?',
      a: 'Weekly checks of contacts and email domains in ConnectWise PSA have a monthly price in the marketplace. Retiring unused devices has a one-time price with hosting, repair and a monthly check for 12 months. The search for duplicates, checks in other tools, and a cleanup after a merger or years of imports are quoted after the count, before anything is changed.',
    },
    {
      q: 'Do you keep our clients’ contacts?',
      a: 'We read contact and device records, which include personal data of your clients’ staff. We keep them only as long as the task takes, and use them for nothing else. After that, we keep only the file of changes.',
    },
    {
      q: 'What stays if we stop?',
      a: 'The clean records stay in your own tools, and the file of changes is yours. The checks on new records stop.',
    },
  ],
  next: {
    heading: 'Search your PSA for your biggest client',
    text: 'If more than one record comes up, tell us your PSA and your RMM. We’ll explain what a count would show.',
  },
  drawing:
    'Three cards with almost the same company name leave the PSA, the RMM and the documentation. They overlap under a lens and become one. A recycled laptop moves to a shelf marked inactive.',
} satisfies ServicePage
