import { brand } from '../../brand.config.ts'
import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-white-label',
  audience: 'msp',
  label: 'White Label',
  title: 'White-Label Automation for MSPs',
  headline: 'Sell automation to your clients under your name',
  lead: 'You set the price, sign the contract and talk to the client. We build, host and repair the automation for you.',
  description:
    'Resell automation to your clients under your own name and logo. We build, host and repair it; you set the price and keep the client relationship.',
  problem: {
    heading: 'Your clients ask, and you have nothing to sell them',
    paragraphs: [
      'A client wants accounts created from the HR form, invoices read into QuickBooks Online or a phone that is answered after five. If you say no, someone else gets access to a Microsoft 365 tenant you are responsible for. If you say yes, you have to run a software team.',
      'Passing the work to a specialist has a risk, too. The specialist has a sales team, and the next proposal may go to your client without you.',
    ],
  },
  work: {
    heading: 'You keep the client, we run the automation',
    intro: 'Your client’s contract is with you. Ours is with you alone.',
    parts: [
      {
        title: 'Your name and logo',
        text: 'The monthly report for a client is a PDF with your name and logo. Bots can use your company’s name.',
      },
      {
        title: 'Your price',
        text: 'You pay us and charge your client what the service is worth. We don’t ask about your margin.',
      },
      {
        title: 'Your service desk',
        text: 'Your client’s request stays in your PSA. If you need an engineer, you open a ticket with us, and your technician passes the answer on to the client.',
      },
      {
        title: 'No selling to your clients',
        text: 'We don’t call your clients or sell to them. If you want an engineer in a meeting, you invite one and decide how to introduce them.',
      },
    ],
  },
  steps: {
    heading: 'From a client’s request to your invoice',
    items: [
      {
        title: 'Sign a resale agreement',
        text: 'Our terms allow resale only under an agreement that says so. You sign it in the portal.',
      },
      {
        title: 'Describe the job',
        text: 'Tell us the task, the client’s tools, the limits and who decides at the client.',
      },
      {
        title: 'Get a firm price',
        text: 'You know our price before you quote yours.',
      },
      {
        title: 'Test it',
        text: 'We build it and you test it before the client sees it.',
      },
      {
        title: 'Present and launch',
        text: 'You give the demo. The client’s administrator approves the app, and it goes live.',
      },
      {
        title: 'Report and bill',
        text: 'Each client can get a monthly report in your name. Attach it to an invoice or use it in a business review.',
      },
    ],
  },
  gets: {
    heading: 'What you get',
    items: [
      'A service with your name, without a development team',
      'One view of every client’s automations, runs and failures',
      'A report per client with its runs, the estimated time saved and the tickets you opened with us about that client',
      'Notes for your technicians on how each automation works and what to check first',
    ],
  },
  needs: {
    heading: 'What you need',
    items: [
      'An owner of your company, who signs the resale agreement',
      'A client contract that lets you use subcontractors and process the data involved',
      'An app registration in your own tenant, so that the consent screen shows your name',
      'An administrator at each client who approves the app',
      'Someone on your team who tests the automation and takes the client’s questions first',
      'Your logo in the portal as a PNG or JPEG file, for the client reports',
    ],
  },
  questions: [
    {
      q: 'What does the client see?',
      a: `Reports with your name and logo, your app on the consent screen, and your people. Clients can’t sign in to our portal and don’t get invoices from us. Our name isn’t fully hidden yet. Before the portal first emails a report to someone, it asks them in our name whether they want email. The report’s sender appears as “Your MSP via ${brand.shortName}”.`,
    },
    {
      q: 'Can email come from our own domain?',
      a: 'Not yet. Email from the portal is sent from our domain, and replies to a client report go to you. To keep our name out of it, download the PDF and email it yourself.',
    },
    {
      q: 'Do we have to hide that you exist?',
      a: 'No. If a contract or a law makes you list subprocessors, list us. We’ll give you the details.',
    },
    {
      q: 'What do we pay you?',
      a: 'The firm price that we quote for each job. Marketplace prices are per MSP and don’t include the right to resell. We invoice you, due in 15 days, even if your clients pay you later.',
    },
    {
      q: 'Do your people see our clients’ data?',
      a: 'They see the data that passes through the automation, on your instructions and as your subprocessor. The database keeps each MSP’s records separate from every other MSP’s.',
    },
    {
      q: 'What if a client leaves, or we do?',
      a: 'One client’s automation can end without affecting the rest. If you end the agreement, all of them stop on its last day, so tell your clients early. Your app registration and the data in your clients’ systems stay where they are.',
    },
  ],
  next: {
    heading: 'Bring one client’s request',
    text: 'Tell us the task and the tools, without the client’s name if you prefer. We’ll tell you whether you can sell it as a service.',
  },
  drawing:
    'A client’s form comes in under the MSP’s sign. Behind a wall it goes from Microsoft 365 through the machinery to QuickBooks Online. A report with the MSP’s logo comes out in front.',
} satisfies ServicePage
