import type { ServicePage } from './shape.ts'

export default {
  path: '/ai-phone-receptionist',
  audience: 'business',
  label: 'AI Phone Receptionist',
  headline: 'Answer every call while you work',
  lead: 'An AI receptionist for people who work alone or without a front desk. It will answer when you can’t, say that it is an AI and pass on what the caller wants. It isn’t on sale yet.',
  description:
    'Coming soon: a phone receptionist that says it is an AI, answers when you can’t, books appointments, takes messages and transfers calls.',
  comingSoon: true,
  problem: {
    heading: 'Callers don’t leave messages',
    paragraphs: [
      'You are on a ladder, with a customer, or closing up. The phone rings until the caller gives up and dials the next business on the list. Voicemail tells you that someone called, but rarely why.',
      'An answering service knows your name but not your calendar. It takes a note, and you still have to call back.',
    ],
  },
  work: {
    heading: 'What it will do on a call',
    intro:
      'It will start with words like these: “Thanks for calling. This is an AI assistant, and this call is recorded and transcribed. Say ‘a person’ or press 0 at any time to reach a person.” If the caller objects, recording and transcription will stop, and the call will go to a person. The receptionist will never claim to be human.',
    parts: [
      {
        title: 'Answer simple questions',
        text: 'Your hours, address, published prices and what to bring. The facts come from a page you edit. For anything else, it offers a callback.',
      },
      {
        title: 'Book appointments',
        text: 'It reads free times from Google Calendar, Outlook or Calendly, repeats the day and time aloud, and books when the caller says yes. Callers who agree to texts get a confirmation by text message.',
      },
      {
        title: 'Transfer calls',
        text: 'Callers who ask for a person are connected to you or your staff. You hear a one-sentence summary before you accept.',
      },
      {
        title: 'Take messages',
        text: 'It takes the name and the reason and reads the number back digit by digit. You get the message by text or email.',
      },
      {
        title: 'Recognize emergencies',
        text: 'If a caller says a word you choose, such as “leak”, it skips the questions and calls you. Anyone in danger is told to hang up and dial 911.',
      },
    ],
  },
  steps: {
    heading: 'How setup will work',
    items: [
      {
        title: 'Keep your number',
        text: 'You forward busy, unanswered or after-hours calls to a Twilio number. You can turn forwarding off on your phone.',
      },
      {
        title: 'Write the fact page',
        text: 'We interview you and write a draft. You correct it.',
      },
      {
        title: 'Make test calls',
        text: 'You play the callers: someone who changes the day twice, someone in a noisy car and someone who is angry.',
      },
      {
        title: 'Start at night',
        text: 'First it answers after hours, when callers would get voicemail.',
      },
      {
        title: 'Add more hours',
        text: 'You add lunch, Saturdays or overflow when the transcripts look right to you.',
      },
    ],
  },
  gets: {
    heading: 'What you would see after each call',
    items: [
      'Who called, why, and what was agreed',
      'The transcript and the recording, unless the caller objected',
      'The appointment in the calendar you already use',
      'A flag on calls in which it was unsure',
    ],
  },
  needs: {
    heading: 'What you would need',
    items: [
      'A phone line with conditional call forwarding',
      'Access to your Google Calendar, Outlook or Calendly account, for bookings',
      'Business details for A2P 10DLC registration, which US carriers require before the receptionist can send texts',
      'Someone who answers urgent and transferred calls and agrees to calls with an artificial voice',
      'Your lawyer’s review of the greeting, because recording laws differ by state',
    ],
  },
  questions: [
    {
      q: 'Will callers be able to reach a person?',
      a: 'Yes, at any time. They will only have to say “a person” or press 0. If no one picks up, the receptionist will take a name and a callback number.',
    },
    {
      q: 'What if it doesn’t understand someone?',
      a: 'It will ask once more, then offer to take a message or to connect the caller to a person. It won’t guess a phone number.',
    },
    {
      q: 'Which languages will it speak?',
      a: 'English at first. We’ll list others here once they have been tested.',
    },
    {
      q: 'Will it make sales calls?',
      a: 'No. It will answer incoming calls, and the only people it will call are you and your staff.',
    },
  ],
  next: {
    heading: 'Get an email when it opens',
    text: 'Join the waitlist. If you have a front desk, you don’t have to wait: the marketplace has a phone agent for small offices. If you are an IT provider, see the Voice AI Agents page.',
  },
  drawing:
    'A phone rings, and the call reaches a desk with a sign that reads “AI assistant”. The call takes one of three paths: a time is booked in the calendar, a message is taken, or an urgent call goes straight to a person.',
} satisfies ServicePage
