import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-vcto',
  audience: 'msp',
  label: 'Virtual CTO',
  headline: 'Someone who owns your automation roadmap',
  lead: 'A technical lead for automation and AI sits in your planning, works out with you what is worth building and says no to the rest.',
  description:
    'A technical lead for automation and AI in your MSP’s planning: inventory, ranked roadmap, vendor reviews and written rules for using AI.',
  problem: {
    heading: 'Everyone has an AI opinion, nobody has the decision',
    paragraphs: [
      'One vendor promises an AI dispatcher, and soon your RMM announces its own. A client asks whether Copilot may read the payroll folder, and one of your technicians has already pasted a client’s email into a public chatbot.',
      'Meanwhile nobody can list the scripts, flows and integrations you run today, who wrote them, or which still use the credentials of someone who left. Another tool won’t settle that. Someone has to say which one, in which order, and why not the others.',
    ],
  },
  work: {
    heading: 'What a Virtual CTO does for you',
    intro:
      'The result is decisions in writing. Building is a separate step, for us, for your own people or for somebody else.',
    parts: [
      {
        title: 'Inventory',
        text: 'Every script, Power Automate flow, webhook and API key your service depends on, with its owner and what stops when it stops.',
      },
      {
        title: 'Roadmap',
        text: 'A list ranked by effort, risk and the hours at stake in your own figures. It also says what stays undone on purpose.',
      },
      {
        title: 'Vendor review',
        text: 'Before you sign for a tool, we read its API, the Graph permissions it asks for, where data goes and how you would get out.',
      },
      {
        title: 'Rules for AI',
        text: 'Which data may go to which model, who approves it and how output is checked: one text for staff, one for clients.',
      },
      {
        title: 'Design review',
        text: 'What your own team builds gets a second reading before it meets a client’s tenant.',
      },
    ],
  },
  steps: {
    heading: 'How the role begins',
    items: [
      {
        title: 'Hear the owner',
        text: 'Growth, fewer tickets per technician, a sale: the roadmap depends on where you want the company to be.',
      },
      {
        title: 'Take stock',
        text: 'With read access and talks with your team, we build the inventory. Scheduled tasks usually hold a surprise.',
      },
      {
        title: 'Show the risks',
        text: 'Keys with full rights, flows nobody watches, secrets about to expire. You choose what gets fixed at once.',
      },
      {
        title: 'Set the roadmap',
        text: 'We argue it through with you in one session, then write it down with reasons.',
      },
      {
        title: 'Meet and decide',
        text: 'In a standing meeting we bring the choices that are due. Between meetings you ask by ticket.',
      },
    ],
  },
  gets: {
    heading: 'Papers you can act on',
    items: [
      'The inventory, with owners and risks',
      'A roadmap another builder could work from',
      'A log of decisions: what, by whom, on which facts',
      'A written opinion before each larger purchase',
      'AI rules for staff and an answer for clients who ask',
    ],
  },
  needs: {
    heading: 'What the role needs to work',
    items: [
      'The owner, or someone who decides for the owner, in every planning meeting',
      'Read access to admin settings of PSA, RMM and your own Microsoft 365 tenant',
      'Frank talk about budget and plans, under confidentiality',
      'A technician who remembers why things are the way they are',
    ],
  },
  questions: [
    {
      q: 'Won’t you just recommend your own products?',
      a: 'We sell automation, so the question is fair. Each recommendation names an alternative, including doing nothing, and the reason against it. Both go into the log of decisions, where you can hold us to them.',
    },
    {
      q: 'How is it priced?',
      a: 'A monthly retainer for an agreed amount of time, quoted by how often we meet and how much there is to look after. Whatever you decide to build is priced apart, at a fixed price or in hours, and needs your yes first.',
    },
    {
      q: 'How is this different from Full Partnership?',
      a: 'A Virtual CTO decides with you and stops there. A partnership also builds, hosts and repairs.',
    },
    {
      q: 'Do you look into our clients’ systems?',
      a: 'The role rarely calls for it. We read settings, permissions and names of flows, not mailboxes or files. When a review needs a sample, you pick it.',
    },
    {
      q: 'What happens when the advice turns out wrong?',
      a: 'We say so at the next meeting and change the roadmap. The log shows what was known at the time. No system of yours runs on us in this role, so nothing goes down.',
    },
    {
      q: 'What if we end it?',
      a: 'You hold every paper from the day it is written. Withdraw our access, and the plan is still yours to follow.',
    },
  ],
  next: {
    heading: 'Bring the decision you keep postponing',
    text: 'One talk shows whether you need a lead, a single build, or neither.',
  },
  drawing:
    'Vendor offers, old scripts and loose notes drift toward a table where one line sorts them into now, later and no. The cards under “now” move on to the PSA and Microsoft 365.',
} satisfies ServicePage
