import { brand } from '../../brand.config.ts'
import type { ServicePage } from './shape.ts'

export default {
  path: '/vendors',
  audience: 'vendors',
  label: 'App Owners & Vendors',
  headline: 'Make your product fit the way MSPs work',
  lead: 'You build software that MSPs buy. We are the engineers who add what their way of working asks of it: a partner level above clients, an API they can script, and the upkeep of both.',
  description:
    'Engineering for software companies that sell to MSPs: partner tenancy, public APIs and SDKs, usage exports and upkeep, at a price agreed in writing.',
  problem: {
    heading: 'An MSP is not one customer',
    paragraphs: [
      'An MSP runs your product for many companies at once. It wants one sign-in, one list of clients, roles that stop at a client’s border, and a usage count it can put on each client’s invoice. A product built for single companies lacks these, and each release makes them harder to add.',
      'Your own developers know the code better than anyone, and they are promised to the roadmap. So the partner requests wait.',
    ],
  },
  work: {
    heading: 'Work you can hand us today',
    intro: 'Each project has a scope and a price that you approve in writing before the first commit. No meter runs.',
    parts: [
      {
        title: 'A level above the tenant',
        text: 'A partner account that owns client accounts, with inherited settings and roles per client. In Postgres, row-level security holds the border, so that a forgotten `WHERE` does not open it.',
      },
      {
        title: 'An API that people script against',
        text: 'An OpenAPI description, scoped keys, cursor paging, clear `429` answers, and SDKs generated for TypeScript, Python and PowerShell, the language of many MSP scripts.',
      },
      {
        title: 'Usage that turns into invoices',
        text: 'A daily count per client and product, with an export that maps to additions on a ConnectWise PSA agreement. Billing staff stop counting seats by hand.',
      },
      {
        title: 'Upkeep after release',
        text: 'What we host for you, we keep running: dependency updates, expiring certificates, a changed endpoint at the other end. You read about each repair in its ticket.',
      },
    ],
  },
  steps: {
    heading: 'From first call to first partner',
    items: [
      {
        title: 'Show us the request',
        text: 'Bring the sentence your partners keep sending you, and the part of the code it touches.',
      },
      {
        title: 'Read the ground',
        text: 'We read the schema, the sign-in and the deployment, and tell you what has to change and what can stay.',
      },
      {
        title: 'Agree on the scope',
        text: 'You receive acceptance tests, a price and a list of what is left out.',
      },
      {
        title: 'Build in your repository',
        text: 'Small pull requests, your review, your pipeline. A feature flag keeps the work away from customers until you say so.',
      },
      {
        title: 'Open it to one partner',
        text: 'One MSP uses it first. We watch the logs with you, correct what it trips over, then widen the circle.',
      },
    ],
  },
  gets: {
    heading: 'What stays with you',
    items: [
      'Merged code with tests, and a short note on every decision that was hard to make',
      'An OpenAPI file and generated SDKs, if an API was part of the scope',
      'A data migration rehearsed on a copy before it touches production',
      'A ticket desk staffed by the engineers who wrote the code',
    ],
  },
  needs: {
    heading: 'What we need to begin',
    items: [
      'Read access to the code and a staging environment',
      'A developer of yours who can approve changes',
      'Two or three partners’ requests in their own words',
      'A decision on who hosts the new part, you or we',
    ],
  },
  questions: [
    {
      q: 'Who owns the code?',
      a: 'The agreement says so, and you sign it before work starts. Raise it on the first call if investors or customers have set conditions.',
    },
    {
      q: 'What about your other vendor services?',
      a: 'Virtual CTO, Feature Prototyping, Build an App, Add AI and Integrate are being prepared as packages of their own. They are not open. A project as described here is.',
    },
    {
      q: 'How long have you done this, and where?',
      a: `We were founded in ${brand.founded} and serve the ${brand.serviceArea}. If only your partners are here, ask before you plan on us.`,
    },
    {
      q: 'Will you talk to our customers?',
      a: 'Only if you invite us. In a pilot it helps to hear the partner directly. Otherwise we work from your notes.',
    },
  ],
  next: {
    heading: 'Bring one request',
    text: 'Send us the partner request that has waited longest. An engineer reads it and tells you whether it is a small change or a redesign.',
  },
  drawing:
    'A partner account grows above three client accounts inside a product. A usage count climbs from each client to the partner and comes down again as a line on that client’s invoice.',
} satisfies ServicePage
