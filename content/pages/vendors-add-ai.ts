import type { ServicePage } from './shape.ts'

export default {
  path: '/vendors-add-ai',
  audience: 'vendors',
  label: 'Add AI',
  headline: 'AI features that pass a test before release',
  lead: 'A bot, a phone agent or a setup guide inside the product you already sell, measured against your own examples. Not open for orders yet.',
  description:
    'Coming soon: AI inside the product you already sell, from support bots to phone agents, with evaluation sets, tenant-safe retrieval and a fallback.',
  comingSoon: true,
  problem: {
    heading: 'It worked in the demo',
    paragraphs: [
      'A language model answers the questions you prepared. Your customers ask all the others, with typos, on the wrong screen, about a feature you renamed.',
      'Without a measure, every prompt change is a guess: one complaint gets fixed and two good answers get lost. Teams stop touching the prompt, and the feature ages.',
    ],
  },
  work: {
    heading: 'What we will build around the model',
    intro:
      'The model is rented and replaceable. Four things around it decide whether the feature holds, and those are the work.',
    parts: [
      {
        title: 'An evaluation set',
        text: 'Real questions with the answer an expert of yours accepts, plus cases that must be refused. It runs on each change of prompt or model, and a drop blocks the release.',
      },
      {
        title: 'Retrieval that respects tenants',
        text: 'Documents and records are filtered by tenant and by the asking user’s rights before they reach the prompt. Answers link to their source.',
      },
      {
        title: 'Limits on what it may do',
        text: 'Text from a ticket or a web page counts as data and gets no say over tools. Actions that write use the signed-in user’s permission and ask first.',
      },
      {
        title: 'A way out',
        text: 'When retrieval finds nothing or the provider is down, the user sees search results or reaches a human, and your logs say which.',
      },
    ],
  },
  steps: {
    heading: 'From first example to rollout',
    items: [
      {
        title: 'Pick one job',
        text: 'Answer support questions, guide a new customer through setup, or take phone calls. One at a time.',
      },
      {
        title: 'Collect examples',
        text: 'Your support team pulls past cases and marks good answers. Personal details are removed.',
      },
      {
        title: 'Set the bar',
        text: 'You decide which errors are embarrassing and which are unacceptable. Both get a threshold.',
      },
      {
        title: 'Shadow',
        text: 'The feature answers silently beside your staff, and the two are compared.',
      },
      {
        title: 'Widen',
        text: 'A few tenants, then all. Answers marked as bad flow back into the set.',
      },
    ],
  },
  gets: {
    heading: 'What your team would receive',
    items: [
      'Versioned prompts, so that a release can be taken back',
      'A score sheet per version: passed, failed, refused, cost, latency',
      'A switch per tenant, for customers whose contracts exclude AI',
      'A text for your security page that says which provider sees what',
    ],
  },
  needs: {
    heading: 'Yours to supply',
    items: [
      'Past questions and answers that you may use for this purpose',
      'An expert who will judge a batch of answers',
      'Your position on which model providers are acceptable',
    ],
  },
  questions: [
    {
      q: 'Which model will you use?',
      a: 'The one that passes your set at a price you accept. With the set in hand, changing provider later is a test run rather than a leap.',
    },
    {
      q: 'Will our customers’ data train someone’s model?',
      a: 'Provider terms differ by plan and by setting. We would show you both in writing before any data is sent.',
    },
    {
      q: 'Would a phone agent pretend to be human?',
      a: 'No. It introduces itself as software in its first sentence.',
    },
    {
      q: 'Do we have to rebuild our product?',
      a: 'Rarely. Such a feature tends to sit behind one endpoint of your API and one component in your interface.',
    },
  ],
  next: {
    heading: 'Be told when it opens',
    text: 'Leave an address. Meanwhile, start a sheet with two columns, question and accepted answer. Fifty honest rows will help whoever builds the feature.',
  },
  drawing:
    'Question cards run along a belt through a model and meet an answer key. Cards that match roll on to the customer. The others drop back to a workbench where the prompt is adjusted.',
} satisfies ServicePage
