import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-hourly-consulting',
  audience: 'msp',
  label: 'Hourly Consulting',
  title: 'Hourly Automation Consulting for MSPs',
  headline: 'An automation engineer by the hour',
  lead: 'Get a question answered, a script reviewed or a small problem fixed. You buy hours in advance, approve an estimate before larger work and see how every minute was used.',
  description:
    'Help with PSA and RMM APIs, PowerShell or Power Automate by the hour. Packs from 10 to 100 hours, and you approve an estimate before larger work.',
  problem: {
    heading: 'Stuck on something too small for a project',
    paragraphs: [
      'Your technician wrote a PowerShell script for the HaloPSA API, and it works until the list has a second page. Or a Power Automate flow fails with `429` at the end of every month, and the vendor’s support says that is by design.',
      'No one wants a statement of work for this. But without someone who has solved it before, it takes up a technician’s week, or it stays broken.',
    ],
  },
  work: {
    heading: 'What an hour is good for',
    intro:
      'We sell finished automation at a fixed price. These four jobs are different, because each one ends with an answer or a fix.',
    parts: [
      {
        title: 'A question',
        text: 'Can an Autotask webhook report a changed contract? No, webhooks cover only companies, contacts, assets, tickets and ticket notes. You ask, and we answer with the source.',
      },
      {
        title: 'A review',
        text: 'We read a script or integration you built and write down what will fail first: paging, rate limits, expiring secrets, missing retries.',
      },
      {
        title: 'A small fix',
        text: 'We repair or extend something of yours that has a clear end, and return it with notes.',
      },
      {
        title: 'A working session',
        text: 'We share a screen with your technician and solve it together, so that your team can do it next time.',
      },
    ],
  },
  steps: {
    heading: 'From an hour pack to an answer',
    items: [
      {
        title: 'Buy a pack',
        text: 'An owner of your company buys hours in the portal. You can use them once they are paid, for 12 months.',
      },
      {
        title: 'Open a ticket',
        text: 'Describe the goal, paste the error and attach the script with its secrets removed.',
      },
      {
        title: 'Approve the estimate',
        text: 'Before larger work, we estimate the minutes. An owner approves or declines the estimate, or buys more hours if your balance is too low.',
      },
      {
        title: 'Get the work',
        text: 'Replies arrive in the ticket and by email. Our engineer logs time on the ticket, under their own name.',
      },
      {
        title: 'Check the ledger',
        text: 'Minutes come out of the pack that expires first. Your whole team can see every entry.',
      },
    ],
  },
  gets: {
    heading: 'What you get',
    items: [
      'A written answer, a review or repaired code, kept in the ticket',
      'A ledger with the person, the ticket and the minutes',
      'A forecast of the day your balance runs out, and a notice before hours expire',
      'An estimate before larger work, which you can decline at no charge',
    ],
  },
  needs: {
    heading: 'What you need',
    items: [
      'An owner of your company, who buys hours and approves estimates',
      'The script, the flow or the exact error text',
      'A sandbox or a patient client if we have to try something',
      'Access, but only if the fix requires it; a question needs none',
    ],
  },
  questions: [
    {
      q: 'What do the packs cost?',
      a: '10 hours cost $1,750, 20 cost $3,325, 40 cost $6,300 and 100 cost $14,875. That is $175 an hour in the smallest pack and $148.75 in the largest. Pay by card where checkout offers it, or by invoice, due in 15 days.',
    },
    {
      q: 'Didn’t you promise no hourly billing?',
      a: 'For finished automation, yes: its price is fixed. Hours are for help with things you own, and for a custom project you want to manage yourself. If you keep asking for the same thing, we’ll tell you which automation would replace it.',
    },
    {
      q: 'What happens if the fix breaks later?',
      a: 'If the fault is in our work, the repair never uses your hours. If the vendor changed an API, it is new work. We don’t host what we fixed for you, so we can’t monitor it.',
    },
    {
      q: 'Can the cost get out of hand?',
      a: 'Only if you allow it. Work stops when your balance reaches zero, unless your agreement allows overage. Automatic top-up runs only if an owner turns it on, with a monthly cap.',
    },
    {
      q: 'What do you see of our clients’ data?',
      a: 'Only what you attach, show on a shared screen or make available through an account for the job. Remove that account when the ticket closes.',
    },
    {
      q: 'What if we don’t use all the hours?',
      a: 'A pack isn’t a subscription, so there is nothing to cancel. Unused hours expire on the date shown in the portal. You may ask for a refund before that. Your agreement says whether you have a right to one; otherwise, we decide in each case. Used or expired hours are not refunded, except where the law requires it.',
    },
  ],
  next: {
    heading: 'Send us what you’re stuck on',
    text: 'Send the error text and what should have happened. We’ll estimate how long it takes and which pack you need, if any.',
  },
  drawing:
    'A technician’s question becomes a ticket. An estimate of 40 minutes goes back and is approved. The hour block drops from 200 to 160 minutes, and the answer goes to the technician.',
} satisfies ServicePage
