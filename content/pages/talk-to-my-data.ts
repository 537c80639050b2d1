import type { ServicePage } from './shape.ts'

export default {
  path: '/talk-to-my-data',
  audience: 'business',
  label: 'Talk to My Data',
  headline: 'Get the number without waiting for the report',
  lead: 'Type a question about your customers, orders or cash in plain English. The answer will come with the records it was counted from. We have not opened this yet.',
  description:
    'Coming soon: ask your QuickBooks, Shopify or HubSpot records a question in plain English and see the answer with the rows and filters behind it.',
  comingSoon: true,
  problem: {
    heading: 'The answer sits two exports away',
    paragraphs: [
      '“Which customers bought last spring and not since?” Everything needed is in Shopify and QuickBooks Online. But somebody has to export two files, match the names and remember how returns were handled.',
      'So you ask only when it matters a great deal, and decide the rest by feel. Questions that come up in a conversation are gone by the time the spreadsheet arrives.',
    ],
  },
  work: {
    heading: 'What you will be able to ask',
    intro: 'One question at a time, in Slack, Microsoft Teams or a web page. There is no chart to design.',
    parts: [
      {
        title: 'Questions across systems',
        text: '“Open invoices of customers who have a deal in HubSpot.” Records are matched by email, phone or a table that you correct once.',
      },
      {
        title: 'Answers you can check',
        text: 'Below each figure stand the rows, the date range and the filters that were applied. Open the rows and count for yourself.',
      },
      {
        title: 'Your own vocabulary',
        text: 'What is an active customer? When is a job done? Each meaning is written down, and the answer names the one it used.',
      },
      {
        title: 'A plain refusal',
        text: 'If the records cannot say, the reply is “I can’t tell from this data”, with what is missing.',
      },
    ],
  },
  steps: {
    heading: 'How one question travels',
    items: [
      {
        title: 'You ask',
        text: 'In a sentence, the way you would ask a colleague.',
      },
      {
        title: 'It is read back',
        text: 'Vague words are settled first: “By last spring I mean March to May, correct?”',
      },
      {
        title: 'A query is written',
        text: 'A model turns the sentence into SQL against a Postgres copy of your data, through a role that can only read and with a time limit.',
      },
      {
        title: 'The database counts',
        text: 'Arithmetic is done by Postgres. The model adds up nothing itself.',
      },
      {
        title: 'You follow up',
        text: '“Only those over $500.” The next question builds on the last.',
      },
    ],
  },
  gets: {
    heading: 'What you would have',
    items: [
      'A private channel or page where the people you allow can ask',
      'A copy of the chosen records, with its age shown beside every answer',
      'A log of who asked what',
      'A growing list of meanings that outlives the person who knew them by heart',
    ],
  },
  needs: {
    heading: 'What it would need',
    items: [
      'An administrator’s sign-in to connect each system',
      'Shopify’s permission for orders older than 60 days, if you want history',
      'A decision on who may ask about payroll and margins',
      'A dozen questions you wish you could ask today',
    ],
  },
  questions: [
    {
      q: 'Can it change my books?',
      a: 'QuickBooks Online gives apps one accounting permission that covers both reading and writing. Our connector would send read requests only, and your questions run on the copy.',
    },
    {
      q: 'What if it answers wrongly?',
      a: 'It can misread a question. That is why the filters are shown. You correct a wrong one in words, and the correction becomes a test.',
    },
    {
      q: 'Can I get the same figure every week?',
      a: 'You can ask again, but a standing report is the better tool for that. It is a separate service, Business Data Insights.',
    },
    {
      q: 'Does it understand our notes and emails?',
      a: 'No. It counts records with fields: orders, invoices, deals. Reading free text is the job of AI Insights.',
    },
  ],
  next: {
    heading: 'Start with the questions',
    text: 'Leave your address and we will write when it opens. Until then, keep a note of each question you did not ask because it was too much trouble.',
  },
  drawing:
    'A typed sentence enters a funnel and becomes a query. The query picks five rows out of three drawers, a total forms above them, and the total returns to the person who asked with the rows still attached.',
} satisfies ServicePage
