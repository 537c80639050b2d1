import type { ServicePage } from './shape.ts'

export default {
  path: '/ai-phone-receptionist',
  audience: 'business',
  label: 'AI Phone Receptionist',
  headline: 'Answer the phone while your hands are full',
  lead: 'An AI receptionist for people who work alone or without a front desk. It picks up when you cannot, tells callers it is an AI, and passes on what they want. It is not on sale yet.',
  description:
    'Coming soon: a phone receptionist that says it is an AI, answers when you cannot, books into your calendar, takes messages and transfers calls.',
  comingSoon: true,
  problem: {
    heading: 'The caller leaves no message',
    paragraphs: [
      'You are on a ladder, with a patient, or closing up. The phone rings out and the caller dials the next business on the list. Voicemail tells you that someone called, rarely why.',
      'An answering service knows your name but not your calendar. It takes a note, and the work of calling back is still yours.',
    ],
  },
  work: {
    heading: 'What it will do on a call',
    intro:
      'It opens with words like these: “Thanks for calling. I’m an AI assistant. I can book a time, take a message or find you a person.” It never claims to be human, and it repeats what it is when asked.',
    parts: [
      {
        title: 'Answer from your facts',
        text: 'Hours, address, published prices, what to bring. The facts come from a page you edit. Beyond that page it offers a callback.',
      },
      {
        title: 'Book',
        text: 'It reads free times from Google Calendar, Outlook or Calendly, repeats day and hour aloud and texts a confirmation.',
      },
      {
        title: 'Transfer',
        text: 'Callers who want a person get one if one is free. You hear a one-sentence summary before you accept.',
      },
      {
        title: 'Take a message',
        text: 'Name, reason, and the number read back digit by digit. You receive it by text or email.',
      },
      {
        title: 'Recognize urgency',
        text: 'Words you choose, such as “leak”, skip the questions and ring you. Anyone in danger is told to hang up and dial 911.',
      },
    ],
  },
  steps: {
    heading: 'How setup will run',
    items: [
      {
        title: 'Keep your number',
        text: 'You forward busy, unanswered or after-hours calls to a Twilio number. Turning that off again is a phone setting.',
      },
      {
        title: 'Write the fact page',
        text: 'We interview you and draft it. You correct it.',
      },
      {
        title: 'Play the caller',
        text: 'Your staff ring as the one who changes the day twice, the one in a noisy car, the one who is angry.',
      },
      {
        title: 'Nights first',
        text: 'It starts after hours, when the alternative is voicemail.',
      },
      {
        title: 'Extend',
        text: 'You add lunch, Saturdays or overflow when the transcripts satisfy you.',
      },
    ],
  },
  gets: {
    heading: 'After each call you would see',
    items: [
      'Who called, why, and what was agreed',
      'The transcript, and the recording if you keep recordings',
      'The appointment in the calendar you already use',
      'A mark on calls in which it was unsure',
    ],
  },
  needs: {
    heading: 'What it would require',
    items: [
      'A phone line with conditional call forwarding',
      'Business details for A2P 10DLC registration, which US carriers demand before its texts go through',
      'A person to ring for calls that should not wait',
      'Your choice on recording; some states want the consent of everyone on the line',
    ],
  },
  questions: [
    {
      q: 'Can callers get past it?',
      a: 'Yes. Asking for a human is enough. After hours it offers a callback instead.',
    },
    {
      q: 'What if it does not understand someone?',
      a: 'It asks once more, then offers to take a message or connect a person. It does not guess a phone number.',
    },
    {
      q: 'Which languages?',
      a: 'English at first. We will name others here once they have been tested.',
    },
    {
      q: 'Does it make sales calls?',
      a: 'No. It answers calls that come in, and starts none.',
    },
  ],
  next: {
    heading: 'Hear about the opening',
    text: 'Leave your email address. If you have a front desk, you need not wait: the marketplace has a phone agent for small offices. And for IT providers who look after phones we offer voice agents already.',
  },
  drawing:
    'A ringing phone sends a wave to a desk with a sign that reads “AI assistant”. There the call takes one of three tracks: a calendar slot fills, a note drops into an inbox, or an urgent call is handed straight to a person.',
} satisfies ServicePage
