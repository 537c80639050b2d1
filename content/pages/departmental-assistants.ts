import type { ServicePage } from './shape.ts'

export default {
  path: '/departmental-assistants',
  audience: 'business',
  label: 'Departmental Assistants',
  title: 'Departmental AI Assistants for Businesses',
  headline: 'Let AI prepare work for your team to approve',
  lead: 'Each department will get an assistant that drafts its routine work: a reply, a reminder, a bookkeeping entry. Nothing will be sent or posted before a person approves it. This service isn’t available yet.',
  description:
    'Coming soon: AI assistants that prepare routine work for finance, HR, sales and operations. A person in the department will approve each message and entry.',
  comingSoon: true,
  problem: {
    heading: 'The draft takes longer than the decision',
    paragraphs: [
      'A package is late. Someone looks up the order, checks the carrier and writes to the customer. All of that takes far longer than deciding what to tell the customer.',
      'A general chatbot can’t help. It has never seen your orders. And if you let software act on its own, you find out about its mistakes from a customer.',
    ],
  },
  work: {
    heading: 'Four assistants as examples',
    intro:
      'Each one will have a one-page job description: what it reads, what it prepares, who approves, and what it must never touch.',
    parts: [
      {
        title: 'Finance',
        text: 'Prepares payment reminders and suggests an account for each bill from past entries in QuickBooks Online. The bookkeeper approves the reminders and posts the bills.',
      },
      {
        title: 'HR',
        text: 'Drafts the answer to a question about the handbook, with the page it used. HR approves the answer. Any question about one person’s case goes to HR with no draft.',
      },
      {
        title: 'Sales',
        text: 'Before each call, it prepares a brief from HubSpot and recent email. It suggests the next deal stage, and the rep confirms it.',
      },
      {
        title: 'Operations',
        text: 'Watches Shopify orders and carrier messages. It drafts the note to a customer whose package is late, and the shift lead approves it.',
      },
    ],
  },
  steps: {
    heading: 'How an assistant will start',
    items: [
      {
        title: 'Pick one task',
        text: 'Choose a task that the team does several times a day and that ends with a clear decision.',
      },
      {
        title: 'Write the job description',
        text: 'The department head signs the page, including the limits.',
      },
      {
        title: 'Rehearse on old cases',
        text: 'The assistant prepares drafts for last month’s cases, and you compare them with what your team did.',
      },
      {
        title: 'Approve every draft',
        text: 'A person reads each one in Slack or Teams and approves, edits or rejects it.',
      },
      {
        title: 'Review',
        text: 'Each quarter, the department head sees how many drafts were approved unchanged. That number decides whether the assistant gets a second task.',
      },
    ],
  },
  gets: {
    heading: 'What each team would have',
    items: [
      'Drafts in the chat tool it already uses',
      'A record of every draft, who approved it and what they changed',
      'A monthly count of approved, edited and rejected drafts',
      'A switch to stop the assistant',
    ],
  },
  needs: {
    heading: 'What a department would need',
    items: [
      'A department head who owns the results',
      'A person who approves drafts each day, and a backup',
      'Access to the systems the assistant reads and, after approval, writes to, limited to that task',
      'Approval of our app in Slack or Teams',
    ],
  },
  questions: [
    {
      q: 'Will it act without approval?',
      a: 'Not at first. After a review, you will be able to allow specific actions, such as tagging an order. Sending messages, posting entries and moving money will always need a person.',
    },
    {
      q: 'What if no one approves a draft?',
      a: 'The draft will wait, and the person who approves it will get one reminder. Then the draft will go to the backup you named. It will never be sent without approval.',
    },
    {
      q: 'Why not one assistant for the whole company?',
      a: 'Because one person can’t approve everything. Each draft has to reach someone who knows whether it is right.',
    },
    {
      q: 'Which department should go first?',
      a: 'The one with the most repeated decisions and someone who has time to read every draft.',
    },
  ],
  next: {
    heading: 'Find your first task',
    text: 'Join the waitlist, and we’ll let you know at launch. Until then, note each message your team writes more than three times a day.',
  },
  drawing:
    'A late order passes the desks of sales and finance and stops at operations. The assistant there prepares a note to the customer with the order page attached. A person stamps it as approved before it goes out.',
} satisfies ServicePage
