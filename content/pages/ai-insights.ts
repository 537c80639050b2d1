import type { ServicePage } from './shape.ts'

export default {
  path: '/ai-insights',
  audience: 'business',
  label: 'AI Insights',
  headline: 'Hear what customers keep telling you',
  lead: 'Calls, emails, tickets and reviews often carry the news before any figure shows it. We plan a service that reads them and reports what changed. You cannot order it so far.',
  description:
    'Coming soon: AI reads your calls, emails, tickets and reviews and reports what changed this week and why it matters, in your customers’ own words.',
  comingSoon: true,
  problem: {
    heading: 'Nobody reads everything',
    paragraphs: [
      'The driver hears that the new packaging tears. Support hears it twice. A three-star review mentions it in passing. Each of them treats it as a single case, because to each of them it is one.',
      'The warning was in plain sight, spread over four tools that nobody reads side by side. Keyword alerts miss it, since customers rarely use your word for the problem.',
    ],
  },
  work: {
    heading: 'What it will listen for',
    intro: 'Signals in text and speech, where no column can be added up.',
    parts: [
      {
        title: 'Repeated trouble',
        text: 'Messages about the same cause are grouped even when the wording differs, and counted per week by distinct customer.',
      },
      {
        title: 'Signs of leaving',
        text: 'A competitor’s name, a question about notice periods, a tone that turned. It goes to the account owner with the passage marked.',
      },
      {
        title: 'Unmet wishes',
        text: 'What people ask for that you do not sell, and who asked.',
      },
      {
        title: 'Praise worth repeating',
        text: 'Thanks that name a person or a detail, so that you can pass them on.',
      },
    ],
  },
  steps: {
    heading: 'From message to weekly letter',
    items: [
      {
        title: 'Gather',
        text: 'Shared mailboxes in Google Workspace or Microsoft 365, help desk tickets, Twilio call recordings, public reviews.',
      },
      {
        title: 'Mask',
        text: 'Card numbers and other details you name are blanked out before a model reads the text.',
      },
      {
        title: 'Sort',
        text: 'The model assigns topic, mood and urgency. A person labels a sample every month to see how often it is right.',
      },
      {
        title: 'Compare',
        text: 'This week is set against the weeks before, and only changes are reported.',
      },
      {
        title: 'Tell',
        text: 'A short letter in Slack or by email: what changed, for how many customers, three quotes, where to look.',
      },
    ],
  },
  gets: {
    heading: 'What would reach you',
    items: [
      'One letter a week, short enough to read standing up',
      'An immediate note for the topics you mark as urgent',
      'A link from each claim to the original messages',
      'The error rate, measured on your own messages',
    ],
  },
  needs: {
    heading: 'What makes it work',
    items: [
      'Mailboxes that belong to a role; personal ones stay out',
      'Callers who were told about recording, as the law of their state may require',
      'Enough traffic for a pattern; a few messages a week are better read by you',
      'A word to your staff that this exists and what it is for',
    ],
  },
  questions: [
    {
      q: 'Does it grade my employees?',
      a: 'No. We will leave out scores per employee. It reports on topics and customers, and people who are scored learn to write for the score.',
    },
    {
      q: 'How is it different from a dashboard?',
      a: 'A dashboard tells you that returns rose. This tells you that the zipper is why, as the people who sent it back put it.',
    },
    {
      q: 'Can it read reviews on every site?',
      a: 'Only where the site offers an API or an export and its terms allow it. Google Business Profile has one for your own locations.',
    },
    {
      q: 'Could a customer trick it?',
      a: 'A message may contain instructions aimed at the model. The part that reads has no tools and can send nothing, so such a message can cause a wrong label and little else.',
    },
  ],
  next: {
    heading: 'Leave word',
    text: 'Your address puts you on the list for the opening. In the meantime, read twenty recent messages from four channels in one sitting. That is this service, done by hand.',
  },
  drawing:
    'Speech bubbles, envelopes and review stars drift in from four sides. Those that carry the same mark gather into a cluster, the cluster grows, and a single page with three quotes is handed to a reader.',
} satisfies ServicePage
