import type { ServicePage } from './shape.ts'

export default {
  path: '/vendors-integrate',
  audience: 'vendors',
  label: 'Integrate',
  headline: 'Integrations that survive the other side’s next release',
  lead: 'Connections between your product and the tools MSPs already run, to be built, listed and kept alive by us. Announced here, not open yet.',
  description:
    'Coming soon: integrations for software vendors with ConnectWise, HubSpot and Slack, covering OAuth, webhooks, rate limits, app review and upkeep.',
  comingSoon: true,
  problem: {
    heading: 'Building it is the short part',
    paragraphs: [
      'An integration is finished on the day it ships and unfinished the day after. A token expires on a Sunday, an API version is retired, a field becomes required, and your support desk hears about it first.',
      'The marketplaces have rules of their own. HubSpot lists only apps that authorize through OAuth and already have active installs. Slack wants a reason for every scope. Calls to ConnectWise PSA must carry the `clientId` registered for your integration.',
    ],
  },
  work: {
    heading: 'What each connection will include',
    intro: 'One connection, one set of parts, whichever system is at the far end.',
    parts: [
      {
        title: 'Authorization',
        text: 'An OAuth app in your name with the fewest scopes that do the job, encrypted tokens, refresh before expiry, and a reconnect link when access is revoked.',
      },
      {
        title: 'Events',
        text: 'Webhooks verified by signature, acknowledged at once and worked off from a queue. Slack, for example, expects an answer within three seconds.',
      },
      {
        title: 'Limits',
        text: 'A request budget per customer account, `Retry-After` honored, and a nightly comparison that finds what a lost webhook missed.',
      },
      {
        title: 'Listing',
        text: 'Texts, screenshots and a test account for the reviewers, and answers to the questions they send back.',
      },
      {
        title: 'Upkeep',
        text: 'Change logs watched, contract tests against sandboxes, and repairs as part of the service.',
      },
    ],
  },
  steps: {
    heading: 'The road to a listing',
    items: [
      {
        title: 'Choose the records',
        text: 'Which object moves, in which direction, and which side wins a conflict.',
      },
      {
        title: 'Map the fields',
        text: 'A table that your product manager signs off, including the fields left alone.',
      },
      {
        title: 'Pilot unlisted',
        text: 'Real customers install by direct link. HubSpot and Slack look for such installs before they list an app.',
      },
      {
        title: 'Submit',
        text: 'The package goes to app review. Expect at least one round of questions.',
      },
      {
        title: 'Keep watch',
        text: 'Error rates per customer are visible to your support team and to us.',
      },
    ],
  },
  gets: {
    heading: 'What would be yours',
    items: [
      'A listing under your company’s name, if the marketplace accepts it',
      'A state per customer: connected, delayed, needs a new sign-in',
      'A replay button for events that failed',
      'A setup guide your customers can follow without a call',
    ],
  },
  needs: {
    heading: 'What has to be in place',
    items: [
      'An API that can read and write the objects in question',
      'Developer accounts with each marketplace, held by your company',
      'Pilot customers who use both products',
      'A privacy policy and a support address, which reviewers look for',
    ],
  },
  questions: [
    {
      q: 'Can you promise approval?',
      a: 'No. The marketplace decides. We prepare for the published criteria and correct what the review finds.',
    },
    {
      q: 'Why not an embedded integration platform?',
      a: 'It can be right when you need dozens of shallow connections. It also tends to add a fee per connected customer. We aim at the few connections your deals depend on.',
    },
    {
      q: 'Do two-way syncs loop?',
      a: 'They do if nobody stops them. Each write carries its origin, and a change that came from the other side is not sent back.',
    },
    {
      q: 'Our API sends no webhooks. Is that a problem?',
      a: 'Polling with a change cursor works too. It is slower, and the delay would be shown to your customers.',
    },
  ],
  next: {
    heading: 'Hear when connections can be ordered',
    text: 'We write to the address you leave. If a customer is pressing already, the page for app owners and vendors takes project requests today.',
  },
  drawing:
    'A record leaves your product, passes a gate that checks its key, waits its turn at a counter and arrives as a ConnectWise ticket. When the far door changes shape, a mechanic swaps the adapter and the line moves on.',
} satisfies ServicePage
