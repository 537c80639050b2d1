import type { ServicePage } from './shape.ts'

export default {
  path: '/ai-follow-up-agent',
  audience: 'business',
  label: 'AI Follow-Up Agent',
  headline: 'Follow up on every quote',
  lead: 'After an estimate or an inquiry, an agent will write the next message when it is due and stop as soon as the customer replies. This service isn’t available yet.',
  description:
    'Coming soon: an AI agent that follows up on quotes and open questions by email or text, stops at the first reply and hands the conversation to you.',
  comingSoon: true,
  problem: {
    heading: 'The second message never gets sent',
    paragraphs: [
      'You sent the estimate on Tuesday. By Friday, three other jobs had come in. The customer had one small question, didn’t want to bother you, and signed with a competitor who followed up.',
      'A task in your CRM doesn’t write the message. An email sequence does, but it keeps sending “just checking in” to people who already said yes on the phone.',
    ],
  },
  work: {
    heading: 'What the agent will handle',
    intro: 'Only conversations that have already started. The agent won’t write to strangers.',
    parts: [
      {
        title: 'Unanswered estimates',
        text: 'Open estimates in QuickBooks Online, deals in HubSpot or opportunities in Salesforce that haven’t moved for as long as you say.',
      },
      {
        title: 'Open questions',
        text: 'Inquiries in a shared inbox whose last message is from the customer. The agent drafts the reply from your price list, or asks you for the missing fact.',
      },
      {
        title: 'Appointments',
        text: 'The agent sends a Calendly link with two suggested times. If someone cancels, it offers new ones.',
      },
      {
        title: 'A polite end',
        text: 'In its last message, it says that it won’t write again. Then it asks you whether to mark the estimate or deal as lost.',
      },
    ],
  },
  steps: {
    heading: 'How a follow-up will work',
    items: [
      {
        title: 'Send the estimate',
        text: 'When the estimate goes out, the agent starts counting business days.',
      },
      {
        title: 'Check first',
        text: 'Before each message, it looks for payments, logged calls, meetings and replies. Any of them ends the sequence.',
      },
      {
        title: 'Write a draft',
        text: 'The agent writes a short message that names the job and answers the customer’s last question. You approve each message before it is sent.',
      },
      {
        title: 'Send it',
        text: 'Email goes out from your own mailbox, so replies arrive where they always have. Texts go only to people who agreed to them.',
      },
      {
        title: 'Hand over',
        text: 'After any reply, the agent stops, shows you the thread and suggests an answer.',
      },
    ],
  },
  gets: {
    heading: 'What you would get',
    items: [
      'A list of open conversations, oldest first, each with the date of its next message',
      'A log of every message sent, and a note on the record if you use a CRM',
      'A count of replies per message, so that you can replace weak wording',
      'One switch that stops everything',
    ],
  },
  needs: {
    heading: 'What we would need',
    items: [
      'Estimates and deals kept in a system that we can connect, not only on paper',
      'Access to your mailbox and calendar, to the shared inbox for inquiries, and to Calendly if the agent should offer appointments',
      'Your price list, and ten follow-ups you wrote yourself as a model for the tone',
      'Consent on file for anyone who gets texts; replying STOP ends them',
      'Business details for A2P 10DLC registration, which US carriers require before the agent can send texts',
      'A limit: how many messages, how far apart, and which customers never get any',
    ],
  },
  questions: [
    {
      q: 'Will people know that software writes the messages?',
      a: 'You will choose the signature. We recommend a line that says an AI assistant drafts your messages. If someone asks, the answer it suggests will tell the truth.',
    },
    {
      q: 'Could it call instead?',
      a: 'No. Under federal rules, an outbound call with an AI voice generally needs prior consent. A written message works better here.',
    },
    {
      q: 'Could it offer a discount?',
      a: 'No. It will use only the prices you sent or listed. If someone asks for a better price, you will get the message.',
    },
    {
      q: 'What about the law on commercial email?',
      a: 'CAN-SPAM requires an honest sender, a postal address and a way to opt out. Commercial messages will have all three.',
    },
  ],
  next: {
    heading: 'What you can do today',
    text: 'Join the waitlist, and we’ll let you know at launch. Until then, sort your open estimates by date and follow up on the three oldest.',
  },
  drawing:
    'An estimate goes out, and a clock starts. One message follows on day 3 and another on day 7. On day 8 the customer replies, the clock stops, and the thread goes to the owner.',
} satisfies ServicePage
