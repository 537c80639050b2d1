import type { ServicePage } from './shape.ts'

export default {
  path: '/learn-automation',
  audience: 'students',
  label: 'Learn Automation',
  headline: 'Learn automation by building things that run',
  lead: 'A learning path and a community for students, with lessons from working automation engineers. It hasn’t started yet. You can try the five exercises on this page now.',
  description:
    'Coming soon: a learning path and community for students of automation, from HTTP and webhooks to databases and AI, with five small exercises.',
  comingSoon: true,
  problem: {
    heading: 'Tutorials stop where the work starts',
    paragraphs: [
      'A tutorial works because its author prepared everything. On the job, the file has two columns named “Date”, the API answers `429`, and the same event arrives twice.',
      'Handling those moments is the skill. You can practice it on a laptop, with a few accounts of your own, long before anyone pays you.',
    ],
  },
  work: {
    heading: 'What you will learn, in this order',
    intro:
      'Five stages, each building on the one before. The first needs no programming. The others need some Python or JavaScript.',
    parts: [
      {
        title: '1. See the process',
        text: 'Trigger, steps, decisions and exceptions. Exercise: ask a campus office or a club how it handles a refund, and draw where the request waits.',
      },
      {
        title: '2. Use HTTP',
        text: 'Requests, status codes, headers, JSON and keys. Exercise: get tomorrow’s forecast from `api.weather.gov` and print a sentence only if rain is likely.',
      },
      {
        title: '3. React to events',
        text: 'Webhooks, signatures and schedules. Exercise: receive a webhook from your own GitHub repository, verify `X-Hub-Signature-256`, and reject a copy you changed.',
      },
      {
        title: '4. Handle failure',
        text: 'Timeouts, retries, idempotency, and a Postgres table as memory. Exercise: deliver one event five times and end up with one row.',
      },
      {
        title: '5. Add a model',
        text: 'Prompts, structured output and measuring. Exercise: let a model sort forty messages you labeled yourself, count the errors, change the prompt and count again.',
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
        text: 'The exercise, on your own computer, with free tools and public data.',
      },
      {
        title: 'Break it',
        text: 'Give your program bad input: an empty file, a name with an apostrophe, the night the clocks change.',
      },
      {
        title: 'Show it',
        text: 'Post the code and the log of one run. Two other learners try to make it fail.',
      },
      {
        title: 'Leave it running',
        text: 'After stage five, one of your automations runs for two weeks while you write down every repair.',
      },
    ],
  },
  gets: {
    heading: 'What you would leave with',
    items: [
      'A process drawing and four small programs in your own repository',
      'A diary of a running automation and its failures, useful in an interview',
      'Practice in reviewing other people’s work',
      'A community to ask when you are stuck',
    ],
  },
  needs: {
    heading: 'What you need',
    items: [
      'To be 13 or older; this service is not directed to children under 13',
      'A computer on which you can install Python or Node.js, and Postgres',
      'A GitHub account for your code and for exercise three, and a webhook relay such as `smee.io`, so that GitHub can reach your computer',
      'Access to a language model, for exercise five',
      'Patience with error messages',
    ],
  },
  questions: [
    {
      q: 'Will there be a certificate?',
      a: 'None is planned. Your repository and your diary say more about what you can do.',
    },
    {
      q: 'Will it cost anything?',
      a: 'We haven’t decided. If there is a price, we’ll publish it here before stage one starts.',
    },
    {
      q: 'Do I have to study computer science?',
      a: 'No. If you study business, nursing or logistics, you know processes that programmers have never seen.',
    },
    {
      q: 'Can I start on my own?',
      a: 'Yes. You don’t need us for the exercises. Keep your results for the day the community opens.',
    },
  ],
  next: {
    heading: 'Join the waitlist',
    text: 'If you are at least 13, leave your email address, and we’ll let you know when stage one starts. You can do exercise two in an evening, and our blog is open to everyone.',
  },
  drawing:
    'A paper boat passes five stones in a stream: process, HTTP, events, failure and model. At failure it tips over, rights itself and arrives.',
} satisfies ServicePage
