import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-dashboards-chatbots',
  audience: 'msp',
  label: 'Dashboards & Chatbots',
  headline: 'The right figure on screen, the answer in Teams',
  lead: 'Live figures that everyone reads the same way, and a chatbot in Teams that answers from your tickets and documentation and shows its source.',
  description:
    'Live service desk figures with agreed definitions, and a Teams chatbot that answers from your own tickets, IT Glue or Hudu and links the source.',
  problem: {
    heading: 'The wallboard nobody looks at anymore',
    paragraphs: [
      'You bought a dashboard. It came with widgets, and each one counts open tickets differently: with or without those waiting on a client, with or without the project board. The Monday meeting begins with a debate about whose number is right.',
      'The knowledge is somewhere, too. A technician on a call asks the channel how the VPN at that client is set up. The one who knows is at lunch. The page exists in Hudu, under a title nobody would search for.',
    ],
  },
  work: {
    heading: 'Fewer figures, quicker answers',
    intro: 'Both halves stand on the same ground: your own records, read often and defined once.',
    parts: [
      {
        title: 'Definitions first',
        text: 'When is a ticket open? What counts as first response? The answer is agreed, written down and shown under the figure.',
      },
      {
        title: 'A screen per decision',
        text: 'Dispatch sees what is unassigned or near its deadline. The service manager sees aging by client. The owner sees agreement hours against revenue.',
      },
      {
        title: 'A nudge instead of staring',
        text: 'When a limit is crossed, a Teams channel gets one message with the tickets concerned.',
      },
      {
        title: 'A bot that cites',
        text: 'Ask it about a client’s VPN or the last fix for an error. It quotes the page or ticket and links it. With no source at hand it is set to say so.',
      },
      {
        title: 'Rights by person',
        text: 'Entra ID groups decide who may ask which sources. The bot does not become a side door.',
      },
    ],
  },
  steps: {
    heading: 'From arguments to a screen',
    items: [
      {
        title: 'Collect real questions',
        text: 'For a week your team notes what it asks in chat and what it looks up. That list becomes the test.',
      },
      {
        title: 'Agree on figures',
        text: 'An hour with the people who quarrel about them. Fewer survive than you would think.',
      },
      {
        title: 'Match the PSA',
        text: 'We tune until our number equals the one your PSA’s own report gives for the same definition.',
      },
      {
        title: 'Pilot',
        text: 'A few technicians use the bot on live work and mark each poor answer.',
      },
      {
        title: 'Roll out',
        text: 'Your Teams administrator approves the app for everyone. Screens go up.',
      },
    ],
  },
  gets: {
    heading: 'What your team uses daily',
    items: [
      'Screens for the wall, the desk and the phone',
      'A page of definitions that ends the Monday debate',
      'A bot in Teams, by direct message or by mention in a channel',
      'A list of unanswered questions: the documentation you still have to write',
    ],
  },
  needs: {
    heading: 'Before we can start',
    items: [
      'Read access to your PSA and documentation; for IT Glue or Hudu, a key without password access',
      'A Teams administrator who can allow a custom app',
      'Someone whose definition is final',
      'Documentation that exists: a bot can’t quote a page nobody wrote',
    ],
  },
  questions: [
    {
      q: 'Can the bot make things up?',
      a: 'Any language model can. So it answers from text it has retrieved and shows the link. Treat an answer without a link as no answer.',
    },
    {
      q: 'We have Power BI or BrightGauge. Replace it?',
      a: 'Not if people look at it. The agreed definitions are worth more than another screen, and they can be rebuilt in the tool you have.',
    },
    {
      q: 'What happens when a source goes silent?',
      a: 'Each tile shows when it was last updated and turns gray when its source is late, because a stale figure misleads. The bot names the source it cannot reach, and we are told at the same time.',
    },
    {
      q: 'What does each half cost?',
      a: 'Standard screens and the bot each carry a fixed price. Figures that join in sources of your own are quoted. You can buy one half without the other.',
    },
    {
      q: 'Do you see what we document about clients?',
      a: 'Yes, the tickets and pages you connect. A question goes to the model together with the passages that answer it. Leave out a client, a board or a folder and the bot does not know it.',
    },
    {
      q: 'What if we cancel?',
      a: 'Remove the app in Teams and the keys in your tools. Our index of your pages is deleted; the pages never moved.',
    },
  ],
  next: {
    heading: 'Send us the number you argue about',
    text: 'One disputed figure and three questions your technicians keep asking are enough for a first talk.',
  },
  drawing:
    'Records flow from the PSA and the documentation into one shared shelf. One branch lights three tiles on a wall screen; the other returns to a technician in Teams as a short answer with a link.',
} satisfies ServicePage
