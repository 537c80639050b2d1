import type { ServicePage } from './shape.ts'

export default {
  path: '/business-onboarding-automation',
  audience: 'business',
  label: 'Onboarding Automation',
  headline: 'Day one starts with work, not with waiting',
  lead: 'From signed offer to first sign-in: accounts, forms and invitations prepared before the new hire walks in. The service opens later.',
  description:
    'Coming soon: new-hire onboarding that prepares accounts, groups, calendar entries and forms in Microsoft 365 or Google Workspace before day one.',
  comingSoon: true,
  problem: {
    heading: 'Everyone assumes someone else did it',
    paragraphs: [
      'The offer is signed. HR tells the manager, the manager tells IT, IT asks which license. On the first morning there is a desk, and no password.',
      'The checklist exists, in a document that was right two hires ago. And for departures there may be no list at all, so a former colleague’s account stays open.',
    ],
  },
  work: {
    heading: 'What will happen by itself',
    intro: 'One form starts it. The role decides the rest.',
    parts: [
      {
        title: 'Accounts',
        text: 'A user in Microsoft 365 or Google Workspace, with name rules, manager, groups and license. In Microsoft 365 the country (`usageLocation`) is set first, because a license cannot be assigned without it.',
      },
      {
        title: 'First sign-in',
        text: 'In Microsoft 365, a Temporary Access Pass that expires after the hours you set. In Google Workspace, a password that must be changed at once. Either is handed over in person or by phone.',
      },
      {
        title: 'Channels and seats',
        text: 'Slack channels, shared calendars, mailing lists and the CRM seat, taken from a role sheet.',
      },
      {
        title: 'Meetings',
        text: 'Welcome lunch, first one-on-one and training booked in free slots. A buddy gets a note with three things to show.',
      },
      {
        title: 'Departure',
        text: 'The same sheet backward: sessions ended, mail forwarded, files handed over, licenses released, at the hour HR enters.',
      },
    ],
  },
  steps: {
    heading: 'The days before the first day',
    items: [
      {
        title: 'Form',
        text: 'HR enters name, role, manager, start date and place. That is all anyone types.',
      },
      {
        title: 'Preview',
        text: 'The manager sees what will be created, and strikes or adds.',
      },
      {
        title: 'Order',
        text: 'Hardware requests go out first, since delivery takes longest.',
      },
      {
        title: 'Create',
        text: 'Accounts appear a few days ahead, with sign-in blocked until the start.',
      },
      {
        title: 'Verify',
        text: 'On the eve a test looks for mailbox, groups and license, and reports anything missing to someone who can fix it.',
      },
      {
        title: 'Follow',
        text: 'After a week the new colleague answers three questions, and you adjust the role sheet.',
      },
    ],
  },
  gets: {
    heading: 'What would be there on the first morning',
    items: [
      'A sign-in, and a second factor set up on the spot',
      'A calendar with the first week in it',
      'The forms on file, or a name beside each one still missing',
      'A record of every access granted, by whom and why',
    ],
  },
  needs: {
    heading: 'What it needs to know',
    items: [
      'A role sheet: which role gets which groups, tools and equipment; we would draft it from your current staff',
      'Admin consent in your directory, limited to users, groups, licenses and sign-in methods',
      'Spare licenses, or permission to buy one',
      'A rule for exceptions and the person who grants them',
    ],
  },
  questions: [
    {
      q: 'Does it handle payroll and the I-9?',
      a: 'It sends and tracks reminders. The forms are completed in your payroll or HR system, and a person examines the documents for the I-9.',
    },
    {
      q: 'What if a hire falls through?',
      a: 'You withdraw the form. Accounts are removed, and so is the laptop request if it has not shipped.',
    },
    {
      q: 'Does it cover new customers too?',
      a: 'No, employees only. Welcoming customers follows other rules and other systems.',
    },
    {
      q: 'We hire twice a year. Is it worth it?',
      a: 'Probably not for the hires alone. Departures and the access record may still justify it.',
    },
  ],
  next: {
    heading: 'Get a note at launch',
    text: 'Leave your address. A good use of the time: ask the last person you hired what was missing on the first day, and write the answers beside the role.',
  },
  drawing:
    'A signed offer enters at the left. Account, laptop, badge and calendar move along parallel tracks toward one door. A checker ticks each track, and the door opens as the new colleague arrives.',
} satisfies ServicePage
