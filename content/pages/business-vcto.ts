import type { ServicePage } from './shape.ts'

export default {
  path: '/business-vcto',
  audience: 'business',
  label: 'Virtual CTO',
  headline: 'Know what software you pay for and why',
  lead: 'A technical adviser for owners who buy software without an IT department. The adviser will check what you pay, who owns the accounts and how to switch vendors. We don’t offer this service yet.',
  description:
    'Coming soon: a technical adviser for small companies who checks your subscriptions, contracts and renewals and gets account ownership in order.',
  comingSoon: true,
  problem: {
    heading: 'No one has the full list',
    paragraphs: [
      'One credit card pays for the CRM and another for the website. Two tools do the same job. A renewal went through because no one knew the notice date.',
      'The domain is registered to someone who left. If you wanted to change vendors, no one could say how you would get your data out.',
    ],
  },
  work: {
    heading: 'What the adviser will look after',
    intro: 'The adviser will look at what you pay, what you own and how you could change vendors.',
    parts: [
      {
        title: 'Subscriptions',
        text: 'Every subscription from your card statements and sign-ins, with its owner, price and last use. Duplicates are marked, so you can decide which to cancel.',
      },
      {
        title: 'Account ownership',
        text: 'The adviser makes sure that the domain, DNS, bank feeds, admin accounts and backups belong to the company, and that two people can access each.',
      },
      {
        title: 'Contracts',
        text: 'Before you sign, the adviser reads the renewal terms, the price increases and the notice period.',
      },
      {
        title: 'Exit plan',
        text: 'For each system you depend on, the adviser and someone on your team run the export once, and you see what comes out.',
      },
      {
        title: 'AI products',
        text: 'Before you buy, the adviser tests the product on a stack of your own cases. You get the score in writing.',
      },
    ],
  },
  steps: {
    heading: 'How the first months will go',
    items: [
      {
        title: 'Read the statements',
        text: 'One year of card and bank statements shows most of what you pay for.',
      },
      {
        title: 'Find the owners',
        text: 'Each subscription gets one person who is responsible for it.',
      },
      {
        title: 'Cancel',
        text: 'You decide which seats and tools to cancel.',
      },
      {
        title: 'Fill the calendar',
        text: 'Each renewal goes on a calendar with its notice date.',
      },
      {
        title: 'Meet every quarter',
        text: 'You look at what renews next and what is worth keeping.',
      },
    ],
  },
  gets: {
    heading: 'What you would have',
    items: [
      'A list of every subscription with its price and owner',
      'A calendar of renewals and notice dates',
      'Company-owned accounts for domain, DNS and backups',
      'A tested export for each system you depend on',
    ],
  },
  needs: {
    heading: 'What we would need from you',
    items: [
      'A year of card and bank statements',
      'An administrator’s help to read sign-ins in Microsoft 365 or Google Workspace',
      'Your contracts, and someone who can run an export in each system you depend on',
      'A quarterly meeting that you attend yourself',
    ],
  },
  questions: [
    {
      q: 'We have an IT provider. Is this the same?',
      a: 'No. They keep computers, network and accounts running. This role will look at what you buy and what you sign, and work with them.',
    },
    {
      q: 'Will you recommend your own automation?',
      a: 'If one of ours is an option, the adviser will say so and name an alternative. You decide.',
    },
    {
      q: 'Who will sign the contracts?',
      a: 'You will. The adviser will prepare the decision and the questions for the vendor, but will have no company card and won’t be able to sign.',
    },
    {
      q: 'How will it be billed?',
      a: 'We plan to charge a monthly fee. The amount isn’t set. We’ll publish it here before anyone can order.',
    },
  ],
  next: {
    heading: 'Start with one statement',
    text: 'Join the waitlist, and we’ll let you know when it opens. Until then, mark each software charge on one card statement and write a name next to it.',
  },
  drawing:
    'Subscription cards fall on a table and are sorted into keep, merge and cancel. The ones that stay form a plan of the company’s systems, with orders, books and customers.',
} satisfies ServicePage
