import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-voice-ai',
  audience: 'msp',
  label: 'Voice AI',
  title: 'Voice AI for MSPs: RingCentral, Zoom Phone, 3CX',
  headline: 'Get support calls onto the right ticket',
  lead: 'Calls at night, missed calls, answered calls and calls during an outage: each kind needs its own tool. See which one to start with and how they fit your phone system and your PSA.',
  description:
    'Voice AI for RingCentral, Zoom Phone, Dialpad and 3CX: after-hours phone agent, tickets from missed calls, call summaries, outage announcements.',
  problem: {
    heading: 'Phone calls get lost between people and tools',
    paragraphs: [
      'A client’s site goes down, and everyone there calls at the same time. Two technicians answer. The other callers wait on hold, hang up and call back angry.',
      'Even an answered call can get lost. After forty minutes on the phone, the ticket says “spoke to user, resolved”. The next technician starts over, and billing has nothing to put on the invoice.',
    ],
  },
  work: {
    heading: 'Four kinds of calls, four automations',
    intro:
      'They are separate products in the marketplace. Each product page lists the tools it works with. Most of the work is in your phone system’s routing, so we plan that first.',
    parts: [
      {
        title: 'Calls at night',
        text: 'After-hours phone intake answers, opens the ticket and calls your on-call technician according to your rules. The Voice AI Agents page has a sample call.',
      },
      {
        title: 'Missed calls',
        text: 'Missed calls from Zoom Phone or RingCentral become one callback ticket per caller, with the message in writing and the number to call.',
      },
      {
        title: 'Answered calls',
        text: 'Call summaries from RingCentral, Zoom Phone, Dialpad or 3CX add what was said, tried and promised to the right ticket, with a draft time entry.',
      },
      {
        title: 'Calls during an outage',
        text: 'An outage announcement on Twilio and 3CX tells callers what you already know, so that your technicians can work on the fix.',
      },
    ],
  },
  steps: {
    heading: 'Pick the first one',
    items: [
      {
        title: 'Count your calls',
        text: 'Export last month’s call log and count calls by hour, and how many were answered, missed or dropped.',
      },
      {
        title: 'Find the biggest gap',
        text: 'If most missed calls come at lunch, start with callbacks. If most come at night, start with the phone agent.',
      },
      {
        title: 'Set the routing',
        text: 'For the phone agent, your phone system forwards only the calls you choose, and one setting switches this off. For the outage announcement, all calls to your main number go through Twilio first. You don’t have to port the number for either.',
      },
      {
        title: 'Write the rules',
        text: 'You decide what counts as an emergency, who gets called in which order, and what the agent must never say.',
      },
      {
        title: 'Test, then go live',
        text: 'Your team calls a test number, mumbles, interrupts and lies. We fix what you find before a client hears it.',
      },
    ],
  },
  gets: {
    heading: 'What you get',
    items: [
      'Tickets for after-hours and missed calls, and summaries of answered calls on their tickets',
      'A summary and the transcript on each ticket from the phone agent, unless the caller objects to recording. If no one picks up then, the ticket has only a name and a callback number',
      'On-call alerts that follow your written rules',
      'A morning email with every call that the phone agent took at night',
      'A view of callbacks by age',
    ],
  },
  needs: {
    heading: 'What you need',
    items: [
      'A phone system that can forward by schedule or when no one picks up, and pass on the caller’s own number',
      'Contacts with phone numbers in the PSA, and an API account that can read contacts, read and write tickets, add and delete notes, and add time entries',
      'An on-call schedule with people who agree to calls with an artificial voice, and a line that someone answers when a call is handed over',
      'For missed calls, an account that can read the call log and voicemail of the queue, and a voicemail greeting that says that messages are transcribed',
      'For call summaries, recordings that we can read, with an announcement that everyone hears, and an Azure subscription',
      'For the outage announcement, your own Twilio account, and a SIP trunk between Twilio and your phone system or a second number',
      'A lawyer’s review of the greeting and the settings, because recording laws differ by state',
    ],
  },
  questions: [
    {
      q: 'What does the agent tell callers?',
      a: 'Every call starts the same way: this is an AI assistant, the call is recorded and transcribed, and the caller can say “a person” or press 0 at any time to reach a person. If a caller objects, recording and transcription stop and the call goes to a person. If no one picks up, the agent takes only a name and a callback number.',
    },
    {
      q: 'How does a caller reach a person?',
      a: 'They say “a person” or press 0 at any point in the call. The agent then calls the number you set for this. If no one picks up, it takes a callback number and says what happens next.',
    },
    {
      q: 'Will it reset passwords?',
      a: 'No. It doesn’t change accounts or give out account details. A phone number can be faked, so a match in your PSA doesn’t prove who is calling.',
    },
    {
      q: 'What happens when the agent fails?',
      a: 'The call goes straight to the fallback number you chose, such as on-call. We test that path with you before you go live.',
    },
    {
      q: 'What do these cost?',
      a: 'All four have prices in the marketplace. Phone intake and call summaries are monthly, and phone intake includes minutes. Callback tickets and the outage announcement have a one-time price. It includes hosting and repair for 12 months unless the product page says otherwise. A renewal after that costs 18% of the price per year.',
    },
    {
      q: 'Who can access recordings and transcripts?',
      a: 'Your staff, and our engineers only to find faults. Telephony and model providers process audio and text. You decide how long recordings and transcripts are kept.',
    },
  ],
  next: {
    heading: 'Send us last month’s call counts',
    text: 'Tell us your phone system and how many calls you miss, and at what hours. We’ll tell you which automation closes the biggest gap.',
  },
  drawing:
    'A phone rings, and a voice says that it is an AI assistant and that the call is recorded and transcribed. The number is matched to a contact in the PSA, and a ticket fills in line by line. Because the server is down for the whole office, the on-call phone rings.',
} satisfies ServicePage
