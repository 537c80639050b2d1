import type { ServicePage } from './shape.ts'

export default {
  path: '/vendors-feature-prototyping',
  audience: 'vendors',
  label: 'Feature Prototyping',
  headline: 'Show the feature before you commit to it',
  lead: 'A working slice of the feature, on data that looks like yours, in front of the people who would use it. This offer is in preparation.',
  description:
    'Coming soon: a working prototype of your next feature, with realistic data, a test script for users and an honest list of everything that is faked.',
  comingSoon: true,
  problem: {
    heading: 'A slide cannot be wrong',
    paragraphs: [
      'Everyone agrees on a slide, because everyone imagines something different behind it. The disagreement surfaces after the sprint in which the thing was built.',
      'A prototype brings it out sooner. It can be clicked, misread and abandoned halfway, and each of those tells you something that a meeting did not.',
    ],
  },
  work: {
    heading: 'What a prototype will contain',
    intro: 'The plan is a fixed scope, small enough to throw away without regret.',
    parts: [
      {
        title: 'One path, all the way through',
        text: 'From the button to the result, including the empty screen, the slow answer and the refusal. Everything beside that path stays a picture.',
      },
      {
        title: 'Data that behaves badly',
        text: 'Made-up records with real awkwardness: a company with two names, a ticket of nine thousand words, a month with no sales. Customer data stays in your systems.',
      },
      {
        title: 'Your components',
        text: 'Built with your design tokens and, where we can, in your stack: as Storybook stories or as a branch behind a flag. People should judge the idea and not its look.',
      },
      {
        title: 'A real model where AI is the point',
        text: 'If the feature writes or decides, users meet actual model output. Scripted answers would flatter it.',
      },
    ],
  },
  steps: {
    heading: 'How one round will go',
    items: [
      {
        title: 'Name the doubt',
        text: 'You finish the sentence “We would drop this if …”. That becomes the test.',
      },
      {
        title: 'Cut the slice',
        text: 'We draw the path on one page and strike out everything the doubt does not need.',
      },
      {
        title: 'Build in the open',
        text: 'A preview link changes as we work. You comment on the screen itself.',
      },
      {
        title: 'Put it in front of users',
        text: 'Your customers get a task instead of a tour. We note where they stop.',
      },
      {
        title: 'Call it',
        text: 'Build, change or drop, with the notes beside the decision.',
      },
    ],
  },
  gets: {
    heading: 'What you would keep',
    items: [
      'A preview link you can send to a customer or open at a trade show',
      'A list of what is real and what is faked, item by item',
      'Session notes with the moments at which people hesitated',
      'A build estimate in ranges, with the unknowns named',
    ],
  },
  needs: {
    heading: 'What a round would need',
    items: [
      'A product owner who can answer questions while we build',
      'Your design system, or screenshots if there is none',
      'A handful of users who agree to be watched',
    ],
  },
  questions: [
    {
      q: 'Can we ship the prototype?',
      a: 'Plan not to. It has no migrations, has never seen load, and is tested only where the doubt was. Parts of it may survive, and the list says which.',
    },
    {
      q: 'What if the result is a no?',
      a: 'Then you bought the no at the price of a prototype. We will put it in writing as plainly as a yes.',
    },
    {
      q: 'Does it work for features without a screen?',
      a: 'Yes. An API can be tried as a mock server made from an OpenAPI file, with a sample script that a partner’s developer runs.',
    },
    {
      q: 'Who recruits the test users?',
      a: 'You do, from your customers. They speak more freely to someone who did not build the product, so we can lead the sessions.',
    },
  ],
  next: {
    heading: 'Rounds cannot be booked so far',
    text: 'Leave your address, and until we write, try a prototype that costs nothing: finish the sentence in step one with your team, on paper, each person alone.',
  },
  drawing:
    'A thick roadmap slab is set aside while a thin slice is cut from it. The slice passes through three pairs of hands and drops into one of three trays: build, change or drop.',
} satisfies ServicePage
