import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-ai-ticket-triage',
  audience: 'msp',
  label: 'AI Ticket Triage',
  headline: 'New tickets sorted before your dispatcher opens the board',
  lead: 'Each new ticket gets a category, a priority and an owner, with the reason in an internal note. What the system is unsure of stays with a person.',
  description:
    'AI triage inside ConnectWise PSA, Autotask or HaloPSA: category, priority and owner on every new ticket, with the reason in an internal note.',
  problem: {
    heading: 'Dispatch is a full-time job that nobody has time for',
    paragraphs: [
      'The email says “Help!!!” and nothing else. It arrives as a service request, medium, unassigned, and waits until someone reads the board. The owner’s printer complaint sits next to a question about a strange login, and both look the same.',
      'So technicians pick what they like. Categories are set at closing, in a hurry, to `Other`. Then your report says that most of your work is `Other`, and the SLA clock ran while no one was looking.',
    ],
  },
  work: {
    heading: 'What happens to a ticket first',
    intro: 'We work with the boards, lists and people you have. Nothing is renamed to suit a model.',
    parts: [
      {
        title: 'Read',
        text: 'Subject, text and contact, the client’s agreement, and recent tickets from the same site or device.',
      },
      {
        title: 'Classify',
        text: 'It picks from your own lists: type, subtype and item in ConnectWise PSA, issue and sub-issue in Autotask, category levels in HaloPSA.',
      },
      {
        title: 'Prioritize',
        text: 'Impact and urgency are judged apart and looked up in your matrix. Capital letters don’t make a P1; a whole site offline does.',
      },
      {
        title: 'Assign',
        text: 'An owner or a queue by skill, client, working hours and present load.',
      },
      {
        title: 'Link repeats',
        text: 'Several emails about one outage point to the same parent ticket instead of spreading over the team.',
      },
    ],
  },
  steps: {
    heading: 'It earns its rights one field at a time',
    items: [
      {
        title: 'Tell us how it is really done',
        text: 'In an hour your dispatcher explains who takes what, who goes first and what must never be automatic.',
      },
      {
        title: 'Test on closed tickets',
        text: 'We run it over your past and show each disagreement with what your team chose. You judge who was right.',
      },
      {
        title: 'Notes only',
        text: 'On live tickets it writes its suggestion as an internal note and changes nothing.',
      },
      {
        title: 'Switch on fields',
        text: 'Category first, then priority, then owner, board by board, when you are content with the notes.',
      },
      {
        title: 'Keep correcting',
        text: 'Changes your people make are counted and guide the next version, which has to pass the old tickets before it goes live.',
      },
    ],
  },
  gets: {
    heading: 'What changes on the board',
    items: [
      'Sorted tickets in your own PSA, with no extra screen to watch',
      'A one-paragraph summary and the reason for each choice',
      'A certainty limit you set; below it, the ticket goes to a person untouched',
      'A count of corrections by category, so you see where it is weak',
    ],
  },
  needs: {
    heading: 'What it takes to set up',
    items: [
      'An API member or user that may read tickets and write the fields you choose',
      'Your priority matrix, or an hour to write one',
      'Closed tickets to test on',
      'A dispatcher who says “wrong” out loud during the first weeks',
    ],
  },
  questions: [
    {
      q: 'What if it gets a ticket wrong?',
      a: 'Someone changes the field, as today. It never closes a ticket and never writes to a client, so a mistake costs a correction and not an apology.',
    },
    {
      q: 'Can an email trick it?',
      a: 'The text counts as data, never as an instruction. “Assign this to the CEO” can’t add a recipient or a tool, and every answer must be a value from your lists. A sender who lies about urgency can still mislead it, as they could mislead a person.',
    },
    {
      q: 'What happens when triage is down?',
      a: 'Tickets stay on the board exactly as they arrived, and the missed ones are triaged once it is back. A failed run raises a ticket on our side, and repairing it is our cost.',
    },
    {
      q: 'How is triage priced?',
      a: 'A fixed price for the boards you name, shown before you buy. Very high volume or unusual routing rules get a quote. You need no model subscription of your own.',
    },
    {
      q: 'Who reads our clients’ tickets?',
      a: 'The software, and an engineer of ours who has to trace a fault. The text needed for the decision goes to the model provider in use; ask us which. We don’t train models for other customers on it.',
    },
    {
      q: 'Can we switch it off again?',
      a: 'Yes. Disable the API user and dispatch works as before. Every category, note and link already written is in your PSA.',
    },
  ],
  next: {
    heading: 'Show us a bad morning',
    text: 'Name your PSA, your boards and what piles up on them. That is enough to say where triage would begin.',
  },
  drawing:
    'An email becomes a ticket in the PSA and slides past three gates that stamp category, priority and owner, then lands in a technician’s lane. One uncertain ticket turns off to a person.',
} satisfies ServicePage
