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
    heading: 'The same customer has three names',
    paragraphs: [
      '“Which customers bought last spring and not since?” Shopify knows an email, QuickBooks Online knows a company, HubSpot knows a nickname. Somebody has to export three files, match the names and remember how returns were handled.',
      'So you ask only when it matters a great deal, and decide the rest by feel. Questions that come up in a conversation are gone by the time the spreadsheet arrives.',
    ],
  },
  work: {
    heading: 'What you will be able to ask',
    intro: 'One question at a time, in Slack, Microsoft Teams or a web page. There is no chart to design.',
    parts: [
      {
        title: 'Customers matched across systems',
        text: '“Open invoices of customers who have a deal in HubSpot.” We match records by email, phone and address. You settle the doubtful pairs once.',
      },
      {
        title: 'Answers you can check',
        text: 'Below each figure stand the rows, the date range and the filters that were applied. Open the rows and count for yourself.',
      },
      {
        title: 'Money with its returns',
        text: 'Refunds, discounts and sales tax are treated the way your bookkeeper treats them. The answer says “after returns” or “before”.',
      },
      {
        title: 'Rights of the person asking',
        text: 'A shop manager may count orders and see no salaries. That holds in the chat as on the web page.',
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
        text: 'A model turns the sentence into SQL. It runs read-only, under a time limit, on a copy of your records.',
      },
      {
        title: 'The database counts',
        text: 'Postgres finds and totals the rows. If no record can answer, the reply names what is missing.',
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
      'A written meaning for words like “active”, “paid” and “delivered”',
    ],
  },
  needs: {
    heading: 'What it would need',
    items: [
      'An administrator’s sign-in to connect each system',
      'Shopify’s permission for orders older than 60 days, if you want history',
      'A list of who may ask about what',
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
