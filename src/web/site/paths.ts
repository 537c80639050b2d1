/** What the availability badge knows; any other value reads as `limited`. */
export type Availability = 'limited' | 'good' | 'full'

/** The drawings a card may carry; they live in `icons.tsx`. */
export type IconName =
  | 'box'
  | 'bubble'
  | 'chart'
  | 'check'
  | 'clock'
  | 'compass'
  | 'database'
  | 'gauge'
  | 'handshake'
  | 'key'
  | 'people'
  | 'phone'
  | 'plug'
  | 'route'
  | 'sparkle'
  | 'tag'

/** One service as the landing page, the navigation and the footer show it. */
export type ServiceCard = {
  to: string
  label: string
  description: string
  icon: IconName
  showAvailability?: boolean
  availabilityStatus?: Extract<Availability, 'limited' | 'good'>
  /** Coming soon: the card is greyed and leads nowhere. */
  disabled?: boolean
}

/** One audience and what it is offered. */
export type PathGroup = {
  title: string
  /** Name of a color token; the group's icons and rules take it. */
  accentColor: 'accent' | 'info' | 'warn' | 'good'
  items: ServiceCard[]
}

/** The page exists; its card and links show only when this is true. */
const SHOW_HOURLY_CONSULTING = false

/** Its page exists whether the card shows or not. */
export const hourlyConsulting: ServiceCard = {
  to: '/msp-hourly-consulting',
  label: 'Hourly Consulting',
  description: 'Book an automation engineer by the hour for a question, a review or a small fix.',
  icon: 'clock',
}

const msp: PathGroup = {
  title: 'For MSPs',
  accentColor: 'accent',
  items: [
    {
      to: '/msp-full-partnership',
      label: 'Full Partnership',
      description: 'One team that plans, builds, hosts and maintains all of your automation.',
      icon: 'handshake',
      showAvailability: true,
      availabilityStatus: 'limited',
    },
    ...(SHOW_HOURLY_CONSULTING ? [hourlyConsulting] : []),
    {
      to: '/msp-vcto',
      label: 'Virtual CTO',
      description: 'A technical lead for automation and AI who sits in your planning and owns the roadmap.',
      icon: 'compass',
      showAvailability: true,
      availabilityStatus: 'good',
    },
    {
      to: '/msp-white-label',
      label: 'White Label',
      description: 'Sell automation to your clients under your own name. We build it and stay out of sight.',
      icon: 'tag',
    },
    {
      to: '/msp-ai-ticket-triage',
      label: 'AI Ticket Triage',
      description: 'Every new ticket gets a category, a priority and an owner before anyone opens it.',
      icon: 'route',
    },
    {
      to: '/msp-connect-systems',
      label: 'Connect Systems',
      description: 'Your PSA, RMM, documentation and billing keep the same facts without copy and paste.',
      icon: 'plug',
    },
    {
      to: '/msp-license-compliance',
      label: 'License Compliance',
      description: 'Licenses in use are compared with licenses billed. Each difference becomes a ticket.',
      icon: 'key',
    },
    {
      to: '/msp-data-cleanup',
      label: 'Data Cleanup',
      description: 'Duplicate companies, stale contacts and orphaned devices are found, fixed and kept away.',
      icon: 'database',
    },
    {
      to: '/msp-dashboards-chatbots',
      label: 'Dashboards & Chatbots',
      description: 'Live figures on one screen, and a chatbot in Teams that answers from your own records.',
      icon: 'chart',
    },
    {
      to: '/msp-voice-ai',
      label: 'Voice AI',
      description: 'Calls are answered at any hour, the caller is identified and the ticket is written.',
      icon: 'phone',
    },
    {
      to: '/msp-talk-to-your-data',
      label: 'Talk to Your Data',
      description: 'Ask a question in plain English and get the answer with the rows it came from.',
      icon: 'bubble',
    },
    {
      to: '/msp-rmm-fine-tuning',
      label: 'RMM Fine-Tuning',
      description: 'Monitors that cry wolf are retuned, and the alerts that remain start their own repair.',
      icon: 'gauge',
    },
  ],
}

const business: PathGroup = {
  title: 'Business',
  accentColor: 'info',
  items: [
    soon('/talk-to-my-data', 'Talk to My Data', 'Ask your own records a question in plain English.', 'bubble'),
    soon('/ai-phone-receptionist', 'AI Phone Receptionist', 'Calls answered, sorted and passed on.', 'phone'),
    soon('/ai-follow-up-agent', 'AI Follow-Up Agent', 'No quote or question left without an answer.', 'route'),
    soon('/business-data-insights', 'Business Data Insights', 'Figures from every system in one place.', 'chart'),
    soon('/ai-insights', 'AI Insights', 'What changed this week, and why it matters.', 'sparkle'),
    soon('/departmental-assistants', 'Departmental Assistants', 'An assistant per team that knows its work.', 'people'),
    soon('/business-vcto', 'Virtual CTO', 'A technical lead for your automation and AI.', 'compass'),
    soon('/business-onboarding-automation', 'Onboarding Automation', 'New hires ready to work on day one.', 'check'),
    soon('/automate-the-mundane', 'Automate the Mundane', 'The work nobody wants to do, done.', 'gauge'),
  ],
}

const vendors: PathGroup = {
  title: 'Vendors',
  accentColor: 'warn',
  items: [
    {
      to: '/vendors',
      label: 'App Owners & Vendors',
      description: 'Engineering for software companies that sell to MSPs.',
      icon: 'box',
    },
    soon('/vendors-vcto', 'Virtual CTO', 'A technical lead for your product.', 'compass'),
    soon('/vendors-feature-prototyping', 'Feature Prototyping', 'A working version to show and to test.', 'sparkle'),
    soon('/vendors-build-app', 'Build an App', 'From an idea to software your customers use.', 'box'),
    soon('/vendors-add-ai', 'Add AI', 'AI features inside the product you have.', 'bubble'),
    soon('/vendors-integrate', 'Integrate', 'Connections to the tools MSPs already run.', 'plug'),
  ],
}

const students: PathGroup = {
  title: 'Students',
  accentColor: 'good',
  items: [soon('/learn-automation', 'Learn Automation', 'Lessons and exercises from working engineers.', 'people')],
}

function soon(to: string, label: string, description: string, icon: IconName): ServiceCard {
  return { to, label, description, icon, disabled: true }
}

/** Every audience, shown or not. */
export const pathGroups = { msp, business, vendors, students }

/** The audiences whose cards the landing page shows. */
export const shownGroups = Object.values(pathGroups).filter((group) => group === msp)

/** The MSP pages that navigation, cards and footer list. */
export const mspPages = msp.items
