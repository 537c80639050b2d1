import type { ServicePage } from './shape.ts'

export default {
  path: '/talk-to-my-data',
  audience: 'business',
  label: 'Talk to My Data',
  title: 'Talk to My QuickBooks, Shopify and HubSpot Data',
  headline: 'Ask about orders and invoices without building a report',
  lead: 'Type a question about your customers, orders or cash. The answer will come with the records behind it. This service isn’t available yet.',
  description:
    'Coming soon: ask your QuickBooks, Shopify or HubSpot records a question in plain English and see the answer with the rows and filters behind it.',
  comingSoon: true,
  problem: {
    heading: 'The same customer has three names',
    paragraphs: [
      '“Which customers bought last spring and not since?” Shopify knows an email address, QuickBooks Online knows a company, and HubSpot knows a nickname. Someone has to export three files, match the names and remember how returns were handled.',
      'So you ask only when it matters a lot. Questions that come up in a conversation are forgotten by the time the spreadsheet is ready.',
    ],
  },
  work: {
    heading: 'What you will be able to ask',
    intro: 'One question at a time, in Slack, in Microsoft Teams or on a web page. You won’t have to design a chart.',
    parts: [
      {
        title: 'Customers across systems',
        text: '“Open invoices of customers who have a deal in HubSpot.” We match records by email, phone and address. You settle unclear matches once.',
      },
      {
        title: 'Answers you can check',
        text: 'Below each number, you see the rows, the date range and the filters. Open the rows and count for yourself.',
      },
      {
        title: 'Money after returns',
        text: 'Refunds, discounts and sales tax are treated the way your bookkeeper treats them. The answer says “after returns” or “before returns”.',
      },
      {
        title: 'Permissions per person',
        text: 'A store manager can count orders but can’t see salaries, whether in the chat or on the web page.',
      },
    ],
  },
  steps: {
    heading: 'What will happen to a question',
    items: [
      {
        title: 'You ask',
        text: 'Write one sentence, as you would to a colleague.',
      },
      {
        title: 'It asks what you mean',
        text: 'Vague words are settled first: “By last spring, do you mean March to May?”',
      },
      {
        title: 'It writes a query',
        text: 'A model turns the sentence into SQL. The query can only read, has a time limit and runs on a copy of your records.',
      },
      {
        title: 'The database counts',
        text: 'Postgres finds the rows and adds them up. If no record has the answer, the reply says what is missing.',
      },
      {
        title: 'You follow up',
        text: '“Only those over $500.” The next question builds on the last one.',
      },
    ],
  },
  gets: {
    heading: 'What you would get',
    items: [
      'A private chat or a web page for each person you allow',
      'A copy of the records you choose, with its age next to every answer',
      'A log of who asked what',
      'A written definition of words like “active”, “paid” and “delivered”',
    ],
  },
  needs: {
    heading: 'What we would need',
    items: [
      'An administrator who signs in once to connect each system',
      'Approval of our app in Slack or Teams, if you want answers there',
      'Shopify’s permission for orders older than 60 days, if you want history',
      'A list of who can ask about what',
      'A dozen questions you would like to ask today',
      'Your bookkeeper’s rules for refunds, discounts and sales tax',
    ],
  },
  questions: [
    {
      q: 'Will it change my books?',
      a: 'No. QuickBooks Online gives apps one accounting permission for both reading and writing, but our connector will send only read requests. Your questions will run on the copy.',
    },
    {
      q: 'What if an answer is wrong?',
      a: 'The model could misread a question. That is why each answer will show the filters. You will correct it in words, and the correction will become a test.',
    },
    {
      q: 'Could I get the same number every week?',
      a: 'You could ask again, but a scheduled report is the better tool for that. We plan one as a separate service, Business Data Insights.',
    },
    {
      q: 'Will it understand our notes and emails?',
      a: 'No. It will count records with fields: orders, invoices and deals. AI Insights will read free text.',
    },
  ],
  next: {
    heading: 'Start with your questions',
    text: 'Join the waitlist, and we’ll let you know when it opens. Until then, write down each question you didn’t ask because it was too much work.',
  },
  drawing:
    'The question “How much are we owed?” becomes a query. The query finds five unpaid invoices and orders across QuickBooks, Shopify and HubSpot. Their total of $4,910 goes back to the person who asked, with the five rows.',
} satisfies ServicePage
