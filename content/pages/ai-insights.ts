import type { ServicePage } from './shape.ts'

export default {
  path: '/ai-insights',
  audience: 'business',
  label: 'AI Insights',
  title: 'AI Insights: Customer Feedback Analysis',
  headline: 'Find out what your customers keep saying',
  lead: 'A service that will read your calls, emails, tickets and reviews and report what changed each week, in your customers’ own words. You can’t order it yet.',
  description:
    'Coming soon: AI will read your calls, emails, tickets and reviews. Each week, it will report what changed and for how many customers, with quotes.',
  comingSoon: true,
  problem: {
    heading: 'No one reads everything',
    paragraphs: [
      'A driver hears that the new packaging tears. Two people in support each hear it once. A three-star review mentions it. Everyone thinks it happened only once, because no one sees the other reports.',
      'The warning was there, but in four tools that no one reads together. Keyword alerts miss it, because customers rarely use your word for the problem.',
    ],
  },
  work: {
    heading: 'What it will look for',
    intro: 'Patterns in text and speech, which no spreadsheet can add up.',
    parts: [
      {
        title: 'Repeated problems',
        text: 'Messages about the same cause are grouped even if the wording differs. They are counted by customer, each week.',
      },
      {
        title: 'Signs of leaving',
        text: 'A competitor’s name, a question about how to cancel, a change of tone. The person who looks after that customer gets the passage.',
      },
      {
        title: 'Unmet requests',
        text: 'What people ask for that you don’t sell, and who asked.',
      },
      {
        title: 'Praise to pass on',
        text: 'Thank-you notes that mention a person or a detail.',
      },
    ],
  },
  steps: {
    heading: 'How messages will become a weekly summary',
    items: [
      {
        title: 'Gather',
        text: 'Shared inboxes in Google Workspace or Microsoft 365, help desk tickets, Twilio call recordings and public reviews.',
      },
      {
        title: 'Mask',
        text: 'Card numbers and other details you name are removed before a model reads the text.',
      },
      {
        title: 'Sort',
        text: 'The model assigns a topic, a sentiment and an urgency level. A person labels a sample every month to measure how often the model is right.',
      },
      {
        title: 'Compare',
        text: 'The service compares this week with previous weeks and reports only changes.',
      },
      {
        title: 'Report',
        text: 'You get a short summary in Slack or by email: what changed, for how many customers, with three quotes and links.',
      },
    ],
  },
  gets: {
    heading: 'What you would get',
    items: [
      'One summary a week that you can read in a few minutes',
      'An immediate alert for topics you mark as urgent',
      'A link from each statement to the original messages',
      'The model’s error rate, measured on your own messages',
    ],
  },
  needs: {
    heading: 'What we would need',
    items: [
      'Read access to shared inboxes, help desk tickets, call recordings and reviews; personal mailboxes are left out',
      'A notice at the start of every call, in every state, that it is recorded and transcribed',
      'Enough messages for a pattern; if you get only a few a week, read them yourself',
      'A note that tells your staff about this service and its purpose',
      'Approval of our app in Slack, if you want the summary there',
    ],
  },
  questions: [
    {
      q: 'Will it grade my employees?',
      a: 'No. There will be no scores per employee. It will report on topics and customers.',
    },
    {
      q: 'How is this different from a dashboard?',
      a: 'A dashboard tells you that returns went up. This service will tell you that a zipper is the reason, in the words of the customers who returned the product.',
    },
    {
      q: 'Will it read reviews on every site?',
      a: 'Only if the site offers an API or an export and its terms allow it. Google Business Profile has an API for your own locations.',
    },
    {
      q: 'Could a customer trick it?',
      a: 'A message can contain instructions for the model. But the part that reads it will have no tools and won’t be able to send anything, so the worst result is a wrong label or a misleading summary.',
    },
  ],
  next: {
    heading: 'Try it yourself',
    text: 'Join the waitlist, and we’ll let you know at launch. Until then, read twenty recent messages from four channels in one sitting. That is the work this service will do.',
  },
  drawing:
    'Eight messages arrive: speech bubbles, envelopes and review stars. Five have the same mark and gather in a cluster with the number five. A page titled “Torn packaging” with three quotes goes to a reader.',
} satisfies ServicePage
