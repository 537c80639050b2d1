import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-talk-to-your-data',
  audience: 'msp',
  label: 'Talk to Your Data',
  title: 'Talk to Your Data: AI Reporting for MSPs',
  headline: 'Ask in plain English and check every row',
  lead: 'Type a question about your tickets, time or agreements. You get the answer, the rows behind it and the query that found them.',
  description:
    'Ask your PSA, RMM, QuickBooks or Xero data a question in plain English. You get the answer, the rows behind it and the query that found them.',
  problem: {
    heading: 'Good questions get lost in the report builder',
    paragraphs: [
      '“Which clients used more hours than they paid for?” It’s a fair question before a renewal. In the report builder, it takes two exports and an evening in Excel. So you renew on instinct.',
      'The person who can build reports has a backlog. Pasting an export into a chatbot is faster, and the reply sounds certain. But the model did the math itself, may have skipped rows, and gave you nothing to check it against.',
    ],
  },
  work: {
    heading: 'The model writes the query, the database does the math',
    intro:
      'Language models understand questions well but make mistakes when they add up columns. So ours never does the math.',
    parts: [
      {
        title: 'A copy to query',
        text: 'Most cloud PSAs offer an API but no access to their database. We copy the records you choose to a separate database and refresh it on a schedule.',
      },
      {
        title: 'Your own terms',
        text: 'We write down once what “managed client”, “billable” and “project board” mean at your company. Every query uses these definitions.',
      },
      {
        title: 'A query you can read',
        text: 'Your question becomes a `SELECT`. It runs with read-only access, with limits on rows and running time.',
      },
      {
        title: 'An answer with evidence',
        text: 'You see one sentence, the table below it, the period it covers and the time of the last refresh. You can download the table as CSV.',
      },
      {
        title: '“No data for this”',
        text: 'If no one logs travel time, no query can find it. The reply says which fact is missing.',
      },
    ],
  },
  steps: {
    heading: 'From your questions to answers you trust',
    items: [
      {
        title: 'Bring your questions',
        text: 'In a one-hour session, we collect questions from the owner, the service manager and billing.',
      },
      {
        title: 'Choose the sources',
        text: 'The PSA comes first. We add the RMM, Microsoft 365 and QuickBooks Online or Xero if the questions need them.',
      },
      {
        title: 'Define your terms',
        text: 'If two people use a word in different ways, it gets one meaning or two names.',
      },
      {
        title: 'Test on a closed month',
        text: 'You ask what you already know. We make corrections until the answers match your books.',
      },
      {
        title: 'Ask on your own',
        text: 'You save the questions you want to repeat, and you report wrong answers with a click.',
      },
    ],
  },
  gets: {
    heading: 'What you can do',
    items: [
      'Ask without waiting for a report or knowing the database',
      'Send a colleague the answer with its evidence',
      'Run a saved question again next month and compare',
      'See which questions failed and what data would answer them',
    ],
  },
  needs: {
    heading: 'What you need',
    items: [
      'API access to each source, read-only where the source offers that. QuickBooks Online doesn’t, so we send it only read requests',
      'A decision on which columns stay out, such as cost rates or salaries',
      'An hour with the owner, the service manager and billing, and someone who can check a closed month against your books',
      'Time entries: an answer is only as good as the time your team logs',
    ],
  },
  questions: [
    {
      q: 'How do I know an answer is right?',
      a: 'Check the rows and the filter in the query. The database did the math. What can go wrong is how your question was understood, so that is shown in words above the result.',
    },
    {
      q: 'How is this different from Dashboards & Chatbots?',
      a: 'A dashboard shows numbers you agreed on in advance, and the chatbot there quotes tickets and documents. Talk to Your Data calculates answers to questions that no one prepared.',
    },
    {
      q: 'What happens when a refresh fails?',
      a: 'Answers show the date of the last good copy, and we get an alert. If the model isn’t available, saved questions still run, because their queries are stored.',
    },
    {
      q: 'Where does our data go?',
      a: 'The copy is on our servers, separate from every other customer’s. Our engineers can access it for maintenance. The model sees your question, the names of tables and columns, and your terms. To write the sentence, it also sees the rows of the result. You can turn that off and get only the table.',
    },
    {
      q: 'What does it cost?',
      a: 'We quote a fixed price before you order. The quote says whether it is one-time or monthly, and what it includes. Each source besides the PSA is quoted separately, because the work depends on how well its records match.',
    },
    {
      q: 'What if we cancel?',
      a: 'We delete the copy. Nothing was ever written to your PSA. You can take the saved queries and your definitions with you as text.',
    },
  ],
  next: {
    heading: 'Send three questions you can’t answer today',
    text: 'We’ll tell you which of them your data can answer and what is missing for the others.',
  },
  drawing:
    'A typed question asks who used more hours than they paid for. It becomes a query that pulls one row from each of three tables: the client Northgate, 42 hours used and 30 hours paid for. The answer above the rows says that Northgate is 12 hours over.',
} satisfies ServicePage
