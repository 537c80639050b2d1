import { brand } from '../../brand.config.ts'
import type { CompanyPage } from './shape.ts'

/** `/who-we-are`: the team and its principles. */
export const whoWeAre: CompanyPage = {
  path: '/who-we-are',
  title: 'Who We Are',
  headline: 'Engineers who maintain what they build',
  lead: `${brand.shortName} is a team of automation engineers, founded in ${brand.founded} and serving the ${brand.serviceArea}. The people who map your work also build the automation, run it and repair it.`,
  description:
    'A team of automation engineers for MSPs: how we work, the principles we follow, and what to expect from the first call to every repair.',
  sections: [
    {
      heading: 'What we do',
      paragraphs: [
        'A millwright installs the machines in a factory and keeps them running. We do the same with software. Our automations move tickets, licenses, alerts and invoices between the tools an MSP already has.',
        'We work mainly for managed service providers. We also build for app owners and vendors who sell to them, and the marketplace has automations for other businesses. Before you buy, you can talk to the engineers who would build your automation.',
      ],
    },
    {
      heading: 'How we work',
      paragraphs: ['We follow these principles in every project, even when they cost us time or money.'],
      parts: [
        {
          title: 'We follow the work first',
          text: 'Every project starts with one real case that we follow through every tool. If your team does it in three different ways, we tell you before we quote a price.',
        },
        {
          title: 'We maintain what we sell',
          text: 'Repairs to anything we host never use your hours. If an automation is fragile, the repairs cost us money, not you. So we build each one to last.',
        },
        {
          title: 'We read before we write',
          text: 'Where possible, a new automation first shows what it would do and changes nothing. The first week is slower, but you can correct mistakes before they reach your PSA.',
        },
        {
          title: 'Risky actions need your rule or approval',
          text: 'An automation deletes data, sends messages to clients or changes access only if your rule says so or a person approves it. Some runs finish later because of that.',
        },
        {
          title: 'We report our own failures',
          text: 'When an automation keeps failing or stops running, our monitoring opens a ticket, and you can read it. You will see problems that you might never have noticed.',
        },
        {
          title: 'We show how we calculate',
          text: 'Minutes saved are an estimate, and we label them that way. You see the method next to the price you pay. If the figure is small, we say so.',
        },
        {
          title: 'We ask for the least access',
          text: 'Each automation gets only the rights its job needs. If a shortcut would need an administrator’s key to everything, we look for another way.',
        },
        {
          title: 'We limit what we take on',
          text: 'We have four spots for full partnerships, because each partner gets a fixed share of our engineers’ time. When all four are taken, we say so.',
        },
      ],
    },
    {
      heading: 'What to expect',
      paragraphs: [
        'You talk to an engineer from the start. The first call is about one task that costs you time: who does it, how often, in which tools, and what happens when it goes wrong. After the call, you know whether we would automate it, whether it is a product or a project, and what we need from you.',
        'Once you are a customer, you find everything in the portal. Requests are tickets. Projects have phases and a budget. You sign agreements there, and every minute we charge is listed with what it was for. “Needs your attention” shows what you have to answer, because the slowest step in a project is often a question that no one saw.',
      ],
    },
    {
      heading: 'What we need from you',
      paragraphs: ['We can write the code, but only you know how your team works.'],
      list: [
        'One person who knows the process and can make decisions about it',
        'Access to a test client or a test board, if your tools allow it',
        'Half an hour to look at the first runs, and your honest opinion',
        'A message when a process changes, so that we can change the automation',
      ],
    },
    {
      heading: 'Where we work',
      paragraphs: [
        `We serve the ${brand.serviceArea}. The portal shows times in your time zone. Prices and invoices are in US dollars.`,
      ],
    },
  ],
  next: {
    heading: 'Tell us about one task',
    text: 'Which task takes up most of your week? Describe it in a few sentences. An automation engineer will reply.',
    label: 'Contact us',
    to: '/contact',
  },
}
