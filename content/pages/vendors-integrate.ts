import type { ServicePage } from './shape.ts'

export default {
  path: '/vendors-integrate',
  audience: 'vendors',
  label: 'Integrate',
  title: 'ConnectWise, HubSpot and Slack Integrations',
  headline: 'Integrations that keep working after launch',
  lead: 'Connections between your product and the tools MSPs already run. We will build them, submit them for listing and maintain them. This service isn’t available yet.',
  description:
    'Coming soon: integrations with ConnectWise, HubSpot and Slack for software vendors, covering OAuth, webhooks, rate limits, app review and upkeep.',
  comingSoon: true,
  problem: {
    heading: 'Building it is the short part',
    paragraphs: [
      'An integration is finished on the day it ships and unfinished the day after. A token expires on a Sunday, an API version is retired, a field becomes required. Your customers tell you first.',
      'Each marketplace has its own rules. HubSpot lists only apps that use OAuth and already have active installs. Slack wants a reason for every scope. Calls to ConnectWise PSA need the `clientId` registered for your integration.',
    ],
  },
  work: {
    heading: 'What each connection will include',
    intro: 'Every connection will have the same five parts, whichever system it goes to.',
    parts: [
      {
        title: 'Authorization',
        text: 'An OAuth app in your name with the fewest scopes that do the job, or API keys where a tool has no OAuth, as in ConnectWise PSA. Tokens and keys are encrypted. Tokens are renewed before they expire, and your customer gets a reconnect link if access is revoked.',
      },
      {
        title: 'Events',
        text: 'Webhooks are verified by signature if the tool signs them, acknowledged immediately and processed from a queue. Slack, for example, expects an answer within three seconds. Tools without webhooks are checked on a schedule.',
      },
      {
        title: 'Limits',
        text: 'A request budget per customer account, `Retry-After` respected, and a nightly comparison that finds missed changes.',
      },
      {
        title: 'Listing',
        text: 'The description, the screenshots, a test account for the reviewers, and answers to their questions.',
      },
      {
        title: 'Maintenance',
        text: 'We watch change logs, run contract tests against sandboxes and make repairs as part of the service.',
      },
    ],
  },
  steps: {
    heading: 'How we will work toward a listing',
    items: [
      {
        title: 'Choose the records',
        text: 'You decide which object moves, in which direction, and which side wins a conflict.',
      },
      {
        title: 'Map the fields',
        text: 'Your product manager approves a table, including the fields we leave alone.',
      },
      {
        title: 'Pilot before listing',
        text: 'Real customers install by direct link. HubSpot and Slack look for such installs before they list an app.',
      },
      {
        title: 'Submit',
        text: 'The package goes to app review. Expect at least one round of questions.',
      },
      {
        title: 'Monitor',
        text: 'Your support team sees the same error rates per customer that we do.',
      },
    ],
  },
  gets: {
    heading: 'What you would have',
    items: [
      'A listing under your company’s name, if the marketplace accepts it',
      'A status per customer: connected, delayed or needs a new sign-in',
      'A replay button for events that failed',
      'A setup guide your customers can follow without a call',
    ],
  },
  needs: {
    heading: 'What we would need',
    items: [
      'An API that can read and write the objects in question',
      'Developer accounts with each marketplace, owned by your company',
      'A product manager who approves the table of fields, and pilot customers who use both products',
      'A privacy policy and a support address, which reviewers look for',
    ],
  },
  questions: [
    {
      q: 'Can you promise approval?',
      a: 'No. The marketplace decides. We will prepare for the published criteria and fix what the review finds.',
    },
    {
      q: 'Why not an embedded integration platform?',
      a: 'It can be right if you need dozens of simple connections. It also tends to add a fee per connected customer. We will focus on the few connections your deals depend on.',
    },
    {
      q: 'Do two-way syncs loop?',
      a: 'They do if nothing stops them. Each write will record where it came from, and a change from the other side won’t be sent back.',
    },
    {
      q: 'Our API sends no webhooks. Is that a problem?',
      a: 'No. We could check for changes on a schedule. It’s slower, and we would show the delay to your customers.',
    },
  ],
  next: {
    heading: 'Get notified when you can order',
    text: 'Join the waitlist. The page for App Owners & Vendors lists what you can order today, such as a public API or a usage export for ConnectWise PSA.',
  },
  drawing:
    'A record leaves your product, passes a check of its key and waits in a queue. ConnectWise changes its API, and an engineer swaps the adapter. Then the record arrives in ConnectWise as a ticket.',
} satisfies ServicePage
