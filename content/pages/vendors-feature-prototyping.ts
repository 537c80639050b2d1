import type { ServicePage } from './shape.ts'

export default {
  path: '/vendors-feature-prototyping',
  audience: 'vendors',
  label: 'Feature Prototyping',
  headline: 'Test a feature before you commit to it',
  lead: 'A working prototype of one feature, with realistic data, in front of the people who would use it. This service isn’t available yet.',
  description:
    'Coming soon: a working prototype of your next feature, with realistic data, notes from three user tests and an honest list of everything that is faked.',
  comingSoon: true,
  problem: {
    heading: 'Everyone agrees on a slide',
    paragraphs: [
      'People agree on a slide because each of them imagines something different. You find out after the sprint in which the feature was built.',
      'A prototype shows the differences earlier. People click it, misread it and give up halfway, and each of those tells you something a meeting didn’t.',
    ],
  },
  work: {
    heading: 'What a prototype will contain',
    intro: 'We plan a fixed scope, small enough to throw away.',
    parts: [
      {
        title: 'One complete path',
        text: 'From the button to the result, including the empty screen, the slow response and the error. Everything else is a picture.',
      },
      {
        title: 'Messy data',
        text: 'Made-up records with real problems: a company with two names, a very long ticket, a month with no sales. Your customers’ data stays in your systems.',
      },
      {
        title: 'Your components',
        text: 'Built with your design tokens and, if possible, in your stack: as Storybook stories or as a branch behind a flag.',
      },
      {
        title: 'A real model for AI features',
        text: 'If the feature writes or decides, users see real model output. Scripted answers would make it look better than it is.',
      },
    ],
  },
  steps: {
    heading: 'How a round will go',
    items: [
      {
        title: 'Name the doubt',
        text: 'You finish the sentence “We would drop this if …”. That becomes the test.',
      },
      {
        title: 'Choose the slice',
        text: 'We draw the path on one page and remove everything the test doesn’t need.',
      },
      {
        title: 'Build in the open',
        text: 'You follow the work through a preview link and leave comments there.',
      },
      {
        title: 'Test with three customers',
        text: 'Your customers get a task instead of a tour. We note where they get stuck.',
      },
      {
        title: 'Decide',
        text: 'Build, change or drop, with the notes next to the decision.',
      },
    ],
  },
  gets: {
    heading: 'What you would get',
    items: [
      'A preview link you can send to a customer or show at a trade show',
      'A list of what is real and what is faked',
      'Notes from each session, with the moments where people hesitated',
      'A build estimate as a range, with the unknowns named',
    ],
  },
  needs: {
    heading: 'What a round would need',
    items: [
      'A product owner who can answer questions while we build',
      'Your design system, or screenshots if you have none',
      'Access to your repository, if we build in your stack',
      'Three customers who agree to be observed',
    ],
  },
  questions: [
    {
      q: 'Could we ship the prototype?',
      a: 'Plan not to. There will be no migrations and no load tests, and it will be tested only where your doubt was. The list will say which parts you could keep.',
    },
    {
      q: 'What if the answer is no?',
      a: 'Then you will have learned that for the price of a prototype. We will put a no in writing as clearly as a yes.',
    },
    {
      q: 'Will it work for features without a screen?',
      a: 'Yes. We could test an API with a mock server made from an OpenAPI file and a sample script that a partner’s developer runs.',
    },
    {
      q: 'Who finds the test users?',
      a: 'You would, from your customers. We could lead the sessions, because people speak more freely to someone who didn’t build the product.',
    },
  ],
  next: {
    heading: 'You can’t book a round yet',
    text: 'Join the waitlist, and we’ll let you know when you can. Until then, finish the sentence in step one with your team, each person separately, and compare.',
  },
  drawing:
    'A thin slice is cut from a roadmap. Three customers try it. Then it goes to one of three trays: build, change or drop. Here it goes to build.',
} satisfies ServicePage
