import type { ServicePage } from './shape.ts'

export default {
  path: '/business-vcto',
  audience: 'business',
  label: 'Virtual CTO',
  headline: 'Someone technical on your side of the table',
  lead: 'For owners who buy software, hear promises about AI and have nobody to ask. We plan a technical lead who works for you part of the month. It is not offered yet.',
  description:
    'Coming soon: a technical lead by the month for small companies, for software contracts, automation plans, AI claims and the keys to your own systems.',
  comingSoon: true,
  problem: {
    heading: 'You decide, and every adviser is selling',
    paragraphs: [
      'The CRM vendor recommends its CRM. The accountant recommends the add-on that suits accountants. Your nephew recommends AI. All mean well, and none of them answers for how the pieces fit.',
      'Meanwhile the subscriptions grow. Two tools do the same job, the domain is registered to a former employee, and nobody could say what it would take to leave.',
    ],
  },
  work: {
    heading: 'What this person will do',
    intro: 'We sell automation too, so the role has to say so whenever our own work is an option, and name another.',
    parts: [
      {
        title: 'Take inventory',
        text: 'Every subscription, from card statements and from sign-ins through Microsoft 365 or Google Workspace: owner, price, renewal date, who still uses it.',
      },
      {
        title: 'Secure the keys',
        text: 'Domain, DNS, bank feeds, admin accounts and backups in the company’s name, with two people who can reach each.',
      },
      {
        title: 'Read contracts',
        text: 'Renewal terms, price steps and, above all, the export: in what format you get your data back.',
      },
      {
        title: 'Rank the ideas',
        text: 'Each automation with time saved, cost, and damage if it fails, so that the dull useful one beats the shiny one.',
      },
      {
        title: 'Test AI claims',
        text: 'Before you sign, the promise is tried on a stack of your own cases: real letters, real orders. You see the score in writing.',
      },
    ],
  },
  steps: {
    heading: 'The first months, as we picture them',
    items: [
      {
        title: 'Walk the business',
        text: 'From a customer’s first call to the paid invoice, with the people who do each step.',
      },
      {
        title: 'Sketch the systems',
        text: 'What each one holds, what flows between them, where someone types a thing twice.',
      },
      {
        title: 'Stop the leaks',
        text: 'Unused seats are canceled, orphaned accounts closed, renewals put on a calendar.',
      },
      {
        title: 'Agree on the year',
        text: 'Three or four projects, in order, within a budget you set.',
      },
      {
        title: 'Meet monthly',
        text: 'What moved, what it cost, what to decide now.',
      },
    ],
  },
  gets: {
    heading: 'What you would own after that',
    items: [
      'A map of your systems on one sheet',
      'A renewal calendar with notice dates',
      'A ranked list of projects, including those not worth doing',
      'Written reasons you can show a co-owner or a bank',
    ],
  },
  needs: {
    heading: 'What we would expect of the owner',
    items: [
      'A year of card and bank statements, for the inventory',
      'Honest answers about what is done by hand',
      'A monthly meeting that you attend yourself',
    ],
  },
  questions: [
    {
      q: 'We have an IT provider. Is this the same?',
      a: 'No. They keep computers, network and accounts running. This role asks what should run in the first place, and would work with them.',
    },
    {
      q: 'Who signs the contracts?',
      a: 'You do. The role prepares the choice and the questions for the vendor. It holds no company card and no power to sign.',
    },
    {
      q: 'How big must a company be?',
      a: 'Big enough that nobody knows all the subscriptions, small enough that a full-time technical manager makes no sense.',
    },
    {
      q: 'How will it be billed?',
      a: 'We plan a monthly fee rather than counted hours. The figure is still open and will stand here before anyone signs up.',
    },
  ],
  next: {
    heading: 'Until then',
    text: 'Leave an address and you will hear from us when the role can be filled. You can do the first part of the inventory alone: mark each software charge on one card statement and write a name beside it.',
  },
  drawing:
    'A pile of subscription cards falls on a table. A hand sorts them into keep, merge and cancel, joins the ones that remain with lines, and the lines settle into a floor plan of the company.',
} satisfies ServicePage
