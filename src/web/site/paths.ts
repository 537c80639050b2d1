/** The values of the availability badge. Any other value is shown as `limited`. */
export type Availability = 'limited' | 'good' | 'full'

/** The icons of cards, defined in `icons.tsx`. */
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

/** A service as the landing page, the navigation and the footer show it. */
export type ServiceCard = {
  to: string
  label: string
  description: string
  icon: IconName
  showAvailability?: boolean
  availabilityStatus?: Extract<Availability, 'limited' | 'good'>
  /** Coming soon: the card is grayed out and has no link. */
  disabled?: boolean
}

/** An audience and its services. */
export type PathGroup = {
  title: string
  /** The name of a color token, used for the group's icons and rules. */
  accentColor: 'accent' | 'info' | 'warn' | 'good'
  items: ServiceCard[]
}

/** Whether the card and links of hourly consulting are shown. The page itself always exists. */
const SHOW_HOURLY_CONSULTING = false

export const hourlyConsulting: ServiceCard = {
  to: '/msp-hourly-consulting',
  label: 'Hourly Consulting',
  description: 'An automation engineer by the hour for a question, a review or a small fix.',
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
      description: 'A technical lead for automation and AI who joins your planning and owns the roadmap.',
      icon: 'compass',
      showAvailability: true,
      availabilityStatus: 'good',
    },
    {
      to: '/msp-white-label',
      label: 'White Label',
      description: 'Sell automation to your clients under your own name. We build, host and repair it.',
      icon: 'tag',
    },
    {
      to: '/msp-ai-ticket-triage',
      label: 'AI Ticket Triage',
      description: 'Sorts new tickets, finds duplicates and suggests a technician. Unclear tickets go to a person.',
      icon: 'route',
    },
    {
      to: '/msp-connect-systems',
      label: 'Connect Systems',
      description: 'Your PSA, RMM, documentation and billing stay in sync without copy and paste.',
      icon: 'plug',
    },
    {
      to: '/msp-license-compliance',
      label: 'License Compliance',
      description: 'Compare licenses bought, assigned and billed. Each difference becomes a ticket.',
      icon: 'key',
    },
    {
      to: '/msp-data-cleanup',
      label: 'Data Cleanup',
      description: 'Find and fix duplicate companies, outdated contacts and orphaned devices.',
      icon: 'database',
    },
    {
      to: '/msp-dashboards-chatbots',
      label: 'Dashboards & Chatbots',
      description: 'Live numbers with shared definitions, and a Teams chatbot that answers from your own records.',
      icon: 'chart',
    },
    {
      to: '/msp-voice-ai',
      label: 'Voice AI',
      description:
        'After-hours and missed calls become tickets in your PSA. Answered calls get a summary on their tickets.',
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
      description: 'Fewer false alarms, and tested repairs that start automatically.',
      icon: 'gauge',
    },
  ],
}

const business: PathGroup = {
  title: 'Business',
  accentColor: 'info',
  items: [
    soon('/talk-to-my-data', 'Talk to My Data', 'Ask your own records a question in plain English.', 'bubble'),
    soon('/ai-phone-receptionist', 'AI Phone Receptionist', 'Will take calls, bookings and messages.', 'phone'),
    soon('/ai-follow-up-agent', 'AI Follow-Up Agent', 'Will follow up on quotes and open questions.', 'route'),
    soon('/business-data-insights', 'Business Data Insights', 'Reports that match your bank and your books.', 'chart'),
    soon('/ai-insights', 'AI Insights', 'What customers keep telling you, in one weekly summary.', 'sparkle'),
    soon('/departmental-assistants', 'Departmental Assistants', 'AI will draft the work for your approval.', 'people'),
    soon('/business-vcto', 'Virtual CTO', 'Control over your software, contracts and accounts.', 'compass'),
    soon('/business-onboarding-automation', 'Onboarding Automation', 'New hires ready to work on day one.', 'check'),
    soon('/automate-the-mundane', 'Automate the Mundane', 'Small recurring tasks, done for you.', 'gauge'),
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
    soon('/vendors-vcto', 'Virtual CTO', 'A technical lead for your software product.', 'compass'),
    soon('/vendors-feature-prototyping', 'Feature Prototyping', 'A working version to show and test.', 'sparkle'),
    soon('/vendors-build-app', 'Build an App', 'From an idea to software your customers use.', 'box'),
    soon('/vendors-add-ai', 'Add AI', 'AI features inside the product you have.', 'bubble'),
    soon('/vendors-integrate', 'Integrate', 'Connections to the tools that MSPs use.', 'plug'),
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

/** All audiences, including hidden ones. */
export const pathGroups = { msp, business, vendors, students }

/** The audiences that the landing page shows. */
export const shownGroups = Object.values(pathGroups).filter((group) => group === msp)

/** The MSP pages in the navigation, cards and footer. */
export const mspPages = msp.items
