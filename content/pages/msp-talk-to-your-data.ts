import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-talk-to-your-data',
  audience: 'msp',
  label: 'Talk to Your Data',
  headline: 'Ask in plain English, check it row by row',
  lead: 'Type a question about your tickets, time or agreements. You get the answer, the rows behind it and the query that found them.',
  description:
    'Ask your PSA, RMM and accounting data a question in plain English. You get the answer, the rows it came from and the query, so you can check it.',
  problem: {
    heading: 'Good questions die in the report builder',
    paragraphs: [
      '“Which flat-rate clients used more hours than they paid for?” That is a fair thing to ask before a renewal. In the report builder it takes joins you don’t have, two exports and an evening in Excel. So you renew by feel.',
      'The person who can build reports has a backlog. Pasting an export into a chatbot is quicker, and the reply sounds certain. But the model added up the column by itself, lost rows on the way, and left you nothing to check it against.',
    ],
  },
  work: {
    heading: 'The model writes the query, the database does the math',
    intro:
      'Language models understand questions well and add up columns badly. So ours is allowed to do only the first.',
    parts: [
      {
        title: 'A copy for questions',
        text: 'Most cloud PSAs give you an API, not their database. We copy the records you choose into a database kept for you and refresh it on a schedule.',
      },
      {
        title: 'A dictionary of your words',
        text: 'What “managed client”, “billable” and “project board” mean at your company, written once and used every time.',
      },
      {
        title: 'A query you may read',
        text: 'Your question becomes a `SELECT`. It runs under a login that can only read, with limits on rows and running time.',
      },
      {
        title: 'An answer with evidence',
        text: 'One sentence, the table under it, the period it covers and when the copy was refreshed. Download it as CSV.',
      },
      {
        title: 'A plain “can’t tell”',
        text: 'If nobody logs travel time, no query can find it. The reply says which fact is missing.',
      },
    ],
  },
  steps: {
    heading: 'From your questions to answers you trust',
    items: [
      {
        title: 'Bring the ones you gave up on',
        text: 'In an hour we collect questions from the owner, the service manager and billing.',
      },
      {
        title: 'Choose the sources',
        text: 'PSA first. RMM, Microsoft 365 and QuickBooks Online or Xero if the questions reach that far.',
      },
      {
        title: 'Write the dictionary',
        text: 'Words that two people use differently get one meaning, or two names.',
      },
      {
        title: 'Test on a closed month',
        text: 'You ask what you already know. We correct until the answers match your books.',
      },
      {
        title: 'Ask on your own',
        text: 'Questions worth repeating are saved. Wrong answers are reported with a click and looked into.',
      },
    ],
  },
  gets: {
    heading: 'What you can do on a Tuesday',
    items: [
      'Ask, without knowing the schema or waiting for a report',
      'Hand a colleague the answer together with its proof',
      'Rerun a saved question next month and compare',
      'See which questions failed, and what data would answer them',
    ],
  },
  needs: {
    heading: 'What it depends on',
    items: [
      'Read-only API access to each source',
      'A decision on which columns stay out, such as cost rates or salaries',
      'An hour from the person who knows why the figures look odd in March',
      'Time entries that people make: an answer is only as good as the log beneath it',
    ],
  },
  questions: [
    {
      q: 'How do I know an answer is right?',
      a: 'Look at the rows and at the filter in the query. The database did the sum. What can go wrong is the reading of your question, which is why it is shown in words above the result.',
    },
    {
      q: 'Isn’t that what Dashboards & Chatbots does?',
      a: 'A dashboard shows figures agreed in advance, and the chatbot there quotes documents. This computes answers to questions nobody prepared.',
    },
    {
      q: 'What happens when a refresh breaks?',
      a: 'If a refresh fails, answers keep the date of the last good copy on them, and we get the alarm. If the model is unavailable, saved questions still run, because their queries are stored.',
    },
    {
      q: 'Where does our data go?',
      a: 'The copy sits on our side, apart from every other customer’s, and our engineers can reach it for maintenance. The model sees your question, table and column names and the dictionary. To phrase a sentence it also sees result rows; switch that off and you get the bare table.',
    },
    {
      q: 'What is the price?',
      a: 'A fixed price for the PSA as the single source. Further sources are quoted by how their data joins, before the copy is built.',
    },
    {
      q: 'What if we no longer want it?',
      a: 'The copy is deleted. Your PSA was never written to. Take the saved queries and the dictionary with you as text.',
    },
  ],
  next: {
    heading: 'Send three questions you can’t answer today',
    text: 'We reply which of them your data could answer, and what is missing for the others.',
  },
  drawing:
    'A typed question turns into a query. The query pulls a few rows out of tables filled from the PSA, the RMM and QuickBooks Online, and the rows line up beneath a one-line answer.',
} satisfies ServicePage
