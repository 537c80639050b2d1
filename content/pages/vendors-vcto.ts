import type { ServicePage } from './shape.ts'

export default {
  path: '/vendors-vcto',
  audience: 'vendors',
  label: 'Virtual CTO',
  headline: 'Decide the hard technical things before they harden',
  lead: 'A part-time technical lead for your software product, who writes decisions down and answers for them. The service is not open yet. This page says what it will be.',
  description:
    'Coming soon: a part-time technical lead for app owners and vendors, for tenancy, AI architecture, security reviews and the order of the roadmap.',
  comingSoon: true,
  problem: {
    heading: 'Choices made by nobody in particular',
    paragraphs: [
      'Somebody stored the tenant in the subdomain. Somebody picked the model whose SDK was already installed. Nobody decided that you would live with both for years, yet you do.',
      'A founder or a lead developer usually carries this on top of the daily work. What suffers is the thinking that has no ticket: what breaks at ten times the customers, what one model answer costs, what you will tell the buyer’s security team.',
    ],
  },
  work: {
    heading: 'What the role will cover',
    intro: 'We plan it as a seat in your planning meeting with four standing duties.',
    parts: [
      {
        title: 'Architecture on paper',
        text: 'One page per decision: the choice, what was rejected, what would make you revisit it. Kept in your repository under `docs/adr`, next to the code it binds.',
      },
      {
        title: 'AI as a cost and a risk',
        text: 'Which tasks deserve a model and which a plain rule. Price per call and per tenant, what leaves your cloud, what happens when the provider retires a version.',
      },
      {
        title: 'The enterprise checklist',
        text: 'SAML or OIDC sign-in, SCIM provisioning, audit log, data export and deletion, restore tests. In the order your buyers ask for them.',
      },
      {
        title: 'Security questionnaires',
        text: 'Answers that match the code, kept in one library, with the gaps turned into roadmap items.',
      },
    ],
  },
  steps: {
    heading: 'A quarter with the role, as planned',
    items: [
      {
        title: 'Listen',
        text: 'Two conversations first: one with whoever sells, one with whoever is on call.',
      },
      {
        title: 'Trace',
        text: 'We follow one request from the browser to the database, and one customer from trial to renewal.',
      },
      {
        title: 'Rank',
        text: 'Risks and wishes go on one list, with a rough size and the cost of leaving each alone.',
      },
      {
        title: 'Decide',
        text: 'You choose in the planning meeting. The record is written while everyone remembers why.',
      },
      {
        title: 'Check',
        text: 'At the end of the quarter we compare what was decided with what was shipped.',
      },
    ],
  },
  gets: {
    heading: 'What you would hold',
    items: [
      'A roadmap in which every item has a reason and a rough cost',
      'Decision records that a new developer can read in an afternoon',
      'A monthly figure for model spend per tenant',
      'A diagram of the system that matches what is deployed',
    ],
  },
  needs: {
    heading: 'What the role would ask of you',
    items: [
      'A seat where priorities are set, with the right to disagree',
      'Read access to code, cloud bills and incident notes',
      'One person who can make a decision stick',
    ],
  },
  questions: [
    {
      q: 'Does this replace our own CTO?',
      a: 'No. It fits a company that has no such person yet, or whose CTO writes code all day and wants a second mind for structure.',
    },
    {
      q: 'Will the Virtual CTO write code?',
      a: 'A spike to settle an argument, yes. Features belong to your team or to a separate project, so that our advice does not feed our own order book.',
    },
    {
      q: 'How does it differ from your Virtual CTO for MSPs?',
      a: 'That one plans automation inside a service business. This one concerns a product that others install: releases, tenants, public interfaces.',
    },
    {
      q: 'How will it be paid?',
      a: 'The idea is one price per month, agreed beforehand. The amount is not set, and neither is the start.',
    },
  ],
  next: {
    heading: 'Not open yet',
    text: 'Your address goes on the list for the first seats. If one decision is urgent, the vendor page describes project work that you can ask for now.',
  },
  drawing:
    'Loose questions arrive at a desk and are weighed on a balance against cost and risk. They leave as numbered sheets that line up along a road marked in quarters.',
} satisfies ServicePage
