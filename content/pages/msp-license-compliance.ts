import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-license-compliance',
  audience: 'msp',
  label: 'License Compliance',
  headline: 'Bought, assigned, billed: three counts that agree',
  lead: 'We compare what you buy, what your clients use and what you invoice, client by client. Each difference becomes a ticket with the numbers in it.',
  description:
    'Licenses bought, assigned and billed are compared per client: Microsoft 365, Pax8, security and backup seats. Each difference becomes a ticket.',
  problem: {
    heading: 'The margin leaks one seat at a time',
    paragraphs: [
      'A technician adds a Microsoft 365 seat for a new hire and closes the ticket. Pax8 charges you from then on. The agreement in your PSA still holds last quarter’s count, and the client’s invoice looks the way it always does.',
      'It leaks the other way too: an account is blocked, the license stays assigned, and the client finds it before you do. Checking means exports from Pax8, the admin center, Duo and the security vendor, and an afternoon with a spreadsheet. So it happens now and then, for the largest clients.',
    ],
  },
  work: {
    heading: 'Why it takes three counts',
    intro: 'A single number proves nothing. The gap between two of them tells you what went wrong.',
    parts: [
      {
        title: 'Bought',
        text: 'Subscriptions with quantity, term and renewal date from your distributor, such as Pax8.',
      },
      {
        title: 'Assigned',
        text: 'Consumed units per plan and tenant from Microsoft Graph, plus users, agents or devices from Duo, Huntress, SentinelOne, Veeam or Datto BCDR.',
      },
      {
        title: 'Billed',
        text: 'Additions on ConnectWise PSA agreements, services on Autotask contracts, recurring invoice lines in HaloPSA.',
      },
      {
        title: 'Read against the term',
        text: 'Under Microsoft’s new commerce experience, seats can be added at any time but reduced only within seven days of purchase or renewal. A spare seat on an annual term becomes a ticket shortly before renewal, when it can be acted on.',
      },
    ],
  },
  steps: {
    heading: 'From first comparison to a quiet month',
    items: [
      {
        title: 'Map the products',
        text: 'The distributor’s name for a plan and the item on your agreement rarely match. You confirm the pairs once.',
      },
      {
        title: 'Connect',
        text: 'Distributor, vendors and client tenants, all read-only.',
      },
      {
        title: 'Read the first list',
        text: 'It may be long. You mark what is intended: internal licenses, a free seat promised in a contract.',
      },
      {
        title: 'Work it off',
        text: 'Billing corrects agreements, technicians remove or reassign seats, and the tickets close one by one.',
      },
      {
        title: 'Let it run',
        text: 'From then on only new differences appear, and a known exception stays silent until it changes.',
      },
    ],
  },
  gets: {
    heading: 'What lands in your PSA',
    items: [
      'One ticket per difference: client, product, three counts, since when',
      'A calendar of renewals with spare seats attached',
      'A list of exceptions with who approved them',
      'A figure per client for seats bought but not billed',
    ],
  },
  needs: {
    heading: 'The access it takes',
    items: [
      'GDAP for each client tenant and admin consent to an app with `LicenseAssignment.Read.All` and `User.Read.All`',
      'For seats nobody signs in to: `AuditLog.Read.All`, and Entra ID P1 or P2 in that tenant',
      'API credentials for Pax8 or your distributor, and for the vendors you want counted',
      'Somebody from billing who knows which oddities are deliberate',
    ],
  },
  questions: [
    {
      q: 'Is this a license audit?',
      a: 'No. It compares counts. Whether Windows Server CALs or SQL Server cores are licensed correctly is a legal question that it does not answer.',
    },
    {
      q: 'Does it change quantities by itself?',
      a: 'No. A wrong purchase can bind you for a whole term, so a person decides. Updating the PSA quantity after that decision can be added.',
    },
    {
      q: 'What happens when a count can’t be read?',
      a: 'It is shown as unknown, never as zero. Check access first: a GDAP relationship lasts two years at most unless it is set to extend. The ticket names the tenant. If the fault is ours, we repair it at our cost.',
    },
    {
      q: 'What does the comparison cost?',
      a: 'A quote, by the distributors and vendors that are to be counted, because each one means a reader to write and keep. If you need only one gap, the marketplace has fixed prices: the distributor’s invoice split by client, unused licenses before renewal, or agreement quantities from real agents.',
    },
    {
      q: 'What can you see in a client’s tenant?',
      a: 'Names of licensed users, their plans and, if you allow it, when they last signed in. Those permissions open no mailboxes and no files.',
    },
    {
      q: 'How do we end it?',
      a: 'Delete the app from the tenants and the key at the distributor. Your corrected agreements stay correct until the next hire.',
    },
  ],
  next: {
    heading: 'Ask which counts can be read',
    text: 'Tell us your distributor, your PSA and the vendors you resell. You get a list of what can be counted, and with which rights.',
  },
  drawing:
    'Three counters, fed by the distributor, Microsoft 365 and the PSA agreement, stand side by side for one client. Two agree, the third lags behind, and the gap drops out as a ticket.',
} satisfies ServicePage
