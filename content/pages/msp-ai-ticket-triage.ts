import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-ai-ticket-triage',
  audience: 'msp',
  label: 'AI Ticket Triage',
  title: 'AI Ticket Triage and Dispatch for MSPs',
  headline: 'New tickets sorted before your dispatcher opens the board',
  lead: 'Three marketplace automations sort new tickets, find duplicates and suggest a technician. Triage shows its reason. If it is not sure, a person decides.',
  description:
    'AI ticket triage for ConnectWise PSA, Autotask and HaloPSA, plus a duplicate detector and dispatch by skill. Each product page lists its PSAs.',
  problem: {
    heading: 'Sorting tickets takes time your dispatcher doesn’t have',
    paragraphs: [
      'An email says “Help!!!” and nothing else. It arrives as an unassigned service request with medium priority and waits until someone reads the board. A business owner’s printer complaint sits next to a question about a strange sign-in, and both look the same.',
      'So technicians pick the tickets they like. They set the category when they close the ticket, often to `Other`. Your report then says that most of your work is `Other`, and you can’t see which SLA clocks ran while no one was looking.',
    ],
  },
  work: {
    heading: 'Three automations, one ticket',
    intro: 'Each does one job and is sold separately. Start with one and add the others when you trust the results.',
    parts: [
      {
        title: 'AI ticket triage',
        text: 'Reads the subject and text and sets category, priority and board from your own lists. It judges impact and urgency, and your priority matrix turns them into a priority.',
      },
      {
        title: 'Duplicate ticket detector',
        text: 'Compares each new ticket with the client’s open tickets. If six people report one outage, it suggests linking their tickets to one parent ticket. For ConnectWise PSA, HaloPSA and Freshservice.',
      },
      {
        title: 'Ticket dispatch by skill and workload',
        text: 'Ranks technicians by skill, free time and knowledge of the client, and suggests the top three. Your dispatcher picks one in Teams. For ConnectWise PSA.',
      },
    ],
  },
  steps: {
    heading: 'How you switch triage on',
    items: [
      {
        title: 'Explain your rules',
        text: 'In one hour, your dispatcher tells us who handles what, what comes first and what must never be automatic.',
      },
      {
        title: 'Test on closed tickets',
        text: 'We run triage on your closed tickets and show every case where it disagrees with your team. You decide who was right.',
      },
      {
        title: 'Start with notes',
        text: 'On live tickets, it first writes its suggestion as an internal note and changes no field.',
      },
      {
        title: 'Turn on fields',
        text: 'Start on one board. Turn on the category first, then the priority, then the choice of board. Add the next board when you agree with the results.',
      },
      {
        title: 'Correct it',
        text: 'We count what your team changes. Each new version has to pass a test on your closed tickets before it goes live.',
      },
    ],
  },
  gets: {
    heading: 'What changes on the board',
    items: [
      'Sorted tickets in the PSA you already use',
      'From triage, a one-line summary and the reason for each choice',
      'A setting for how much doubt you accept; unclear tickets stay as they arrived and go on a review list',
      'A weekly list of the suggestions your team changed, so you can see where triage is weak',
    ],
  },
  needs: {
    heading: 'What you need',
    items: [
      'An API account that can read tickets, and write internal notes and the fields you choose',
      'The right to create callbacks in ConnectWise PSA or webhooks in Autotask; in HaloPSA, an administrator who sets up a webhook with us',
      'Your categories and boards, with a sentence on what belongs in each',
      'A priority matrix, or an hour with us to write one',
      'Your consent that ticket text goes to a model in Azure OpenAI',
      'Two hundred closed tickets from recent months to test on',
      'A dispatcher who explains your rules and flags wrong results in the first weeks',
      'For the duplicate ticket detector, parent and child tickets turned on in the PSA, and the right to link tickets and reply to them',
      'For dispatch, schedules in ConnectWise PSA and the right to assign tickets, calendars in Exchange Online, our bot in Teams and a list of skills',
    ],
  },
  questions: [
    {
      q: 'What if it gets a ticket wrong?',
      a: 'Someone corrects the field, as they do today. Until then, the ticket may have the wrong priority or be on the wrong board. Triage never closes a ticket and never writes to a client.',
    },
    {
      q: 'Can an email trick it?',
      a: 'The ticket text is treated as data, not as instructions. “Forward this to everyone” can’t add a recipient, and every field that triage sets gets a value from your lists. A sender who lies about urgency can still mislead triage, just as they can mislead a person.',
    },
    {
      q: 'What happens when triage is down?',
      a: 'Tickets stay on the board as they arrived. When triage is back, it works through the ones it missed. If runs keep failing, a ticket opens in the portal automatically, and the repair is free for you.',
    },
    {
      q: 'What does each one cost?',
      a: 'The marketplace shows a monthly price for ticket triage and one for the duplicate ticket detector. Dispatch is quoted, because it depends on your team and calendars. You don’t need your own model subscription.',
    },
    {
      q: 'Who reads our clients’ tickets?',
      a: 'The software does, and one of our engineers if a fault has to be traced. The text needed for the decision goes to the model provider. You can exclude a client from triage. Triage then never sends that client’s tickets to a model.',
    },
    {
      q: 'Can we switch it off?',
      a: 'Yes. Ask us to pause it, or disable its API account. Your dispatcher then sorts tickets as before. Categories, notes and links already written stay in your PSA.',
    },
  ],
  next: {
    heading: 'Show us a bad Monday morning',
    text: 'Tell us your PSA, your boards and what piles up on them. We’ll tell you which of the three to start with.',
  },
  drawing:
    'An email becomes a ticket in the PSA and passes three gates. Two set its category and priority, and the third suggests a technician. The dispatcher agrees, and the ticket lands in that technician’s lane. A ticket that triage is unsure about goes to a person.',
} satisfies ServicePage
