import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-dashboards-chatbots',
  audience: 'msp',
  label: 'Dashboards & Chatbots',
  title: 'MSP Dashboards and Chatbot for IT Glue and Hudu',
  headline: 'Numbers everyone agrees on, quick answers in Teams',
  lead: 'A dashboard shows live numbers that your whole team defines the same way. A Teams chatbot answers technicians from your tickets and documentation, with a link to the source.',
  description:
    'Live service desk dashboards with shared definitions, and a Teams chatbot that answers technicians from tickets, IT Glue or Hudu with a link.',
  problem: {
    heading: 'A wallboard people stopped trusting',
    paragraphs: [
      'You bought a dashboard. Each widget counts open tickets in its own way: with or without those waiting on a client, with or without the project board. The Monday meeting starts with a debate about whose number is right.',
      'The knowledge is hard to find, too. A technician on a call asks the channel how the VPN at a client is set up. The person who knows is at lunch. The page exists in Hudu, under a title no one would search for.',
    ],
  },
  work: {
    heading: 'Fewer numbers, faster answers',
    intro:
      'The dashboard and the chatbot read the same tickets. The chatbot also reads your documentation. You can buy one without the other.',
    parts: [
      {
        title: 'Definitions first',
        text: 'When is a ticket open? What counts as a first response? We agree on the answer and show it under the number.',
      },
      {
        title: 'One screen per decision',
        text: 'Dispatch sees unassigned tickets and those near their deadline. The service manager sees aging by client. The owner sees agreement hours against revenue.',
      },
      {
        title: 'Alerts instead of watching',
        text: 'When a limit is crossed, a Teams channel gets one message that lists the affected tickets.',
      },
      {
        title: 'A chatbot that shows its source',
        text: 'Ask about a client’s VPN or the last fix for an error. It quotes the page or ticket and links to it. If it finds no source, it says so.',
      },
      {
        title: 'Permissions per person',
        text: 'Entra ID groups decide who can ask about which sources.',
      },
    ],
  },
  steps: {
    heading: 'From a debate to a shared screen',
    items: [
      {
        title: 'List the decisions',
        text: 'We ask who looks at a screen today and what they decide with it. Anything that leads to no decision is dropped.',
      },
      {
        title: 'Agree on definitions',
        text: 'Spend an hour with us and the people who disagree about the numbers.',
      },
      {
        title: 'Match the PSA',
        text: 'We adjust until our number equals your PSA’s own report for the same definition.',
      },
      {
        title: 'Pilot the chatbot',
        text: 'A few technicians use it on live work and mark every poor answer.',
      },
      {
        title: 'Roll out',
        text: 'Your Teams administrator approves the app for everyone, and the screens go up.',
      },
    ],
  },
  gets: {
    heading: 'What your team uses every day',
    items: [
      'Dashboards for the wall, the desk and the phone',
      'A page of definitions that everyone can look up',
      'A chatbot in Teams, by direct message or by mention in a channel',
      'A list of unanswered questions, which shows you what to document next',
    ],
  },
  needs: {
    heading: 'What you need',
    items: [
      'Read access to your PSA and documentation; for IT Glue or Hudu, a key without password access',
      'If you use IT Glue, its Enterprise plan, which the API requires',
      'A Teams administrator who can allow a custom app',
      'Entra ID groups for the permissions, and consent to read who is in them',
      'One person with the final say on definitions, and a few technicians for the pilot',
      'Documentation for the chatbot to quote: it can’t answer from a page that doesn’t exist',
    ],
  },
  questions: [
    {
      q: 'Can the chatbot make things up?',
      a: 'Any language model can. That is why it answers from text it has found and shows the link. Don’t rely on an answer without a link.',
    },
    {
      q: 'We have Power BI or BrightGauge. Will this replace it?',
      a: 'Not if your team uses it. We can build your definitions in the tool you have. That tool then decides how often the numbers refresh.',
    },
    {
      q: 'What happens when a source stops updating?',
      a: 'Each tile shows when it was last updated and turns gray when its data is late. The chatbot names the source it can’t reach, and our monitoring alerts us.',
    },
    {
      q: 'What does it cost?',
      a: 'The marketplace has monthly prices for a morning brief and for a Teams help bot for your clients’ users. Dashboards with your own definitions and a chatbot for technicians are quoted. You see the quote before you decide.',
    },
    {
      q: 'Do you see what we document about clients?',
      a: 'Yes, the tickets and pages you connect. A question goes to the model with the passages that answer it. If you leave out a client, a board or a folder, the chatbot can’t see it.',
    },
    {
      q: 'What if we cancel?',
      a: 'Remove the app in Teams and the API keys in your tools. We delete our index of your tickets and pages. The originals stay where they are.',
    },
  ],
  next: {
    heading: 'Send us the number you argue about',
    text: 'One disputed number and three questions your technicians keep asking are enough for a first call.',
  },
  drawing:
    'Records flow from the PSA and the documentation into one shared shelf. One branch lights three tiles on a wall screen. The other answers a technician in Teams, who asked about a client’s VPN, with a link to the page in Hudu.',
} satisfies ServicePage
