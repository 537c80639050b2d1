import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-voice-ai',
  audience: 'msp',
  label: 'Voice AI',
  headline: 'Every call answered, every ticket written',
  lead: 'A voice agent picks up when your team can’t. It says that it is an AI, finds the caller in your PSA and writes the ticket.',
  description:
    'A voice agent for MSPs answers calls after hours or at peak times, says it is an AI, looks up the caller in your PSA and writes the ticket.',
  problem: {
    heading: 'The phone rings most when nobody is free',
    paragraphs: [
      'A client’s site goes dark, and everyone there calls at once. Two technicians answer, the others hear music, hang up and call back angrier. At night an answering service takes a name and “computer problem”, misspells both, and wakes the on-call engineer for a jammed printer.',
      'And a voicemail is not a ticket. Someone has to listen, guess the company, call back to ask what it is about, and then type it all in.',
    ],
  },
  work: {
    heading: 'What the caller hears and what you get',
    intro:
      'Begin with the calls you miss anyway. The agent takes more only when you have read enough transcripts to want that.',
    parts: [
      {
        title: 'It says what it is',
        text: 'The greeting names your company and says in the first sentence that an AI is speaking and that the call is transcribed. A caller who asks for a person is passed on as your rules say.',
      },
      {
        title: 'It finds the caller',
        text: 'The number is looked up in your PSA. If it is unknown or shared, the agent asks. Numbers can be faked, so a match is a hint and never proof of identity.',
      },
      {
        title: 'It asks what dispatch would ask',
        text: 'Who is affected, since when, what the screen says, and whether work has stopped.',
      },
      {
        title: 'It writes the ticket',
        text: 'Client, contact, summary, transcript and a proposed priority. If the PSA is down, the transcript waits and is filed later.',
      },
      {
        title: 'It hands over',
        text: 'Calls that meet your emergency rule ring the on-call phone. Other callers hear what happens next.',
      },
    ],
  },
  steps: {
    heading: 'From test number to your number',
    items: [
      {
        title: 'Choose the calls',
        text: 'After hours, overflow when all lines are busy, or everything.',
      },
      {
        title: 'Write the script',
        text: 'In a workshop we set the greeting, the questions, the emergency rule and the words it must avoid.',
      },
      {
        title: 'Try to break it',
        text: 'You call a test number, on Twilio for example, mumble, interrupt and lie. We fix what you find.',
      },
      {
        title: 'Forward',
        text: 'Your phone system forwards the chosen calls. Your number is not ported, and switching back is one setting.',
      },
      {
        title: 'Read along',
        text: 'Review the transcripts at first. Corrections go into the script.',
      },
    ],
  },
  gets: {
    heading: 'What is there in the morning',
    items: [
      'A ticket per call, with the transcript behind it',
      'On-call woken by your rule, not by guesswork',
      'A record of calls handed over, dropped or not understood',
      'A weekly count by hour, which tells you when to staff the phones',
    ],
  },
  needs: {
    heading: 'What must be ready',
    items: [
      'Forwarding that passes on the caller’s own number; some phone systems replace it',
      'Contacts in the PSA with phone numbers that are mostly right',
      'An on-call schedule, and a line that is answered when a call is handed over',
      'Your decision on recording, taken with a lawyer, since the law differs by state',
    ],
  },
  questions: [
    {
      q: 'Will callers know it is not a person?',
      a: 'Yes, always, from the first sentence. We do not build an agent that pretends to be human, even on request.',
    },
    {
      q: 'Will it reset passwords?',
      a: 'No. It grants nothing and reads nothing out. If you use Duo, a verification push can go to the caller’s phone, and the technician sees the result in the ticket.',
    },
    {
      q: 'What happens when the agent fails?',
      a: 'You choose where a call goes that the agent can’t take: voicemail or on-call. If it doesn’t understand someone, it takes a callback number and says so in the ticket.',
    },
    {
      q: 'What will the calls cost?',
      a: 'After-hours phone intake has a monthly price in the marketplace, with minutes included. Overflow by day or a larger volume is quoted, because minutes drive the cost: setup, the monthly amount, the volume included and what lies beyond it. Tell us how many calls you miss, and at what hours.',
    },
    {
      q: 'Who can read or hear the calls?',
      a: 'Transcripts hold whatever callers say. Your staff reads them in the PSA, our engineers only to find faults. Telephony and model providers process audio and text for us. Recording can be off. You set how long transcripts are kept with us.',
    },
    {
      q: 'What if we go back to people?',
      a: 'Turn off forwarding, and the phones ring where they used to. The tickets and the transcripts filed in them are yours.',
    },
  ],
  next: {
    heading: 'Read a call first',
    text: 'The Voice AI Agents page has a sample transcript. Then tell us your phone system and your call volume.',
  },
  drawing:
    'A ringing phone leads to a voice line that announces itself as an AI. The caller’s number finds a name in the PSA, a ticket fills line by line, and for an emergency a branch rings the on-call phone.',
} satisfies ServicePage
