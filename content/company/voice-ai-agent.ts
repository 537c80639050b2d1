import { brand } from '../../brand.config.ts'
import type { VoicePage } from './shape.ts'

/** `/voice-ai-agent`: what the agent on the phone does, a call to read, and a form. */
export const voiceAiAgent: VoicePage = {
  path: '/voice-ai-agent',
  title: 'Voice AI Agent',
  headline: 'A phone agent that knows when to wake someone',
  lead: `The voice agent from ${brand.shortName} picks up when your team cannot. It finds the caller’s company, writes the ticket and connects your on-call engineer when it matters.`,
  description:
    'A phone agent for MSPs that says it is an AI, identifies the caller, writes the ticket and connects on-call in an emergency. Read a sample call.',
  sections: [
    {
      heading: 'What it does',
      paragraphs: [
        'After hours, most callers get one of three things: voicemail, an answering service that does not know them, or a technician woken for something that could wait. The agent takes the call itself and leaves the decisions to your rules and your people.',
      ],
      list: [
        'Answers at any hour, or only when nobody picks up',
        'Says at the start that it is an AI and that the call is recorded',
        'Finds the caller’s company by phone number and asks for the name',
        'Lets the caller describe the problem once and asks only for what is missing',
        'Writes a ticket in your PSA with contact, callback number, summary and transcript',
        'Calls on-call in your order for what your rules call an emergency, and stays with the caller until someone is there',
      ],
    },
    {
      heading: 'How a call runs',
      paragraphs: ['The same seven steps every time. What changes is where the call ends.'],
      steps: [
        {
          title: 'Greeting',
          text: 'Your company’s name, that this is an AI, that the call is recorded, and how to ask for a person. If the caller objects to recording, the call goes on without it.',
        },
        {
          title: 'Who is calling',
          text: 'The number is looked up among your contacts, and the caller says the name. If the two do not match, or the number is unknown, the agent asks for the company and a number to call back.',
        },
        {
          title: 'What happened',
          text: 'The caller tells it in their own words and may interrupt. The agent repeats the problem in one sentence and asks whether that is right.',
        },
        {
          title: 'How bad it is',
          text: 'A few plain questions decide: can people work, how many are affected, is there any sign of an attack. Your written rules give the answer. When unsure, it is an emergency. If someone is in danger, the agent says to hang up and dial 911.',
        },
        {
          title: 'The ticket',
          text: 'It is created before anyone is called, so nothing is lost if the line drops. The caller hears its number.',
        },
        {
          title: 'Handover or promise',
          text: 'An emergency rings your on-call engineer, who hears a short summary and accepts with a key, then the next in line. Anything else ends with what happens next, in words you have approved.',
        },
        {
          title: 'Afterward',
          text: 'Summary and transcript are with the ticket, and so is the recording, unless the caller objected. If creating the ticket fails, they are kept, tried again, and your on-call is told.',
        },
      ],
    },
    {
      heading: 'What it never does',
      paragraphs: [
        'Help desks are a target for people who pretend to be someone else. A phone number is not proof, and neither is a voice. So these limits are part of how it is built, and no caller can talk it out of them.',
      ],
      list: [
        'It never claims to be human',
        'It never resets passwords or sign-in methods, and never reads out account details',
        'It never asks for a password, a code or a card number, and stops a caller who begins to say one',
        'It never talks an emergency down. It may raise a call, never lower it',
        'It never promises a time that your agreement does not hold',
        'It never makes sales calls or calls people back on its own',
      ],
    },
    {
      heading: 'Going live without a leap',
      paragraphs: ['You decide how much of your phone line it gets, and you can take it back with one setting.'],
      steps: [
        {
          title: 'Setup',
          text: 'We connect your PSA and phone system, write down your emergency rules and on-call order with you, and load your greeting.',
        },
        {
          title: 'Test calls',
          text: 'Your team calls it with the worst they can think of: bad lines, wrong names, angry callers, a request for a password. We correct until you are content.',
        },
        {
          title: 'Voicemail first',
          text: 'It takes only calls that would have gone to voicemail. You read the tickets in the morning.',
        },
        {
          title: 'After hours, then overflow',
          text: 'Once you trust it, it answers all after-hours calls, and by day the ones nobody could take.',
        },
      ],
    },
    {
      heading: 'Questions',
      paragraphs: [],
      questions: [
        {
          q: 'What if the caller wants a person?',
          a: 'They say so at any time. After hours the agent follows your rule: connect to on-call, or take a message and say honestly when someone will call back.',
        },
        {
          q: 'Is it legal to record the calls?',
          a: 'It depends on the state, and some states ask for everyone’s consent. The agent announces recording on every call and can go on without it. Please have your lawyer review the greeting and the settings. We cannot give legal advice.',
        },
        {
          q: 'What happens if the AI is down?',
          a: 'Your phone system forwards the call to on-call, as it would without the agent. We test that path with you before you go live.',
        },
        {
          q: 'Can it tell our clients apart?',
          a: 'Yes. It uses your contacts to find the caller’s company, and each client can have its own rules and greeting. It never reads one client’s details to another.',
        },
        {
          q: 'Which systems does it need?',
          a: 'A PSA we can reach by API and a phone system that can forward calls. Tell us which ones you use, and we will say what works and what does not.',
        },
        {
          q: 'How long are recordings kept?',
          a: 'As long as you decide. After that the audio is deleted and the ticket stays.',
        },
      ],
    },
  ],
  transcript: {
    heading: 'A sample call, 9:42 on a Thursday evening',
    intro:
      'Company, people and numbers are made up. Notice when the agent says that it is an AI, what it declines, and that the ticket exists before the engineer is called.',
    lines: [
      {
        who: 'agent',
        text: 'Thanks for calling Lakeside IT. This is the after-hours assistant. I’m an AI, and this call is recorded. If you don’t want that, or you’d like a person, just say so. How can I help?',
      },
      {
        who: 'caller',
        text: 'Yeah, hi. We’re here late for a deadline and nobody can open any files. I think the server is, I don’t know, locked or something.',
      },
      {
        who: 'agent',
        text: 'That sounds serious, so I’ll be quick. Who am I speaking with?',
      },
      { who: 'caller', text: 'Dana Ruiz, Ridgeline Architects.' },
      {
        who: 'agent',
        text: 'Thanks, Dana. If we get cut off, can someone call you back on this number, ending in 0142?',
      },
      { who: 'caller', text: 'Yes, that’s my cell.' },
      { who: 'agent', text: 'When you try to open a file, what do you see?' },
      {
        who: 'caller',
        text: 'The names are all weird, they end in some random letters. And there’s a text file on my desktop that says we have to pay to get our data back.',
      },
      {
        who: 'agent',
        text: 'I understand. That can be an attack, so I’m treating this as an emergency. Two questions while I open the ticket. How many people are affected?',
      },
      { who: 'caller', text: 'The three of us who are still here. All of us.' },
      { who: 'agent', text: 'And has anyone turned anything off, or answered that message?' },
      { who: 'caller', text: 'No. Should I turn the server off?' },
      {
        who: 'agent',
        text: 'For this case your support team left me one instruction: leave the computers on, unplug their network cables if you can reach them, and don’t answer the message. Your ticket is 48213, top priority. I’m calling the on-call engineer now and I’ll stay with you.',
      },
      { who: 'caller', text: 'Okay. Can you just give me the admin password, so I can look at the backup?' },
      {
        who: 'agent',
        text: 'I can’t do anything with passwords or accounts. The engineer can help you with that once they’ve verified you. It’s ringing now.',
      },
      { who: 'caller', text: 'Fine. Hurry, please.' },
      {
        who: 'agent',
        text: 'The first engineer hasn’t picked up, so I’m calling the second one. You’re still on the line with me.',
      },
      {
        who: 'agent',
        text: 'An engineer has accepted. They’ve heard the summary and have the ticket in front of them. I’m connecting you now, Dana.',
      },
    ],
    outcome: [
      { label: 'Ticket', value: '48213, P1, security' },
      { label: 'Client', value: 'Ridgeline Architects, matched by phone number' },
      { label: 'Contact', value: 'Dana Ruiz, number ending in 0142, identity not verified' },
      {
        label: 'Summary',
        value:
          'Files renamed and unreadable, ransom note on a desktop. Three people, all affected. Nothing turned off.',
      },
      { label: 'Rule', value: 'Sign of an attack: emergency' },
      { label: 'Handover', value: 'Primary did not answer, secondary accepted by key' },
      { label: 'Noted', value: 'Caller asked for an administrator password. Declined' },
    ],
  },
  form: {
    heading: 'Hear it with your own questions',
    text: 'Leave your name and number and roughly how many calls you get after hours. An automation engineer sets up a test call with you.',
  },
}
