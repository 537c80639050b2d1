import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-white-label',
  audience: 'msp',
  label: 'White Label',
  headline: 'Your clients see your name, and only yours',
  lead: 'Sell automation to your clients as a service of your own. We build it, host it and keep it running from behind your brand.',
  description:
    'Sell automation to your clients under your own name, logo and domain. We build, host and repair it; you set the price and keep the client.',
  problem: {
    heading: 'Your clients ask, and you have nothing to sell them',
    paragraphs: [
      'A client wants accounts created from the HR form, invoices read into QuickBooks Online, or a phone that is answered after five. Say no, and somebody else ends up in a Microsoft 365 tenant you are responsible for. Say yes, and you run a software house by accident.',
      'Passing the work to a specialist is no better. The specialist has a sales team too, and the next proposal goes to your client without you.',
    ],
  },
  work: {
    heading: 'You keep the client, we keep the machinery',
    intro: 'The contract, the price and the relationship are yours. Our agreement is with you alone.',
    parts: [
      {
        title: 'Your name in front',
        text: 'Email goes out from your domain, reports carry your logo, and a bot introduces itself as your company’s.',
      },
      {
        title: 'Your price',
        text: 'You pay us and charge what the service is worth to your client. Your margin is none of our business.',
      },
      {
        title: 'Your service desk',
        text: 'The client’s request stays in your PSA. What takes an engineer you hand to us in the portal, and your technician gives the answer.',
      },
      {
        title: 'No contact',
        text: 'We don’t write to, call or sell to your clients. If you want an engineer in a meeting, you invite one and choose the introduction.',
      },
    ],
  },
  steps: {
    heading: 'From a client’s wish to your invoice',
    items: [
      {
        title: 'Sign for resale',
        text: 'Our terms allow reselling only under an agreement that says so. You sign it in the portal.',
      },
      {
        title: 'Describe the job',
        text: 'The task, the client’s tools, the limits, and who over there decides.',
      },
      {
        title: 'Get a firm price',
        text: 'You know ours before you quote yours.',
      },
      {
        title: 'See it run',
        text: 'We build it with your logo and sender records. You test it before the client hears of it.',
      },
      {
        title: 'Present and launch',
        text: 'The demo is yours. The client’s administrator approves the app, and it goes live.',
      },
      {
        title: 'Report and bill',
        text: 'Each client gets a report in your brand, fit for an invoice or a business review.',
      },
    ],
  },
  gets: {
    heading: 'What you can put on your price list',
    items: [
      'A service with your name, without a development team behind it',
      'One view of every client’s automations, runs and failures',
      'A report per client: what ran, what failed, time saved as an estimate',
      'Notes for your technicians on how each automation works and what to check first',
    ],
  },
  needs: {
    heading: 'What you have to provide',
    items: [
      'A client contract that lets you use subcontractors and process the data involved',
      'SPF and DKIM records for the domain or subdomain that email is sent from',
      'An app registration in your own tenant, so the consent screen carries your name',
      'Someone on your side who takes the client’s questions first',
    ],
  },
  questions: [
    {
      q: 'What exactly does the end client see?',
      a: 'Your name, your logo, your domain and your people. The client gets no login to our portal and neither email nor invoice from us. Someone who reads email headers or network addresses may find a hosting provider there, as with any hosted service.',
    },
    {
      q: 'Do we have to hide that you exist?',
      a: 'No. Unseen is a matter of branding. Where a contract or a law makes you list subprocessors, list us, and we give you the details to enter.',
    },
    {
      q: 'What do we pay you?',
      a: 'A fixed price per automation and client where the job is standard, a quote where it is not. Our invoice goes to you, net 15, whatever your clients’ own payment terms are.',
    },
    {
      q: 'What happens when it breaks at a client?',
      a: 'You hear it from us, and the client does not. The failure opens a ticket between you and us. You tell them in your words while we repair.',
    },
    {
      q: 'Do your people see our clients’ data?',
      a: 'What passes through the automation, yes, on your instructions and as your subprocessor. Records of one MSP are kept apart from another’s in the database itself.',
    },
    {
      q: 'What if a client leaves, or we do?',
      a: 'One client’s automation can end without touching the rest. If you end the agreement, all of them stop on its last day, so warn your clients. Your app registration, your domain and the data in your clients’ systems stay where they are.',
    },
  ],
  next: {
    heading: 'Bring one client’s wish',
    text: 'Tell us the task and the tools, without the client’s name if you prefer. You get a straight answer on whether it can be sold as a service.',
  },
  drawing:
    'A client’s form enters under the MSP’s sign. Behind a plain wall it moves from Microsoft 365 through unseen machinery to QuickBooks Online, and a report with the MSP’s logo comes out in front.',
} satisfies ServicePage
