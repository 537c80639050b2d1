import { brand } from '../../brand.config.ts'
import type { CompanyPage } from './shape.ts'

/** `/who-we-are`: the team and the rules it works by. */
export const whoWeAre: CompanyPage = {
  path: '/who-we-are',
  title: 'Who We Are',
  headline: 'Engineers who stay with what they build',
  lead: `${brand.shortName} is a team of automation engineers, founded in ${brand.founded} and serving the ${brand.serviceArea}. The people who map your work also build it, run it and repair it.`,
  description:
    'A team of automation engineers for MSPs. The principles we work by, what each one costs us, and what you can expect from the first call to every repair.',
  sections: [
    {
      heading: 'What we are',
      paragraphs: [
        'Every good workshop has someone who installs the machines and keeps them turning. That is our trade, except that our machines are made of software. They carry tickets, licenses, alerts and invoices between the tools an MSP already has.',
        'We work mainly for managed service providers. We also build for app owners and vendors who sell to them. We are engineers first, so what you hear before you buy comes from people who would have to build it.',
      ],
    },
    {
      heading: 'How we work',
      paragraphs: [
        'A principle that costs nothing is a slogan. So each of these comes with its consequence: what we do, or give up, because of it.',
      ],
      parts: [
        {
          title: 'We follow the work before we automate it',
          text: 'Every project starts with one real case, followed through every tool it touches. If people do it in three different ways, you hear that before you hear a price.',
        },
        {
          title: 'We maintain what we sell',
          text: 'Repairs never draw on your hours. A fragile automation therefore costs us and not you, which is a good reason to build it well.',
        },
        {
          title: 'We read before we write',
          text: 'Where the job allows it, a new automation first runs silently and shows what it would have done. That makes the first week slower, and it keeps surprises out of your PSA.',
        },
        {
          title: 'A person stays in charge of what cannot be undone',
          text: 'Deleting, sending to clients, changing access: these wait for a rule you set or for someone’s approval. Some runs finish later because of it.',
        },
        {
          title: 'Failures are reported by us',
          text: 'A run that fails, or does not happen, opens a ticket with the details attached. You will see problems you might never have noticed.',
        },
        {
          title: 'Figures come with their method',
          text: 'Saved minutes are an estimate, so we call them that and show how they are computed, next to the price you pay. Sometimes the honest figure is small, and then we say that, too.',
        },
        {
          title: 'We ask for the least access',
          text: 'Each automation gets the rights its job needs. If a shortcut would need an administrator’s key to everything, we look for another way.',
        },
        {
          title: 'We take on what we can look after',
          text: 'Full partnerships are limited to four spots. When they are taken, we say so instead of stretching the same people further.',
        },
      ],
    },
    {
      heading: 'What working with us is like',
      paragraphs: [
        'You talk to an engineer from the start. The first conversation is about one task that costs you time: who does it, how often, in which tools, and what happens when it goes wrong. At the end you know whether we would automate it, with which of our products or as what kind of project, and what we would need from you.',
        'After that, everything has a place in the portal. Requests are tickets, projects have phases and a budget, agreements are signed there, and every minute charged to you is written down with a reason. One list shows what is waiting on you, because the slowest step in most projects is a question nobody saw.',
      ],
    },
    {
      heading: 'What we ask of you',
      paragraphs: ['Automation needs your answers as much as our code.'],
      list: [
        'One person who knows the process and may decide about it',
        'Access to a test client or a test board, where your tools allow it',
        'Half an hour to look at the first runs, and the truth about them',
        'A word when a process changes, so that the automation changes with it',
      ],
    },
    {
      heading: 'Where we work',
      paragraphs: [
        `We serve the ${brand.serviceArea}. The portal shows times in your time zone, and prices and invoices are in US dollars.`,
      ],
    },
  ],
  next: {
    heading: 'Tell us about one task',
    text: 'Which piece of work eats your week? Describe it in a few sentences. An automation engineer answers.',
    label: 'Contact us',
    to: '/contact',
  },
}
