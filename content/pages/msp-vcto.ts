import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-vcto',
  audience: 'msp',
  label: 'Virtual CTO',
  headline: 'Someone who owns your automation roadmap',
  lead: 'A technical lead for automation and AI joins your planning, decides with you what is worth building and says no to the rest.',
  description:
    'A technical lead for automation and AI in your MSP’s planning: an inventory, a ranked roadmap, vendor reviews and written rules for using AI.',
  problem: {
    heading: 'Everyone has an opinion on AI, but no one decides',
    paragraphs: [
      'One vendor promises an AI dispatcher, and soon your RMM announces its own. A client asks whether Copilot can read the payroll folder. One of your technicians has already pasted a client’s email into a public chatbot.',
      'No one can list the scripts, flows and integrations you run today, who wrote them, or which ones still use the credentials of someone who left. Another tool won’t fix that. Someone has to decide what to use, in which order, and why.',
    ],
  },
  work: {
    heading: 'What a Virtual CTO does for you',
    intro: 'You get decisions in writing. Building is a separate step. We can do it, or your team, or someone else.',
    parts: [
      {
        title: 'Inventory',
        text: 'Every script, Power Automate flow, webhook and API key your service depends on, with its owner and what stops if it fails.',
      },
      {
        title: 'Roadmap',
        text: 'A list ranked by effort, risk and the hours at stake, using your own numbers. It also says what you decided not to do.',
      },
      {
        title: 'Vendor review',
        text: 'Before you buy a tool, we check its API, the Graph permissions it asks for, where data goes and how you could leave.',
      },
      {
        title: 'Rules for AI',
        text: 'Which data can go to which model, who approves it and how output is checked. There is one version for staff and one for clients.',
      },
      {
        title: 'Design review',
        text: 'We review what your own team builds before it runs in a client’s tenant.',
      },
    ],
  },
  steps: {
    heading: 'How we start',
    items: [
      {
        title: 'Talk to the owner',
        text: 'We ask about your goals: growth, fewer tickets per endpoint or selling the company. The roadmap depends on them.',
      },
      {
        title: 'Take stock',
        text: 'With read access and interviews with your team, we build the inventory, including scheduled tasks.',
      },
      {
        title: 'Show the risks',
        text: 'Keys with full permissions, flows no one watches, secrets about to expire. You choose what to fix first.',
      },
      {
        title: 'Set the roadmap',
        text: 'We work through it with you in one session, then write it down with reasons.',
      },
      {
        title: 'Meet and decide',
        text: 'In a regular meeting, we bring you the decisions that are due. Between meetings, you can ask in a ticket.',
      },
    ],
  },
  gets: {
    heading: 'Documents you can act on',
    items: [
      'The inventory, with owners and risks',
      'A roadmap that another team could build from',
      'A decision log: what was decided, by whom and based on which facts',
      'A written opinion before each large purchase',
      'AI rules for staff and an answer for clients who ask',
    ],
  },
  needs: {
    heading: 'What you need',
    items: [
      'The owner, or someone who can decide for the owner, in every planning meeting',
      'Read access to the admin settings of your PSA, your RMM and your own Microsoft 365 tenant, and to the scripts and flows your team builds',
      'An open conversation about budget and plans, under confidentiality',
      'Time for interviews with your team, especially with a technician who remembers why things are the way they are',
    ],
  },
  questions: [
    {
      q: 'Won’t you just recommend your own products?',
      a: 'We sell automation, so it’s a fair question. Each recommendation lists the alternatives, including doing nothing, and the arguments for them. All of it goes into the decision log, so you can hold us to it.',
    },
    {
      q: 'How is it priced?',
      a: 'A monthly retainer for an agreed number of hours. The quote depends on how often we meet and how much there is to look after. Anything you decide to build has its own price or estimate and needs your approval first.',
    },
    {
      q: 'How is this different from Full Partnership?',
      a: 'A Virtual CTO helps you decide and stops there. A partnership also builds, hosts and repairs.',
    },
    {
      q: 'Do you look into our clients’ systems?',
      a: 'Rarely. We read settings, permissions and names of flows, not mailboxes or files. If a review needs a sample, you pick it.',
    },
    {
      q: 'What happens if the advice turns out wrong?',
      a: 'We say so at the next meeting and change the roadmap. The log shows what was known at the time. In this role, we don’t run any of your systems, so nothing goes down.',
    },
    {
      q: 'What if we end it?',
      a: 'You have every document from the day it is written. Remove our access, and the plan is still yours to follow.',
    },
  ],
  next: {
    heading: 'Bring a decision you keep putting off',
    text: 'One call shows whether you need a technical lead, a single project or neither.',
  },
  drawing:
    'A vendor offer, an old script and a loose note are sorted at a table into now, later and no. The card under “now” moves on to the PSA and Microsoft 365.',
} satisfies ServicePage
