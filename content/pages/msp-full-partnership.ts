import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-full-partnership',
  audience: 'msp',
  label: 'Full Partnership',
  headline: 'Your automation department, without hiring one',
  lead: 'We plan, build, host and maintain all of your automation under one agreement. Your team makes the decisions and no longer looks after scripts.',
  description:
    'One team plans, builds, hosts and maintains all of an MSP’s automation under one agreement, for a monthly amount. There are four spots; one is open.',
  problem: {
    heading: 'The list of things to automate only grows',
    paragraphs: [
      'You know what should be automated. Setting up a new user takes an afternoon of clicking. Offboarding depends on who remembers the checklist. Somebody began a workflow last year, in a tool you still pay for, and it stopped when that person moved to projects.',
      'None of it is too hard. It just loses, every week, to a client who is down. Hire an engineer for it, and the ticket queue takes that engineer too.',
    ],
  },
  work: {
    heading: 'We take the whole job',
    intro:
      'A row of separate projects leaves two things to you: choosing the order, and keeping the results alive afterward.',
    parts: [
      {
        title: 'Plan',
        text: 'We follow the work in service desk, onboarding, billing and security, and keep one ranked backlog with a reason beside each entry.',
      },
      {
        title: 'Build',
        text: 'We start from over 100 pre-built automations and build the rest against your own PSA, RMM and Microsoft 365. Each script you already have is taken over, replaced or left alone, as you decide.',
      },
      {
        title: 'Host',
        text: 'Everything runs on our side. You license no workflow platform and keep no old server alive for one scheduled task.',
      },
      {
        title: 'Maintain',
        text: 'When ConnectWise PSA changes a field or Microsoft retires a Graph call, we adapt what depends on it. The agreement includes that.',
      },
    ],
  },
  steps: {
    heading: 'From first talk to monthly rhythm',
    items: [
      {
        title: 'Talk',
        text: 'You tell us what hurts and which tools you run. If that calls for less than a partnership, we say so.',
      },
      {
        title: 'Walk the work',
        text: 'We sit with dispatch, a technician and whoever does billing, and follow real tickets from start to end.',
      },
      {
        title: 'Sign one agreement',
        text: 'It names the scope, the monthly amount, the service levels and how either side ends it. You sign in the portal.',
      },
      {
        title: 'Set the order',
        text: 'You strike out, move up and approve. Nothing is built without that.',
      },
      {
        title: 'First automation live',
        text: 'It starts with one client or one board. You watch the runs, then say when to widen it.',
      },
      {
        title: 'Review each month',
        text: 'You see what went live, what failed and what comes next, and change the order when your business changes.',
      },
    ],
  },
  gets: {
    heading: 'What you have in hand',
    items: [
      'A ranked backlog for your company, with the reason for every position',
      'Running automations, each with its run history and output',
      'A project board with phases, tasks and what is waiting on you',
      'Estimated time and money saved per automation beside what you pay, with the method shown',
    ],
  },
  needs: {
    heading: 'What we need from you',
    items: [
      'One person who may say yes or no, reachable every week',
      'API access to PSA, RMM, documentation and Microsoft 365, no wider than the work requires',
      'About an hour per workshop from the people who do the work today',
      'The honest exceptions: the client billed by hand, the board nobody may touch',
    ],
  },
  questions: [
    {
      q: 'What does it cost?',
      a: 'A fixed monthly amount, quoted after we have seen your tools and your list. It includes building, hosting and repair. Invoices are due net 15. There is no price list, because two MSPs of one size can need very different work.',
    },
    {
      q: 'Why only four spots?',
      a: 'Each partner takes a standing share of our engineers’ time, so a fifth would shrink the other four. One of the four is open. If it is taken when you ask, you can still buy single automations.',
    },
    {
      q: 'What happens when something breaks at night?',
      a: 'The failed run opens a ticket by itself, with the run attached. Standard targets count in business hours: for a P1, first response in 15 minutes and resolution in 2 hours. Cover for nights or weekends has to be written into your agreement.',
    },
    {
      q: 'How far into our clients’ data can you see?',
      a: 'We see what an automation handles. Access is limited to the engineers who need it, and administrative access is logged. You set the permissions of every key and can revoke it.',
    },
    {
      q: 'What if we leave?',
      a: 'The automations we host stop, so plan the change with us. What they wrote into your PSA stays there. You may export your portal data for 30 days. Who keeps work made only for you is settled in the agreement: read that line before you sign.',
    },
  ],
  next: {
    heading: 'Ask about the open spot',
    text: 'Name your tools and your worst recurring task. We tell you whether a partnership fits, or what would do instead.',
  },
  drawing:
    'Ideas from service desk, billing and onboarding roll onto one workbench, where they are planned, built and hosted. Finished automations move on to the PSA, the RMM and Microsoft 365, and a repair line leads back to the bench.',
} satisfies ServicePage
