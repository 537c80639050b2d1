import type { ServicePage } from './shape.ts'

export default {
  path: '/vendors-build-app',
  audience: 'vendors',
  label: 'Build an App',
  title: 'SaaS App Development, Hosting and Maintenance',
  headline: 'Launch a whole product, not a demo',
  lead: 'From an idea to software your customers sign in to, pay for and rely on. We’re still preparing this service and aren’t taking orders yet.',
  description:
    'Coming soon: we will build, host and maintain your app, with sign-in, tenants, subscriptions, backups and the admin screens that no demo ever shows.',
  comingSoon: true,
  problem: {
    heading: 'The first screen is the easy part',
    paragraphs: [
      'The idea often fits on one screen, and a code generator can produce that screen quickly. Then the first customer asks to invite a colleague, change a plan mid-month and restore a deleted record.',
      'Those requests are the product. They affect accounts, money and history. Each one is cheap to plan for at the start and expensive once you have data.',
    ],
  },
  work: {
    heading: 'What the first release will include',
    intro: 'Every app will start on the same foundation, so that we can spend the design time on your idea.',
    parts: [
      {
        title: 'Sign-in',
        text: 'Microsoft Entra ID or Google over OpenID Connect, invitations, roles, two-factor authentication, and sessions that an admin can end.',
      },
      {
        title: 'Tenants',
        text: 'One Postgres database, a tenant ID on every row, and database policies that block access by another tenant. You can export or erase a tenant as a unit.',
      },
      {
        title: 'Billing',
        text: 'Plans, trials, proration and failed-payment notices through Stripe Billing. Each webhook event is stored once, because Stripe may deliver it twice.',
      },
      {
        title: 'Operations',
        text: 'Staging, error tracking, backups with a tested restore, and an admin screen, so that support never needs a database password.',
      },
      {
        title: 'Your idea',
        text: 'The part no one else has.',
      },
    ],
  },
  steps: {
    heading: 'How we’ll get from idea to first invoice',
    items: [
      {
        title: 'Tell the story',
        text: 'Tell us who opens the app on a Tuesday, and what they do before and after.',
      },
      {
        title: 'Draw the model',
        text: 'We draw the records and who owns them. This shows disagreements while they are cheap to fix.',
      },
      {
        title: 'Build the skeleton',
        text: 'Sign-in, one record and deployment work end to end before any feature is finished.',
      },
      {
        title: 'Add features',
        text: 'Each feature goes to staging with test data. You and three future customers try it, and you accept it or send it back.',
      },
      {
        title: 'Go live',
        text: 'Stripe switches to live mode, the first customer signs up, and alerts come to us.',
      },
      {
        title: 'Maintain',
        text: 'We host the app, apply updates and fix faults. New requests become new features.',
      },
    ],
  },
  gets: {
    heading: 'What you would have',
    items: [
      'A web app under your domain and your name',
      'An admin screen for tenants, plans and support',
      'Source code you can read at any time, with a setup guide for the next developer',
      'A report of the restore test: which backup, how long it took, what was restored',
    ],
  },
  needs: {
    heading: 'What we would need from you',
    items: [
      'One owner of the idea who can say what is out of scope',
      'A Stripe account, a domain and an app registration at Microsoft or Google for the sign-in, all owned by your company',
      'Three future customers who will use an unfinished version',
    ],
  },
  questions: [
    {
      q: 'Web, mobile or desktop?',
      a: 'Web first, built to work on a phone. A native app makes sense if the job needs hardware or offline work that a browser can’t do.',
    },
    {
      q: 'Could you take over an app someone else started?',
      a: 'Maybe. We would review its schema and deployment first and tell you if a rebuild would be cheaper.',
    },
    {
      q: 'What will it cost?',
      a: 'Prices aren’t set. We plan one price for the build and a monthly price for hosting and maintenance. You would know both in advance. There would be no hourly billing and no platform license on top.',
    },
  ],
  next: {
    heading: 'Join the waitlist',
    text: 'We only need your email address for now. If your app exists and only has to fit MSPs, you don’t have to wait: you can order the projects on the page for App Owners & Vendors today.',
  },
  drawing:
    'A sketch lands on a foundation of four stones: sign-in, tenants, billing and operations. Walls go up one by one until a customer walks in with a key.',
} satisfies ServicePage
