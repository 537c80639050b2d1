import type { ServicePage } from './shape.ts'

export default {
  path: '/ai-follow-up-agent',
  audience: 'business',
  label: 'AI Follow-Up Agent',
  headline: 'No quote goes quiet because you were busy',
  lead: 'After an estimate or an inquiry, an agent will write the next message when it is due and stop as soon as a person answers. We will open it later. This is the plan.',
  description:
    'Coming soon: an AI agent that follows up on quotes and open questions by email or text, stops at the first reply and hands the conversation to you.',
  comingSoon: true,
  problem: {
    heading: 'The second message is the one missing',
    paragraphs: [
      'You sent the estimate on Tuesday. By Friday three jobs had come in between. The customer had one small question, did not want to chase you, and signed with whoever called back.',
      'A task in a CRM does not write the message. A mail sequence does, but it keeps sending “just checking in” to people who already said yes on the phone.',
    ],
  },
  work: {
    heading: 'What the agent will handle',
    intro: 'Only conversations that have already begun. It does not write to strangers.',
    parts: [
      {
        title: 'Estimates without an answer',
        text: 'Open estimates in QuickBooks Online, deals in HubSpot or opportunities in Salesforce that have stood still for as long as you say.',
      },
      {
        title: 'Questions left hanging',
        text: 'Inquiries in a shared inbox whose last line is the customer’s. It drafts the reply from your price list, or asks you for the missing fact.',
      },
      {
        title: 'Appointments to agree on',
        text: 'A Calendly link, with two suggestions in words. When someone cancels, it offers new times.',
      },
      {
        title: 'Polite endings',
        text: 'After the last attempt it says that it will not write again, and asks you whether to close the deal.',
      },
    ],
  },
  steps: {
    heading: 'The life of one estimate',
    items: [
      {
        title: 'Trigger',
        text: 'The estimate goes out and a clock starts, in business days and in the customer’s time zone.',
      },
      {
        title: 'Look first',
        text: 'Before each message the agent checks for payments, logged calls, meetings and replies. Any of them ends the sequence.',
      },
      {
        title: 'Draft',
        text: 'A short message that names the job and answers what was asked last. In the first weeks you approve each one.',
      },
      {
        title: 'Send',
        text: 'From your own mailbox, so replies land where they always have. Text messages go only to people who agreed to them.',
      },
      {
        title: 'Hand over',
        text: 'At any reply it falls silent, puts the thread in front of you and suggests an answer.',
      },
    ],
  },
  gets: {
    heading: 'What would change on your desk',
    items: [
      'A list of waiting conversations, oldest first, each with its next date',
      'Every sent message in the CRM record it belongs to',
      'A count of replies per message, so that weak wording gets replaced',
      'One switch that stops everything',
    ],
  },
  needs: {
    heading: 'What it would need from you',
    items: [
      'Estimates and deals recorded in a system, not only on paper',
      'Ten follow-ups you wrote yourself, as a model for tone',
      'Consent on record for anyone who is to receive texts; STOP ends them',
      'A limit: how many messages, how far apart, which customers never',
    ],
  },
  questions: [
    {
      q: 'Will people know that software writes?',
      a: 'The signature is your choice. We recommend a line saying that an assistant drafts the messages. If someone asks, it tells the truth.',
    },
    {
      q: 'Can it call instead?',
      a: 'No. An outbound call with an AI voice needs prior consent under federal rules, and a written message serves better here.',
    },
    {
      q: 'Could it offer a discount?',
      a: 'Not by itself. It works from the price you sent. A request for a better one goes to you.',
    },
    {
      q: 'What about the law on commercial email?',
      a: 'CAN-SPAM asks for an honest sender, a postal address and a way to opt out. Commercial messages will carry all three.',
    },
  ],
  next: {
    heading: 'While you wait',
    text: 'Add your address to hear at launch. And you can begin today: sort your open estimates by date and write to the three oldest.',
  },
  drawing:
    'An estimate leaves a desk and a clock ticks beside it. A short letter follows, then another. A reply arrives, the clock stops, and the thread slides into the owner’s hand.',
} satisfies ServicePage
