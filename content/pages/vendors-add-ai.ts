import type { ServicePage } from './shape.ts'

export default {
  path: '/vendors-add-ai',
  audience: 'vendors',
  label: 'Add AI',
  title: 'Add AI to Your Software Product',
  headline: 'AI features that pass a test before release',
  lead: 'A chatbot, a phone agent or a setup guide inside the product you already sell, tested with your own examples. This service isn’t available yet.',
  description:
    'Coming soon: AI inside the product you already sell, from support bots to phone agents, with evaluation sets, tenant-safe retrieval and a fallback.',
  comingSoon: true,
  problem: {
    heading: 'It worked in the demo',
    paragraphs: [
      'A language model answers the questions you prepared. Your customers ask all the others, with typos, on the wrong screen, about a feature you renamed.',
      'Without a measurement, every prompt change is a guess. One complaint gets fixed, and two good answers get worse. In the end, no one dares to touch the prompt.',
    ],
  },
  work: {
    heading: 'What we will build around the model',
    intro: 'You rent the model and can replace it. Four other parts decide whether the feature works.',
    parts: [
      {
        title: 'An evaluation set',
        text: 'Real questions with an answer your expert accepts, plus questions that must be refused. It runs on each change of prompt or model, and a lower score blocks the release.',
      },
      {
        title: 'Tenant-safe retrieval',
        text: 'Documents and records are filtered by tenant and by the user’s permissions before they reach the prompt. Answers link to their source.',
      },
      {
        title: 'Limits on actions',
        text: 'Text from a ticket or a web page is treated as data and can’t use tools. Actions that change something use the signed-in user’s permissions and ask first.',
      },
      {
        title: 'A fallback',
        text: 'If the model has no answer or the provider is down, the user gets search results or a person, and your logs show which.',
      },
    ],
  },
  steps: {
    heading: 'How we’ll get from the first example to rollout',
    items: [
      {
        title: 'Pick one job',
        text: 'Answer support questions, guide a new customer through setup, or take phone calls. One at a time.',
      },
      {
        title: 'Collect examples',
        text: 'Your support team finds past cases and marks good answers. Personal details are removed.',
      },
      {
        title: 'Set the limits',
        text: 'You decide which errors are embarrassing and which are unacceptable. Both get a limit.',
      },
      {
        title: 'Run it silently',
        text: 'The feature answers in the background, and we compare its answers with those of your staff.',
      },
      {
        title: 'Roll out',
        text: 'A few tenants first, then all. Answers marked as bad are added to the evaluation set.',
      },
    ],
  },
  gets: {
    heading: 'What your team would get',
    items: [
      'Versioned prompts, so that you can roll back a release',
      'A score sheet per version: passed, failed, refused, cost and latency',
      'A switch per tenant, for customers whose contracts exclude AI',
      'A paragraph for your security page that says which provider sees what',
    ],
  },
  needs: {
    heading: 'What we would need',
    items: [
      'Past questions and answers that you can use for this purpose',
      'An expert who will judge a batch of answers',
      'A decision on which model providers are acceptable',
      'Read access to your code, a staging environment and a developer who can approve changes',
    ],
  },
  questions: [
    {
      q: 'Which model will you use?',
      a: 'The one that passes your evaluation set at a price you accept. With the set, you can test another provider before you switch.',
    },
    {
      q: 'Will our customers’ data train someone’s model?',
      a: 'Provider terms differ by plan and by setting. We would show you the terms and the settings in writing before any data is sent.',
    },
    {
      q: 'Would a phone agent pretend to be human?',
      a: 'No. Every call would start with a notice that it is an AI, that the call is recorded and transcribed, and how to reach a person.',
    },
    {
      q: 'Would we have to rebuild our product?',
      a: 'Rarely. Such a feature is usually one endpoint in your API and one component in your interface.',
    },
  ],
  next: {
    heading: 'Start with a spreadsheet',
    text: 'Join the waitlist, and we’ll email you when you can order it. Until then, start a spreadsheet with two columns, question and accepted answer. Fifty real rows will help the team that builds the feature. For a chat that answers from your documentation, you can ask for a quote in the marketplace now.',
  },
  drawing:
    'A model answers three questions, and the answers are compared with an answer key. Two match and go on to the customer. One doesn’t and goes back to a workbench, where the prompt is changed.',
} satisfies ServicePage
