import type { ServicePage } from './shape.ts'

export default {
  path: '/vendors-build-app',
  audience: 'vendors',
  label: 'Build an App',
  headline: 'Launch the whole product, not only the demo',
  lead: 'From an idea to software your customers sign in to, pay for and rely on. We are preparing this service and take no orders for it today.',
  description:
    'Coming soon: we build, host and maintain your app, with sign-in, tenants, subscriptions, backups and the admin screens that no demo ever shows.',
  comingSoon: true,
  problem: {
    heading: 'The first screen is the small part',
    paragraphs: [
      'The idea itself often fits on one screen, and a code generator can produce that screen quickly. Then the first customer asks to invite a colleague, change a plan mid-month and get a deleted record back.',
      'Those requests are the product. They touch identity, money and history, and each one is cheap to plan for at the beginning and expensive once data exists.',
    ],
  },
  work: {
    heading: 'What will be in the first release',
    intro:
      'We intend to start every app on the same plain foundation and to spend the invention on the part that is yours.',
    parts: [
      {
        title: 'Identity',
        text: 'Sign-in with Microsoft Entra ID or Google over OpenID Connect, invitations, roles, a second factor, and sessions that an admin can end.',
      },
      {
        title: 'Tenants',
        text: 'One Postgres database, a tenant key on every row, and policies in the database that refuse the wrong reader. A tenant can be exported or erased as a unit.',
      },
      {
        title: 'Money',
        text: 'Plans, trials, proration and failed-payment notices through Stripe Billing. Each webhook event is stored once, because Stripe may deliver it twice.',
      },
      {
        title: 'Operations',
        text: 'Staging, error tracking, backups with a rehearsed restore, and an admin screen, so that support never needs a database password.',
      },
      {
        title: 'Your idea',
        text: 'The part nobody else has. It gets the design time that a ready foundation frees.',
      },
    ],
  },
  steps: {
    heading: 'From idea to invoice',
    items: [
      {
        title: 'Story',
        text: 'You tell us who opens the app on a Tuesday, and what they do right before and after.',
      },
      {
        title: 'Model',
        text: 'We draw the records and their owners. Many disagreements show up here, while paper is cheap.',
      },
      {
        title: 'Skeleton',
        text: 'Sign-in, one record and deployment work end to end before any feature is complete.',
      },
      {
        title: 'Slices',
        text: 'Each feature lands on staging with test data. You accept it or send it back.',
      },
      {
        title: 'First paying tenant',
        text: 'Stripe leaves test mode, a first customer moves in, and alerts go to us.',
      },
      {
        title: 'Life afterward',
        text: 'We host it, apply updates and repair faults. New wishes become new slices.',
      },
    ],
  },
  gets: {
    heading: 'What you would run',
    items: [
      'A web app under your domain and your name',
      'An admin screen for tenants, plans and support',
      'Source code you can read at any time, with a setup guide for the next developer',
      'A report of the restore test: which backup, how long it took, what came back',
    ],
  },
  needs: {
    heading: 'What it would take from your side',
    items: [
      'One owner of the idea who can say what is out',
      'A Stripe account and a domain registered to your company',
      'Three future customers willing to use an unfinished version',
    ],
  },
  questions: [
    {
      q: 'Web, mobile or desktop?',
      a: 'Web first, made to work on a phone. A native app earns its place when the job needs hardware or offline work that a browser cannot give.',
    },
    {
      q: 'Can you take over an app someone else started?',
      a: 'Perhaps. We would read its schema and deployment first, and say openly if a rebuild is cheaper.',
    },
    {
      q: 'What will it cost?',
      a: 'Nothing is set. The intention is one price for the build and a monthly one for hosting and maintenance, both known beforehand, with no hourly billing and no platform license on top.',
    },
  ],
  next: {
    heading: 'Tell us where to write',
    text: 'Your email address is enough for now. If your app exists and only has to fit MSPs, you need not wait: see App Owners & Vendors, which is open.',
  },
  drawing:
    'A sketch slides onto a foundation of four stones marked sign-in, tenants, money and operations. Walls rise slice by slice until a customer walks in with a key.',
} satisfies ServicePage
