import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-full-partnership',
  audience: 'msp',
  label: 'Full Partnership',
  title: 'Full Partnership: Automation Team for MSPs',
  headline: 'Your automation team, without hiring one',
  lead: 'We plan, build, host and maintain all of your automation under one agreement. Your team decides what to automate, and we look after the rest.',
  description:
    'One team plans, builds, hosts and maintains automation for your PSA, RMM and Microsoft 365 at one monthly price. One of four spots is open.',
  problem: {
    heading: 'Your list of things to automate keeps growing',
    paragraphs: [
      'You know what you should automate. Setting up a new user takes an afternoon of clicking. Offboarding depends on who remembers the checklist. A technician started a workflow last year in a tool you still pay for. It stopped when that technician moved to projects.',
      'None of it is too hard. It just has to wait, every week, because a client who is down comes first. If you hire an engineer for it, the ticket queue takes that engineer, too.',
    ],
  },
  work: {
    heading: 'We do the whole job',
    intro: 'With single projects, someone still has to rank the ideas and maintain the results. Here we do both.',
    parts: [
      {
        title: 'Plan',
        text: 'We follow the work in your service desk, onboarding and billing. We keep one ranked backlog, with a reason next to each entry.',
      },
      {
        title: 'Build',
        text: 'We start from over 100 pre-built automations and build the rest for your PSA, RMM and Microsoft 365. You decide which of your own scripts we take over, replace or leave alone.',
      },
      {
        title: 'Host',
        text: 'What we build or take over runs on our servers, except for parts that must run in your tools, such as RMM scripts. You don’t license a workflow platform or keep an old server alive for one scheduled task.',
      },
      {
        title: 'Maintain',
        text: 'When ConnectWise PSA changes a field or Microsoft retires a Graph call, we update what depends on it. The agreement includes that.',
      },
    ],
  },
  steps: {
    heading: 'From the first call to a monthly review',
    items: [
      {
        title: 'Talk',
        text: 'Tell us what slows you down and which tools you run. If you need less than a partnership, we’ll say so.',
      },
      {
        title: 'Follow the work',
        text: 'We sit with dispatch, a technician and the person who does billing, and follow real tickets from start to finish.',
      },
      {
        title: 'Sign one agreement',
        text: 'It names the scope, the monthly price, the SLA and how either side can end it. You sign it in the portal.',
      },
      {
        title: 'Set priorities',
        text: 'You remove, reorder and approve items in the backlog. We don’t build anything without your approval.',
      },
      {
        title: 'Launch the first automation',
        text: 'It starts with one client or one board. You watch the runs and tell us when to add more.',
      },
      {
        title: 'Review each month',
        text: 'You see what went live, what failed and what comes next, and you can change the order.',
      },
    ],
  },
  gets: {
    heading: 'What you get',
    items: [
      'A ranked backlog for your company, with a reason for every position',
      'Running automations, each with its run history and output',
      'A project board with phases, tasks and what needs your attention',
      'Estimated time and money saved per automation next to what you pay, with the method',
    ],
  },
  needs: {
    heading: 'What you need',
    items: [
      'One person who can make decisions and is available every week, and an owner of your company to sign the agreement',
      'API access to PSA, RMM, documentation and Microsoft 365, limited to what the work requires',
      'About an hour for each session with the people who do the work today',
      'Your exceptions: the client you bill manually, the board no one may touch',
    ],
  },
  questions: [
    {
      q: 'What does it cost?',
      a: 'A fixed monthly price, quoted after we have seen your tools and your list. It includes building, hosting and repair. Invoices are due in 15 days. There is no price list, because two MSPs of the same size can need very different work.',
    },
    {
      q: 'Why only four spots?',
      a: 'Each partner gets a fixed share of our engineers’ time, and a fifth would take from the other four. One of the four is open. If it is taken when you ask, you can still buy single automations.',
    },
    {
      q: 'What happens when something breaks at night?',
      a: 'If runs keep failing or don’t happen, a ticket with the details opens automatically as a P3. The default targets for a P3 are a first response in 2 hours and resolution in one business day. If you set the ticket’s impact to Everyone and its urgency to High, it becomes a P1 with targets of 15 minutes and 2 hours. These targets count only business hours, so coverage for nights or weekends has to be in your agreement.',
    },
    {
      q: 'How much of our clients’ data can you see?',
      a: 'The data an automation handles. Our engineers and administrators can see it, and the changes they make in the portal are logged. You set the permissions of every key and can revoke it.',
    },
    {
      q: 'What if we leave?',
      a: 'The automations we host stop, so plan the change with us. What they wrote to your PSA stays there. You can export your portal data for 30 days. The agreement says who keeps work built only for you, so check that clause before you sign.',
    },
  ],
  next: {
    heading: 'Ask about the open spot',
    text: 'Tell us your tools and your worst recurring task. We’ll tell you whether a partnership fits or what would be enough.',
  },
  drawing:
    'Ideas from the service desk, billing and onboarding arrive at one workbench, where they are planned, built and hosted. Finished automations go to the PSA, the RMM and Microsoft 365. A repair line leads back to the bench.',
} satisfies ServicePage
