import type { ServicePage } from './shape.ts'

export default {
  path: '/departmental-assistants',
  audience: 'business',
  label: 'Departmental Assistants',
  headline: 'Give each team an assistant with a job description',
  lead: 'One assistant for finance, another for HR, another for the warehouse, each with its own sources, tasks and limits. Coming later. Here is how we think about it.',
  description:
    'Coming soon: AI assistants for each department in Slack or Microsoft Teams, each with its own documents, allowed actions and a named owner.',
  comingSoon: true,
  problem: {
    heading: 'A chatbot for everyone knows nothing in particular',
    paragraphs: [
      'Ask a general chatbot about parental leave and it explains the law of some state. Ask about a late pallet and it explains logistics. It has never seen your handbook or your order list.',
      'Feeding it everything is no cure. Then the trainee can ask what the manager earns, and an outdated price list speaks with the same voice as the current one.',
    ],
  },
  work: {
    heading: 'Four job descriptions, as examples',
    intro: 'Each assistant will be defined on one page: what it reads, what it may do, when it must ask, who owns it.',
    parts: [
      {
        title: 'Finance',
        text: 'Reads bills and invoices in QuickBooks Online, prepares payment reminders and suggests the account for a bill from past entries. It posts nothing without the bookkeeper’s click.',
      },
      {
        title: 'People',
        text: 'Answers from the handbook and benefit summaries and cites the page. Anything about an individual case goes to HR.',
      },
      {
        title: 'Sales',
        text: 'Prepares account briefs from HubSpot and recent mail. Moves a deal to the next stage when the rep confirms.',
      },
      {
        title: 'Operations',
        text: 'Knows order status in Shopify, stock levels and carrier messages. Drafts the note to the customer whose parcel is late.',
      },
    ],
  },
  steps: {
    heading: 'Hiring an assistant',
    items: [
      {
        title: 'Listen to the team',
        text: 'We collect a week of the questions people really ask each other.',
      },
      {
        title: 'Write the page',
        text: 'The department head signs the job description, limits included.',
      },
      {
        title: 'Connect the shelves',
        text: 'SharePoint or Google Drive folders, through the asker’s own rights: whoever cannot open a file gets no answer from it.',
      },
      {
        title: 'Probation',
        text: 'A few colleagues use it in a Slack or Teams channel. Wrong answers are marked on the spot.',
      },
      {
        title: 'Review',
        text: 'Each quarter the owner sees what it was asked, what it could not answer and which documents contradict each other.',
      },
    ],
  },
  gets: {
    heading: 'What each team would have',
    items: [
      'An assistant in the chat tool it already uses',
      'Answers that link to the document they rest on',
      'A list of gaps in your written rules, useful even to people who never chat',
      'A record of every action it prepared and who approved it',
    ],
  },
  needs: {
    heading: 'What a department would bring',
    items: [
      'A head who stands behind the answers',
      'Documents with a visible date, and an archive for old ones',
      'Microsoft 365 or Google Workspace groups that reflect who may see what',
    ],
  },
  questions: [
    {
      q: 'Why not one assistant for the whole company?',
      a: 'Because limits are easier to state for a role. A question that belongs to another team is passed on, within the rights of the person asking.',
    },
    {
      q: 'Do we need Copilot or Gemini licenses?',
      a: 'These assistants will not require them. If you pay for them already and they cover a task, we would say so.',
    },
    {
      q: 'What happens when someone leaves?',
      a: 'Access follows the account. Once it is disabled in your directory, that person can no longer ask.',
    },
    {
      q: 'Which department should go first?',
      a: 'The one whose papers are in order. An assistant repeats what it reads, so untidy documents give untidy answers.',
    },
  ],
  next: {
    heading: 'Applications open later',
    text: 'Leave an address to be told, or look through the marketplace: over 100 pre-built automations, most of them for MSPs, each described in steps, show what a narrowly defined task looks like.',
  },
  drawing:
    'Four desks stand in a row, each with its own shelf. A question passes the wrong desks and stops at the right one. The answer leaves with a page pinned to it, and a hand stamps the action that follows.',
} satisfies ServicePage
