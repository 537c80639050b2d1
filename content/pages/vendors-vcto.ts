import type { ServicePage } from './shape.ts'

export default {
  path: '/vendors-vcto',
  audience: 'vendors',
  label: 'Virtual CTO',
  headline: 'Make hard technical decisions before they get expensive',
  lead: 'A part-time technical lead for your software product who prepares your big decisions, puts them in writing and later checks the results. This service isn’t available yet.',
  description:
    'Coming soon: a part-time technical lead for app owners and vendors, with advice on tenancy, AI architecture, security reviews and roadmap priorities.',
  comingSoon: true,
  problem: {
    heading: 'Big decisions that no one made',
    paragraphs: [
      'Someone put the tenant in the subdomain. Someone picked the model whose SDK was already installed. No one decided that you would live with both for years, but you do.',
      'A founder or lead developer usually makes these decisions on top of the daily work. The questions without a ticket get skipped: what breaks at ten times the customers, what one model answer costs, what you will tell a buyer’s security team.',
    ],
  },
  work: {
    heading: 'What the role will cover',
    intro: 'We plan it as a seat in your planning meeting, with four duties.',
    parts: [
      {
        title: 'Architecture decisions',
        text: 'One page per decision: the choice, what was rejected and what would make you revisit it. The page is in your repository under `docs/adr`, next to the code.',
      },
      {
        title: 'Cost and risk of AI',
        text: 'Which tasks need a model and which need a simple rule. The price per call and per tenant, what leaves your cloud, and what happens when a provider retires a version.',
      },
      {
        title: 'Enterprise requirements',
        text: 'SAML or OIDC sign-in, SCIM provisioning, audit log, data export and deletion, restore tests. In the order your buyers ask for them.',
      },
      {
        title: 'Security questionnaires',
        text: 'Answers that match the code, in one library. Gaps become roadmap items.',
      },
    ],
  },
  steps: {
    heading: 'How a quarter will go',
    items: [
      {
        title: 'Listen',
        text: 'First we talk to the person who sells and the person who is on call.',
      },
      {
        title: 'Trace',
        text: 'We follow one request from the browser to the database, and one customer from trial to renewal.',
      },
      {
        title: 'Rank',
        text: 'Risks and requests go on one list, with a rough size and the cost of doing nothing.',
      },
      {
        title: 'Decide',
        text: 'You choose in the planning meeting. We write the record that day.',
      },
      {
        title: 'Check',
        text: 'At the end of the quarter, we compare what was decided with what was shipped.',
      },
    ],
  },
  gets: {
    heading: 'What you would have',
    items: [
      'A roadmap with a reason and a rough cost for every item',
      'Decision records that a new developer can read in an afternoon',
      'The monthly model cost per tenant',
      'A system diagram that matches what is deployed',
    ],
  },
  needs: {
    heading: 'What the role would need from you',
    items: [
      'A seat where priorities are set, with the right to disagree',
      'Read access to code, cloud settings and bills, AI usage per tenant and incident notes',
      'The right to open pull requests for decision records',
      'Time with the people who sell and who are on call, and one person who has the final say',
    ],
  },
  questions: [
    {
      q: 'Will this replace our own CTO?',
      a: 'No. It will be for companies that have no CTO yet, or whose CTO writes code all day and wants a second opinion.',
    },
    {
      q: 'Will the Virtual CTO write code?',
      a: 'Yes, a small prototype to settle an argument. Building features will be a separate step, with its own price if we do it. Your team or another company can do it, too.',
    },
    {
      q: 'How is this different from your Virtual CTO for MSPs?',
      a: 'That role plans automation inside a service business. This one will be about a product that others use: releases, tenants and public interfaces.',
    },
    {
      q: 'How will it be priced?',
      a: 'We plan one price per month, agreed in advance. Neither the amount nor the start date is set.',
    },
  ],
  next: {
    heading: 'Not open yet',
    text: 'Join the waitlist for the first openings. Projects that you can order now are on the page for App Owners & Vendors.',
  },
  drawing:
    'Three questions, “Rewrite?”, “Buy it?” and “AI?”, are weighed against cost and risk. They become three numbered sheets on a road marked in quarters.',
} satisfies ServicePage
