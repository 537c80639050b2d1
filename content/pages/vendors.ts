import { brand } from '../../brand.config.ts'
import type { ServicePage } from './shape.ts'

export default {
  path: '/vendors',
  audience: 'vendors',
  label: 'App Owners & Vendors',
  title: 'Engineering for App Vendors That Sell to MSPs',
  headline: 'Make your product fit the way MSPs work',
  lead: 'You build software that MSPs buy. We add what they need from it, such as a partner level above their clients and an API they can script against. We maintain what we host.',
  description:
    'Engineering for software companies that sell to MSPs: partner accounts, public APIs and SDKs, usage exports and maintenance at an agreed price.',
  problem: {
    heading: 'An MSP is not one customer',
    paragraphs: [
      'An MSP runs your product for many companies. It wants one sign-in, one list of clients, roles per client, and a usage count for each client’s invoice. A product built for single companies has none of these, and each release makes them harder to add.',
      'Your own developers know the code best, but their time is committed to the roadmap. So the requests from partners wait.',
    ],
  },
  work: {
    heading: 'What you can order today',
    intro:
      'Each project has a scope and a price that you approve in writing before we start. There is no hourly billing.',
    parts: [
      {
        title: 'A partner level',
        text: 'A partner account that owns client accounts, with inherited settings and roles per client. In Postgres, row-level security separates clients, even if someone forgets a `WHERE`.',
      },
      {
        title: 'An API people can script against',
        text: 'An OpenAPI description, scoped keys, cursor paging, clear `429` responses, and generated SDKs for TypeScript, Python and PowerShell.',
      },
      {
        title: 'Usage for invoices',
        text: 'A daily count per client and product, with an export that maps to additions on a ConnectWise PSA agreement. Billing staff no longer count seats manually.',
      },
      {
        title: 'Maintenance after release',
        text: 'We maintain what we host for you: dependency updates, expiring certificates, a changed endpoint at the other end. Each repair has a ticket you can read.',
      },
    ],
  },
  steps: {
    heading: 'From the first call to the first partner',
    items: [
      {
        title: 'Show us the request',
        text: 'Bring the request your partners keep sending, and the code it affects.',
      },
      {
        title: 'Review the code',
        text: 'We read the schema, the sign-in and the deployment. We tell you what has to change and what can stay.',
      },
      {
        title: 'Agree on the scope',
        text: 'You get acceptance tests, a price and a list of what is left out.',
      },
      {
        title: 'Build in your repository',
        text: 'Small pull requests, your review, your pipeline. A feature flag hides the work from customers until you decide to show it.',
      },
      {
        title: 'Open it to one partner',
        text: 'One MSP uses it first. We watch the logs with you and fix what fails, then add more partners.',
      },
    ],
  },
  gets: {
    heading: 'What you get',
    items: [
      'Merged code with tests, and a short note on every difficult decision',
      'An OpenAPI file and generated SDKs, if an API was part of the scope',
      'A data migration tested on a copy before it runs in production',
      'Support tickets answered by the engineers who wrote the code',
    ],
  },
  needs: {
    heading: 'What you need',
    items: [
      'Read access to the code, the right to open pull requests, a staging environment and access to logs',
      'A developer on your team who can approve changes',
      'Two or three requests in your partners’ own words, and one partner who will use the result first',
      'A decision on who hosts the new part: you or us',
    ],
  },
  questions: [
    {
      q: 'Who owns the code?',
      a: 'The agreement names the owner, and you sign it before work starts. Bring it up on the first call if investors or customers have set conditions.',
    },
    {
      q: 'What about your other vendor services?',
      a: 'Virtual CTO, Feature Prototyping, Build an App, Add AI and Integrate aren’t available yet. You can order a project as described on this page today.',
    },
    {
      q: 'How long have you been in business, and where?',
      a: `We were founded in ${brand.founded} and serve the ${brand.serviceArea}. If your own company is elsewhere, ask us before you plan with us.`,
    },
    {
      q: 'Will you talk to our customers?',
      a: 'Only if you invite us. In a pilot, it helps to hear from the partner directly. Otherwise, we work from your notes.',
    },
  ],
  next: {
    heading: 'Bring one request',
    text: 'Send us the partner request that has waited longest. An engineer will tell you whether it is a small change or a redesign.',
  },
  drawing:
    'A partner account is above three client accounts in a product. The clients use 12, 5 and 18 seats. The partner sees the total of 35, and each count becomes a line on that client’s invoice.',
} satisfies ServicePage
