import { brand } from '../../brand.config.ts'
import type { CompanyPage } from './shape.ts'

/** `/about`: what we sell, and how to buy it. */
export const about: CompanyPage = {
  path: '/about',
  title: 'AI & Automation as a Service',
  headline: 'Finished automation that we host and repair',
  lead: `${brand.shortName} builds the automation, hosts it and repairs it when your tools change. You get the result and a record of every run.`,
  description:
    'What you get when you buy automation as a service: what the price includes, how to order, how hours work and how we keep your data separate.',
  sections: [
    {
      heading: 'What “as a service” means',
      paragraphs: [
        'An automation platform sells you building blocks. Someone on your team has to learn them, build with them and fix the result when a connection breaks. That person is often your best engineer, who has no time.',
        'We sell finished automation. Each one does one job in your tools, and we are responsible for it. You don’t pay by the hour to keep it running, and you don’t need another platform.',
      ],
      parts: [
        {
          title: 'Finished',
          text: 'It does its job in your real systems before we call it live. Each marketplace page lists the steps.',
        },
        {
          title: 'Hosted',
          text: 'It runs on our servers unless its product page says otherwise. You have no server to patch and no workflow editor to learn.',
        },
        {
          title: 'Maintained',
          text: 'When an API, a field or a sign-in flow changes, we fix what it broke. If runs keep failing or don’t happen, a ticket with the details opens automatically.',
        },
      ],
    },
    {
      heading: 'What is included',
      paragraphs: ['Every automation you buy from us includes these. You don’t order them separately.'],
      list: [
        'Setup with your accounts, your rules and the clients you want to cover',
        'Hosting, monitoring, and an alert when runs keep failing or don’t happen',
        'Repairs, which never use your hours',
        'A list of all runs with their results, and the estimated minutes saved, with the method shown',
        'Pause and resume on request, and tickets for your questions',
      ],
    },
    {
      heading: 'What the price covers',
      paragraphs: ['Each marketplace page shows the price model. The same rules apply to all of them.'],
      parts: [
        {
          title: 'One-time price',
          text: 'Includes setup and 12 months of hosting, monitoring and repair, unless the product page says otherwise.',
        },
        {
          title: 'After 12 months',
          text: 'Hosting and repair cost 18% of the one-time price per year. We invoice this only if you accept the renewal. A one-time purchase never renews on its own.',
        },
        {
          title: 'Without a renewal',
          text: 'We hand over the workflow as an export with its documentation, and switch it off on our side.',
        },
        {
          title: 'Monthly price',
          text: 'Includes setup, hosting, monitoring and repair while you subscribe. Either of us can end the subscription with 30 days’ notice.',
        },
        {
          title: 'Price on request',
          text: 'When the price depends on your setup, we quote it. You approve the quote before any work starts.',
        },
        {
          title: 'Repairs',
          text: 'While we host an automation, repairs are included and never use your hours. A new feature or a larger change gets an estimate first.',
        },
      ],
    },
    {
      heading: 'From the marketplace page to the first successful run',
      paragraphs: ['Paying is the third of seven steps. After you order, the portal shows how far setup has come.'],
      steps: [
        {
          title: 'Read',
          text: 'The page shows what the automation does, what it needs, what is included and what it costs. Enter your own minutes and hourly cost to estimate the savings.',
        },
        {
          title: 'Order',
          text: 'Sign in as an owner of your company and buy, or ask for a quote if the price depends on your setup.',
        },
        {
          title: 'Pay',
          text: 'By card where checkout offers it, or by invoice, due in 15 days. You get an invoice either way.',
        },
        {
          title: 'Answer the setup questions',
          text: 'Only what this automation needs: which board, which clients, who approves, whom to notify.',
        },
        {
          title: 'Connect',
          text: 'You give the automation access to your systems, with only the rights it needs. The portal shows that a connection exists but never its password or key.',
        },
        {
          title: 'Set up',
          text: 'An engineer prepares and tests it. Questions reach you in a ticket and on your “Needs your attention” list.',
        },
        {
          title: 'First successful run',
          text: 'Now the automation is live. You can see every run, and we watch for failed and missing runs.',
        },
      ],
    },
    {
      heading: 'How hours work',
      paragraphs: [
        'Finished automations have a price of their own. Hours are for work that is specific to you: a custom automation, a change, a project or advice. You buy them in packs.',
      ],
      list: [
        'You can use hours once they are paid. Hour packs are valid for 12 months',
        'We use the hours that expire first, and we notify you 30 days before any expire',
        'Before larger work, you get an estimate next to your balance. Approve it, decline it or buy more hours',
        'The ledger shows every minute: ticket or task, person and work done. Your agreement says how time is rounded',
        'We notify you once at 80% and once at 95% used. Your agreement says what happens at zero: stop, continue at the agreed rate, or continue up to a limit',
        'Repairing our own work never uses hours',
      ],
    },
    {
      heading: 'How we keep your data separate',
      paragraphs: [
        'The database enforces this separation. Every record belongs to one company, and a request from your company can only return your records. This doesn’t depend on a programmer remembering a filter.',
      ],
      list: [
        'In your company, members see the work. Only owners see invoices and API keys, sign agreements and manage users',
        'Card numbers go to the payment provider. We keep only the brand, the last four digits, the expiration date and a reference',
        'A language model gets only the text it needs for the task. Ticket text is handled as data, never as an instruction',
        'If one of our administrators views the portal as one of your users, the time is limited, nothing can be changed and it is logged',
        'Owners can export what the portal has about your company at any time',
      ],
    },
    {
      heading: 'What we don’t do',
      paragraphs: ['You should know this before our first call.'],
      list: [
        'We do not run your help desk. Our automations help your team run it',
        'We do not resell other vendors’ licenses, and we do not sell to your clients without you',
        'We do not let a language model close tickets, reset access or email clients on its own',
        'We do not promise savings. We show an estimate with its method, and later the measured runs',
        'We do not automate a process that no one can describe. We help you describe it first',
      ],
    },
    {
      heading: 'Questions',
      paragraphs: [],
      questions: [
        {
          q: 'Do we need to know how to program?',
          a: 'No. You need someone who knows how the work should be done and can approve a test run.',
        },
        {
          q: 'What if our tool isn’t listed?',
          a: 'Ask us. If it has an API, we can usually connect it as a custom project that uses hours. If it has none, we’ll tell you.',
        },
        {
          q: 'What does a one-time purchase cost after 12 months?',
          a: 'Nothing, unless you accept a renewal. A renewal costs 18% of the one-time price per year and covers hosting, monitoring and repair. Without one, we export the workflow and its documentation for you and switch it off.',
        },
        {
          q: 'How do we stop?',
          a: 'Cancel as your order or agreement says. We switch the automation off, you revoke its access to your systems, and you can export your records first.',
        },
        {
          q: 'Can our clients see it?',
          a: 'You decide. Many automations work in the background. Client reports can show your name and logo. The portal can’t send email from your domain yet.',
        },
      ],
    },
  ],
  next: {
    heading: 'Look at one automation in detail',
    text: 'Pick a job your team does every day and read what ours does, step by step. If it isn’t there, tell us about it.',
    label: 'Browse the marketplace',
    to: '/marketplace',
  },
}
