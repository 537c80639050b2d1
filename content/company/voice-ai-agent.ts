import { brand } from '../../brand.config.ts'
import type { VoicePage } from './shape.ts'

/** `/voice-ai-agent`: what the voice agent does, a sample call, and a form. */
export const voiceAiAgent: VoicePage = {
  path: '/voice-ai-agent',
  title: 'Voice AI Agent',
  headline: 'A phone agent that knows when to call you',
  lead: `The voice agent from ${brand.shortName} picks up when your team can’t. It finds the caller’s company, writes the ticket and calls your on-call engineer in an emergency.`,
  description:
    'An AI phone agent for MSPs that says what it is, looks up the caller, writes the ticket and calls the on-call engineer in an emergency. Read a sample call.',
  sections: [
    {
      heading: 'What it does',
      paragraphs: [
        'After hours, callers often reach voicemail, an answering service that doesn’t know them, or a technician who is woken up for something that could wait. The agent takes the call. Your rules and your people make the decisions.',
      ],
      list: [
        'Answers after hours, when no one picks up, or both',
        'Says at the start that it is an AI, that the call is recorded and transcribed, and how to reach a person',
        'Lets the caller describe the problem once and asks only for what is missing',
        'Writes a ticket in your PSA with contact, callback number, summary and transcript',
        'In an emergency, calls your on-call engineers in the order you set while the caller stays on the line',
      ],
    },
    {
      heading: 'How a call works',
      paragraphs: ['Calls follow the same seven steps, unless the caller asks for a person or objects to recording.'],
      steps: [
        {
          title: 'Greeting',
          text: 'The agent says your company’s name, that it is an AI assistant, and that the call is recorded and transcribed. Then it explains how to reach a person: say “a person” or press 0 at any time.',
        },
        {
          title: 'Who is calling',
          text: 'The agent looks up the number in your contacts and asks for the name. If the two don’t match, or the number is unknown, it asks for the company and a callback number.',
        },
        {
          title: 'What happened',
          text: 'The caller explains the problem and can interrupt. The agent repeats the problem in one sentence and asks whether that is right.',
        },
        {
          title: 'How urgent it is',
          text: 'The agent asks whether people can work, how many are affected and whether there is any sign of an attack. Your written rules decide. When in doubt, the call counts as an emergency. If someone is in danger, the agent says to hang up and dial 911.',
        },
        {
          title: 'The ticket',
          text: 'The agent creates the ticket before it calls anyone, so nothing is lost if the line drops. The caller hears the ticket number.',
        },
        {
          title: 'Handover or next step',
          text: 'In an emergency, the agent calls your on-call engineer, who hears a short summary and accepts by pressing a key. If that engineer doesn’t accept, the agent calls the next one. Other calls end with what happens next, in words you approved.',
        },
        {
          title: 'After the call',
          text: 'The ticket has the summary and, unless the caller objected to recording, the transcript. If the ticket can’t be created, the agent keeps the data, tries again and notifies on-call.',
        },
      ],
    },
    {
      heading: 'Recording and consent',
      paragraphs: [
        'State laws on call recording differ, and some require consent from everyone on the line. So we build every agent for the strictest case, in all states. We are not your lawyer: have yours review the greeting and the settings.',
      ],
      list: [
        'Every call starts with the notice that it is recorded and transcribed',
        'If the caller objects, recording and transcription stop, and the call goes to a person',
        'If no one picks up then, the agent takes only a name and a callback number',
        'You choose how long recordings and transcripts are kept. After that, they are deleted, and the ticket stays',
      ],
    },
    {
      heading: 'What it never does',
      paragraphs: [
        'Attackers call help desks and pretend to be someone else. A phone number proves nothing, and neither does a voice. These limits are built in, and no caller can talk the agent out of them.',
      ],
      list: [
        'It never claims to be human',
        'It never resets passwords or sign-in methods, and never reads out account details',
        'It never asks for a password, a code or a card number, and it stops a caller who starts to say one',
        'It never lowers the priority of an emergency',
        'It never promises a time that your agreement with the client doesn’t support',
        'It never makes sales calls or calls people back on its own',
      ],
    },
    {
      heading: 'Go live step by step',
      paragraphs: ['You decide which calls the agent gets, and you can switch it off with one setting.'],
      steps: [
        {
          title: 'Setup',
          text: 'We connect your PSA and phone system, write down your emergency rules and on-call order with you, and set up the greeting.',
        },
        {
          title: 'Test calls',
          text: 'Your team calls it with the hardest cases: bad lines, wrong names, angry callers, a request for a password. We fix what you find until you approve it.',
        },
        {
          title: 'Voicemail first',
          text: 'The agent takes only calls that would have gone to voicemail. You read the tickets in the morning.',
        },
        {
          title: 'After hours, then overflow',
          text: 'Once you trust it, it answers all after-hours calls, and the daytime calls your team can’t take.',
        },
      ],
    },
    {
      heading: 'Questions',
      paragraphs: [],
      questions: [
        {
          q: 'What if the caller wants a person?',
          a: 'The agent calls the number you chose for this, at any point in the call. If no one picks up, it takes a callback number and says what happens next.',
        },
        {
          q: 'What happens if the AI is down?',
          a: 'The call goes to the fallback number you chose, such as on-call. We test that with you before you go live.',
        },
        {
          q: 'Can it tell our clients apart?',
          a: 'Yes, by the caller’s number and your contacts. Each client can have its own rules, and the agent never reads one client’s details to another.',
        },
        {
          q: 'Which systems does it need?',
          a: 'A PSA with an API and a phone system that can forward calls and pass on the caller’s number. Tell us what you use, and we’ll tell you what works.',
        },
      ],
    },
  ],
  transcript: {
    heading: 'A sample call, 9:42 on a Thursday evening',
    intro:
      'The call, the names and the numbers are made up. Notice what the agent says first, what it refuses to do, and that the ticket exists before it calls the engineer.',
    lines: [
      {
        who: 'agent',
        text: 'Thanks for calling Lakeside IT. This is an AI assistant, and this call is recorded and transcribed. Say “a person” or press 0 at any time to reach a person. How can I help?',
      },
      {
        who: 'caller',
        text: 'Yeah, hi. We’re here late for a deadline and no one can open any files. I think the server is, I don’t know, locked or something.',
      },
      {
        who: 'agent',
        text: 'That sounds serious, so I’ll be quick. Who am I speaking with?',
      },
      { who: 'caller', text: 'Dana Ruiz, Ridgeline Architects.' },
      {
        who: 'agent',
        text: 'Thanks, Dana. If we get cut off, can someone call you back at this number, ending in 0142?',
      },
      { who: 'caller', text: 'Yes, that’s my cell.' },
      { who: 'agent', text: 'When you try to open a file, what do you see?' },
      {
        who: 'caller',
        text: 'The names are all weird, they end in some random letters. And there’s a text file on my desktop that says we have to pay to get our data back.',
      },
      {
        who: 'agent',
        text: 'So your files have been renamed, no one can open them, and a message asks for money. Is that right?',
      },
      { who: 'caller', text: 'Yes, exactly.' },
      {
        who: 'agent',
        text: 'That could be an attack, so I’m treating this as an emergency. I have two questions while I open the ticket. How many people are affected?',
      },
      { who: 'caller', text: 'The three of us who are still here. All of us.' },
      { who: 'agent', text: 'And has anyone turned anything off, or answered that message?' },
      { who: 'caller', text: 'No. Should I turn the server off?' },
      {
        who: 'agent',
        text: 'Your support team gave me instructions for this: leave the computers on, unplug their network cables if you can reach them, and don’t answer the message. Your ticket is 48213, top priority. I’m calling the on-call engineer now and I’ll stay with you.',
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
        text: 'An engineer has answered. They’ve heard the summary and have the ticket open. I’m connecting you now, Dana.',
      },
    ],
    outcome: [
      { label: 'Ticket', value: '48213, P1, security' },
      { label: 'Client', value: 'Ridgeline Architects, matched by phone number' },
      { label: 'Contact', value: 'Dana Ruiz, number ending in 0142, identity not verified' },
      {
        label: 'Summary',
        value:
          'Files renamed and unreadable, ransom note on a desktop. All three people in the office affected. Nothing turned off.',
      },
      { label: 'Rule', value: 'Sign of an attack: emergency' },
      { label: 'Handover', value: 'First engineer did not answer, second engineer accepted by pressing a key' },
      { label: 'Recording', value: 'Announced at the start, no objection' },
      { label: 'Security note', value: 'Caller asked for the admin password. Refused' },
    ],
  },
  form: {
    heading: 'Try it with your own questions',
    text: 'Tell us how to reach you and roughly how many calls your team gets. An automation engineer will call you and set up a test call.',
  },
}
