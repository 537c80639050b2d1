import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-hourly-consulting',
  audience: 'msp',
  label: 'Hourly Consulting',
  headline: 'An automation engineer when you need one hour',
  lead: 'Bring a question, a review or a small fix. You buy hours up front, approve each estimate and see where every minute went.',
  description:
    'Hour packs from 10 to 100 hours, valid 12 months, for a question, a review or a small fix. You approve the estimate before any work starts.',
  problem: {
    heading: 'Stuck on something too small for a project',
    paragraphs: [
      'Your technician wrote a PowerShell script against the HaloPSA API, and it works until the list has a second page. Or a Power Automate flow dies with `429` at every month’s end, and the vendor’s support calls that working as designed.',
      'Nobody wants a statement of work for this. But without someone who has solved it before, it eats a technician’s week, or it stays broken and everybody works around it.',
    ],
  },
  work: {
    heading: 'What an hour is good for',
    intro:
      'We sell finished automation at a fixed price. These four jobs are the exception, because they are over once the answer is given.',
    parts: [
      {
        title: 'A question',
        text: 'Can an Autotask webhook report a changed contract? Not so far: they cover companies, contacts, assets, tickets and ticket notes. You ask, we answer with the source.',
      },
      {
        title: 'A review',
        text: 'We read a script or integration you built and write down what will fail first: paging, rate limits, expiring secrets, missing retries.',
      },
      {
        title: 'A small fix',
        text: 'We repair or extend something of yours that has a clear end, and hand it back with notes.',
      },
      {
        title: 'A working session',
        text: 'We share a screen with your technician and solve it together, so that your team can do it next time.',
      },
    ],
  },
  steps: {
    heading: 'From a pack to an answer',
    items: [
      {
        title: 'Buy a pack',
        text: 'The account owner buys hours in the portal. They become usable when paid and are valid for 12 months.',
      },
      {
        title: 'Open a ticket',
        text: 'Describe the goal, paste the error, attach the script with its secrets removed.',
      },
      {
        title: 'Approve the estimate',
        text: 'We propose minutes first. You approve, decline or buy more if your balance does not reach.',
      },
      {
        title: 'Get the work',
        text: 'Replies arrive in the ticket and by email. Time is booked right there, with a name on it.',
      },
      {
        title: 'Check the ledger',
        text: 'Minutes come out of the block that expires first. Every line is open to your whole team.',
      },
    ],
  },
  gets: {
    heading: 'What the hours leave behind',
    items: [
      'A written answer, a review note or repaired code, kept in the ticket',
      'A ledger naming person, ticket and minutes',
      'A forecast of the day your balance runs out, and a warning before hours expire',
      'The right to decline any estimate at no charge',
    ],
  },
  needs: {
    heading: 'What to bring',
    items: [
      'Someone who may approve an estimate',
      'The script, flow or exact error text',
      'A sandbox or one patient client if something has to be tried out',
      'Access only when the fix requires it; a question needs none',
    ],
  },
  questions: [
    {
      q: 'What do the packs cost?',
      a: '10 hours cost $1,750, 20 cost $3,325, 40 cost $6,300 and 100 cost $14,875. That is $175 an hour in the smallest pack and $148.75 in the largest. You pay by card where the checkout offers it, or by invoice, net 15.',
    },
    {
      q: 'Didn’t you promise no hourly billing?',
      a: 'For finished automation, yes: its price is fixed. Hours are for help with things you own, and for a custom project you would rather steer yourself. When the same wish keeps coming back, we tell you which finished automation would replace it.',
    },
    {
      q: 'What happens when the fix breaks later?',
      a: 'If the fault is in our work, repairing it draws nothing from your balance. If the vendor changed an API, it is new work with a new estimate: we don’t host what we fixed for you, so we don’t watch it either.',
    },
    {
      q: 'Can the bill run away?',
      a: 'No. Work stops when the balance does, unless your agreement names an overage rule. Automatic top-up exists only if the owner turns it on, with a monthly cap.',
    },
    {
      q: 'What of our clients’ data do you get to see?',
      a: 'Only what you attach or show on a shared screen, or what a login you issue for the job can reach. Take the login away when the ticket closes.',
    },
    {
      q: 'What if we stop, or don’t use them up?',
      a: 'A pack is not a subscription, so there is nothing to cancel. Unused hours expire on the date shown in the portal. Used or expired hours are not refunded, except where the law says so.',
    },
  ],
  next: {
    heading: 'Bring the thing that is stuck',
    text: 'Send the error text and what should have happened. We say roughly how long it takes and which pack makes sense, if any.',
  },
  drawing:
    'A technician’s question becomes a ticket, and an estimate in minutes goes back for a yes. While the answer travels to the technician, the same minutes run down on an hour block.',
} satisfies ServicePage
