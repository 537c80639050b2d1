import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-license-compliance',
  audience: 'msp',
  label: 'License Compliance',
  title: 'License Compliance: Microsoft 365, Pax8, PSAs',
  headline: 'License counts that match: bought, assigned and billed',
  lead: 'We compare what you buy, what your clients use and what you invoice, for each client. Every difference becomes a ticket with the numbers in it.',
  description:
    'Compare licenses bought at Pax8, assigned in Microsoft 365 and billed in ConnectWise PSA, Autotask or HaloPSA. Each difference becomes a ticket.',
  problem: {
    heading: 'You lose margin one seat at a time',
    paragraphs: [
      'A technician adds a Microsoft 365 seat for a new hire and closes the ticket. From then on, Pax8 charges you for it. The agreement in your PSA still has last quarter’s count, and the client’s invoice looks the same as always.',
      'It goes the other way, too. An account is blocked, the license stays assigned, and the client finds it before you do. To check, you export lists from Pax8, the admin center, Duo and the security vendor and spend an afternoon with a spreadsheet. So you check rarely, and only your largest clients.',
    ],
  },
  work: {
    heading: 'Why you need three counts',
    intro: 'One number proves nothing. The gap between two of them shows what went wrong.',
    parts: [
      {
        title: 'Bought',
        text: 'Subscriptions with quantity, term and renewal date from your distributor, such as Pax8.',
      },
      {
        title: 'Assigned',
        text: 'Licenses in use per plan and tenant from Microsoft Graph, plus users, agents or devices from Duo, Huntress, SentinelOne, Veeam or Datto BCDR. If you allow it, the last sign-in shows which seats no one uses.',
      },
      {
        title: 'Billed',
        text: 'Additions on ConnectWise PSA agreements, services on Autotask contracts and recurring invoice lines in HaloPSA.',
      },
      {
        title: 'The renewal date',
        text: 'Under Microsoft’s new commerce experience, you can add seats at any time but reduce them only within seven days of purchase or renewal. A spare seat on an annual term becomes a ticket shortly before renewal, with the last day to give it back.',
      },
    ],
  },
  steps: {
    heading: 'How we get the counts to match',
    items: [
      {
        title: 'Match the products',
        text: 'The distributor’s name for a plan and the item on your agreement rarely match. You confirm each pair once.',
      },
      {
        title: 'Connect',
        text: 'We connect your distributor, your vendors and your clients’ tenants, all read-only. In your PSA, we also create tickets.',
      },
      {
        title: 'Review the first list',
        text: 'It can be long. You mark what is intended, such as internal licenses or a free seat promised in a contract.',
      },
      {
        title: 'Fix the differences',
        text: 'Billing corrects agreements, technicians remove or reassign seats, and the tickets are closed one by one.',
      },
      {
        title: 'Let it run',
        text: 'From then on, you see only new differences. An approved exception stays off the list until it changes.',
      },
    ],
  },
  gets: {
    heading: 'What you get',
    items: [
      'One ticket per difference, with the client, the product, the three counts and the date the gap appeared',
      'A calendar of renewals with the spare seats for each one',
      'A list of exceptions and who approved them',
      'The value of seats you bought but didn’t bill, per client',
    ],
  },
  needs: {
    heading: 'What you need',
    items: [
      'GDAP for each client’s tenant and admin consent to an app with `LicenseAssignment.Read.All` and `User.Read.All`',
      'To find unused seats: `AuditLog.Read.All`, and Entra ID P1 or P2 in that tenant',
      'API access to your distributor and to the vendors you want counted; for Pax8, you authorize our app',
      'An API user in your PSA that can read agreements and invoices and create tickets',
      'Someone from billing who knows which differences are intended, and a technician who can remove or reassign seats',
    ],
  },
  questions: [
    {
      q: 'Is this a license audit?',
      a: 'No. It compares counts. It doesn’t tell you whether Windows Server CALs or SQL Server cores are licensed correctly. That is a legal question.',
    },
    {
      q: 'Does it change quantities automatically?',
      a: 'No. A wrong purchase can commit you for a whole term, so a person decides. We can add a step that updates the quantity in your PSA after that decision.',
    },
    {
      q: 'What happens if a count can’t be read?',
      a: 'It shows as unknown, never as zero. A ticket names the tenant. Check access first: a GDAP relationship lasts two years at most unless it is set to extend. If the fault is ours, we fix it at no charge.',
    },
    {
      q: 'What does the comparison cost?',
      a: 'We quote it by the number of distributors and vendors, because we have to build and maintain a connection to each one. If one comparison is enough, the marketplace has three products with a monthly price. One splits the distributor’s invoice by client, one finds unused licenses before renewal, and one compares agreement quantities with RMM device counts.',
    },
    {
      q: 'What can you see in a client’s tenant?',
      a: 'We read the names of licensed users, their plans and, if you allow it, when they last signed in. `User.Read.All` also covers other profile fields, such as phone numbers. None of these permissions give access to mailboxes or files.',
    },
    {
      q: 'How do we end it?',
      a: 'Delete the app from the tenants and revoke our access at the distributor, at the vendors and in your PSA. Your corrected agreements stay as they are.',
    },
  ],
  next: {
    heading: 'Ask which counts we can read',
    text: 'Tell us your distributor, your PSA and the vendors you resell. We’ll send you a list of what can be counted and which permissions it takes.',
  },
  drawing:
    'Three counters for one client. The distributor and Microsoft 365 both show 48 licenses, and the PSA agreement shows 45. The gap of three becomes a ticket.',
} satisfies ServicePage
