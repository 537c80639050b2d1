import { brand } from '../../brand.config.ts'
import type { CompanyPage } from './shape.ts'

/** `/about`: what is sold, and how buying it works. */
export const about: CompanyPage = {
  path: '/about',
  title: 'AI & Automation as a Service',
  headline: 'Automation you buy finished, not in parts',
  lead: `${brand.shortName} builds the automation, runs it on our side and repairs it when your tools change. You get the result and a record of every run.`,
  description:
    'What it means to buy automation finished, hosted and maintained: what is included, how a purchase runs, how hours work and how data is kept apart.',
  sections: [
    {
      heading: 'What “as a service” means here',
      paragraphs: [
        'An automation platform sells you building blocks. Someone on your team learns them, builds with them, and is called when a connection breaks. That person is usually your best engineer, and usually busy.',
        'We sell the other end of that work: an automation that does one job in your tools, with somebody responsible for it. You do not pay for the hours it takes us to keep it running, and you do not need another platform to run it on.',
      ],
      parts: [
        {
          title: 'Finished',
          text: 'It does its job against your real systems before we call it done. Each marketplace entry says step by step what the job is.',
        },
        {
          title: 'Hosted',
          text: 'It runs on our side. There is no server for you to patch and no workflow editor for you to learn.',
        },
        {
          title: 'Maintained',
          text: 'When an API, a field or a login flow changes, we mend what it broke. A failed run opens a ticket with the details attached, without waiting for you to notice.',
        },
      ],
    },
    {
      heading: 'What is included',
      paragraphs: ['These come with an automation you buy from us. You do not order them one by one.'],
      list: [
        'Setting it up with your accounts, your rules and the clients it should cover',
        'Hosting, monitoring and an alarm when a run fails or does not happen',
        'Repairs. They never draw on your hours',
        'A list of every run with its result, and an estimate of minutes saved, with the method shown',
        'Pause and resume on request, and a ticket for every question',
      ],
    },
    {
      heading: 'From marketplace page to first successful run',
      paragraphs: [
        'Buying software often ends at the receipt. Here the receipt is the third of seven steps, and you can see in the portal which step you are on.',
      ],
      steps: [
        {
          title: 'Read',
          text: 'The page says what the automation does, what it needs, what is included and what it costs. You can put in your own minutes and rate to get an estimate.',
        },
        {
          title: 'Order',
          text: 'Sign in as an owner of your company and buy, or ask for a quote where the price depends on your setup.',
        },
        {
          title: 'Pay',
          text: 'By card where card payment is offered, or by invoice within 15 days. Every purchase has an invoice, however it is paid.',
        },
        {
          title: 'Answer the intake form',
          text: 'Only what this automation needs: which board, which clients, who approves, whom to notify.',
        },
        {
          title: 'Connect',
          text: 'You give the automation access to the systems it works in, with the rights it needs and no more. The portal shows that a connection exists, never the secret behind it.',
        },
        {
          title: 'Set up',
          text: 'An engineer prepares and tests it. Questions reach you as a ticket and on your “waiting on you” list.',
        },
        {
          title: 'First successful run',
          text: 'That is the moment we call it live. From then on you see each run, and we watch for failures and for silence.',
        },
      ],
    },
    {
      heading: 'How hours work',
      paragraphs: [
        'Pre-built automations have a price of their own. Hours are for what is yours alone: a custom automation, a change to one, a project, advice. You buy them in blocks.',
      ],
      list: [
        'Hours can be used once they are paid, and they stay valid for 12 months',
        'The hours that expire first are used first, and you get a notice 30 days before any expire',
        'Before larger work you get an estimate next to your balance. You approve it, decline it or add hours',
        'Every minute stands in a ledger: which ticket or task, who worked, what was done. Rounding is whatever your agreement says, in writing',
        'At 80% and 95% used we tell you once each. What happens at zero is your choice: stop, continue at the agreed rate, or continue up to a limit',
        'Repairing our own work never costs hours',
      ],
    },
    {
      heading: 'How your data is kept apart',
      paragraphs: [
        'Separation is enforced by the database itself. Every record belongs to one company, and a request made for your company gets your rows or none. It does not depend on a programmer remembering a filter.',
      ],
      list: [
        'Inside your company, members see the work. Money, signatures, users and API keys are for owners',
        'Card numbers go to the payment provider. We keep the brand and the last four digits',
        'Where a language model is used, it gets the text the task needs. What a ticket says is treated as data, never as an instruction',
        'If an engineer looks at the portal as one of your users, it is marked on screen, limited in time and logged',
        'You can export what the portal holds about your company at any time',
      ],
    },
    {
      heading: 'What we do not do',
      paragraphs: ['Knowing this early saves both of us a call.'],
      list: [
        'We do not run your help desk. Our automations help your team run it',
        'We do not resell other vendors’ licenses, and we do not sell to your clients behind your back',
        'We do not let a language model close tickets, reset access or send mail to clients on its own judgment',
        'We do not promise savings. We show an estimate with its method, and after that the measured runs',
        'We do not automate a process that nobody can describe. We help you describe it first',
      ],
    },
    {
      heading: 'Questions',
      paragraphs: [],
      questions: [
        {
          q: 'Do we need to know how to program?',
          a: 'No. You need someone who knows how the work should be done and can say yes or no to a test run.',
        },
        {
          q: 'What if the tool we use is not listed?',
          a: 'Ask. If it has an API, a connection is usually possible as a custom project on hours. If it has none, we will say so.',
        },
        {
          q: 'What happens if we stop?',
          a: 'You cancel as your order or agreement says. The automation is switched off, its access to your systems is yours to revoke, and you can export your records first.',
        },
        {
          q: 'Can our clients see it?',
          a: 'That is up to you. Many automations work in the background. Reports can carry your name and logo.',
        },
      ],
    },
  ],
  next: {
    heading: 'Look at one automation in detail',
    text: 'Pick a job your team does every day and read what ours does, step by step. If it is not there, tell us about it.',
    label: 'Browse the marketplace',
    to: '/marketplace',
  },
}
