import type { ServicePage } from './shape.ts'

export default {
  path: '/learn-automation',
  audience: 'students',
  label: 'Learn Automation',
  headline: 'Learn automation by building things that run',
  lead: 'A learning path and a community for students, with lessons from working automation engineers. It has not started. The order of lessons and five exercises are here already.',
  description:
    'Coming soon: a learning path and community for students of automation, from HTTP and webhooks to databases and AI, with small real exercises.',
  comingSoon: true,
  problem: {
    heading: 'Tutorials end where the work begins',
    paragraphs: [
      'A tutorial works because its author prepared everything. On the job the file has two columns named “Date”, the API answers `429`, and the same event arrives twice.',
      'Those moments are the trade. You can practice them on a laptop, with a few accounts of your own, long before anyone pays you.',
    ],
  },
  work: {
    heading: 'What you will learn, in this order',
    intro:
      'Five stages, each resting on the one before. The first needs no programming; after that, some Python or JavaScript helps.',
    parts: [
      {
        title: '1. See the process',
        text: 'Trigger, steps, decisions, exceptions. Exercise: ask a campus office or a club how it handles a refund, and draw where the request waits.',
      },
      {
        title: '2. Speak HTTP',
        text: 'Requests, status codes, headers, JSON, keys. Exercise: fetch tomorrow’s forecast from `api.weather.gov` and print a sentence only if rain is likely.',
      },
      {
        title: '3. React to events',
        text: 'Webhooks, signatures, schedules. Exercise: receive a webhook from your own GitHub repository, verify `X-Hub-Signature-256`, and reject a copy you altered.',
      },
      {
        title: '4. Survive failure',
        text: 'Timeouts, retries, idempotency, a Postgres table as memory. Exercise: deliver one event five times and end up with one row.',
      },
      {
        title: '5. Add a model',
        text: 'Prompts, structured output, measuring. Exercise: let a model sort forty messages you labeled yourself, count the misses, change the prompt and count again.',
      },
    ],
  },
  steps: {
    heading: 'How a stage will work',
    items: [
      {
        title: 'Read',
        text: 'A short lesson with one idea, and a broken example to look at.',
      },
      {
        title: 'Build',
        text: 'The exercise, on your own machine, with free tools and public data.',
      },
      {
        title: 'Break it',
        text: 'Feed your program nasty input: an empty file, a name with an apostrophe, the night the clocks change.',
      },
      {
        title: 'Show it',
        text: 'Post the code and the log of one run. Two other learners try to make it fail.',
      },
      {
        title: 'Leave it running',
        text: 'After stage five, one automation of yours runs unattended for two weeks while you write down every repair.',
      },
    ],
  },
  gets: {
    heading: 'What you would leave with',
    items: [
      'A process drawing and four small programs in a repository of your own',
      'A diary of a running automation and its failures, good to show in an interview',
      'Practice in reviewing other people’s work kindly and precisely',
      'A community to ask when you are stuck',
    ],
  },
  needs: {
    heading: 'What you need',
    items: [
      'To be 13 or older; this is not directed to children under 13',
      'A computer on which you may install Python or Node.js',
      'A GitHub account or another place for code',
      'Patience with error messages',
    ],
  },
  questions: [
    {
      q: 'Will there be a certificate?',
      a: 'None is planned. The repository and the diary say more about what you can do.',
    },
    {
      q: 'Will it cost anything?',
      a: 'We have not decided. If there is a price, it will stand here before anyone joins.',
    },
    {
      q: 'Do I have to study computer science?',
      a: 'No. Students of business, nursing or logistics have seen processes that programmers have not.',
    },
    {
      q: 'Can I begin on my own?',
      a: 'Yes. The exercises above need nothing from us. Keep your results for the day the community opens.',
    },
  ],
  next: {
    heading: 'Join the list',
    text: 'Leave an address if you are at least 13, and you hear from us before stage one begins. Exercise two fits into an evening, and our blog is open to everyone.',
  },
  drawing:
    'Five stepping stones cross a stream: a sketch, an envelope, a bell, a loop and a lamp. A paper boat carrying a message passes each stone, tips over at the loop, rights itself and arrives.',
} satisfies ServicePage
