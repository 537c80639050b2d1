import type { ServicePage } from './shape.ts'

export default {
  path: '/business-onboarding-automation',
  audience: 'business',
  label: 'Onboarding Automation',
  title: 'Employee Onboarding Automation for Businesses',
  headline: 'New hires who can work on day one',
  lead: 'Accounts, equipment and invitations ready before a new hire walks in, all from one form. This service isn’t available yet.',
  description:
    'Coming soon: new-hire onboarding that prepares accounts, groups, licenses and calendar entries in Microsoft 365 or Google Workspace before day one.',
  comingSoon: true,
  problem: {
    heading: 'Everyone assumes someone else did it',
    paragraphs: [
      'The offer is signed. HR tells the manager, the manager tells IT, and IT asks which license. On the first morning, there is a desk but no password.',
      'There is a checklist, but it was last correct two hires ago. Often there is none for people who leave, so a former colleague’s account stays open.',
    ],
  },
  work: {
    heading: 'What will run automatically',
    intro: 'One form will start it. The person’s role will decide the rest.',
    parts: [
      {
        title: 'Accounts',
        text: 'A user in Microsoft 365 or Google Workspace, with manager, groups and license. In Microsoft 365, the country (`usageLocation`) is set first, because a license can’t be assigned without it.',
      },
      {
        title: 'First sign-in',
        text: 'In Microsoft 365, a Temporary Access Pass that expires after the number of hours you set. In Google Workspace, a password that must be changed. Someone gives the new hire the pass or password in person or by phone.',
      },
      {
        title: 'Laptop and apps',
        text: 'The laptop request, Slack channels, shared calendars, mailing lists and the CRM seat, all from a role sheet.',
      },
      {
        title: 'Calendar',
        text: 'Welcome lunch, first one-on-one and training in free slots. A buddy gets a note with three things to show the new hire.',
      },
      {
        title: 'Departures',
        text: 'The same sheet in reverse at the hour HR enters: sign-in blocked, sessions ended, email and files handed over, and licenses released.',
      },
    ],
  },
  steps: {
    heading: 'What will happen before and after day one',
    items: [
      {
        title: 'Fill out the form',
        text: 'HR enters only the name, role, manager, start date and location.',
      },
      {
        title: 'Preview',
        text: 'The manager sees what will be created and can add or remove items.',
      },
      {
        title: 'Order the laptop',
        text: 'Hardware requests go out first, because delivery takes longest.',
      },
      {
        title: 'Create accounts',
        text: 'Accounts are created a few days ahead, with sign-in blocked until the start date.',
      },
      {
        title: 'Check',
        text: 'The day before, a test looks for the mailbox, groups and license. It reports anything missing to someone who can fix it.',
      },
      {
        title: 'Follow up',
        text: 'After a week, the new hire answers three questions, and you update the role sheet.',
      },
    ],
  },
  gets: {
    heading: 'What would be ready on the first morning',
    items: [
      'A sign-in, with two-factor authentication set up in the first minutes',
      'A calendar with the first week in it',
      'The new hire’s forms on file, or a list of the ones that are missing',
      'A record of every permission granted, by whom and why',
    ],
  },
  needs: {
    heading: 'What we would need',
    items: [
      'A role sheet: which role gets which groups, tools and equipment; we would draft it from the access your current staff have',
      'Admin consent limited to what these steps need: users, groups, licenses, sign-in methods, calendars, mail settings and files',
      'Access to Slack, the CRM and other apps on the role sheet, and to the HR system for the status of forms',
      'Spare licenses, or permission to buy one',
      'A rule for exceptions, the person who approves them and someone who can fix what the check finds',
    ],
  },
  questions: [
    {
      q: 'Will it handle payroll and the I-9?',
      a: 'Only the reminders, which it will send and track. The forms will still be completed in your payroll or HR system, and a person will check the documents for the I-9.',
    },
    {
      q: 'What if a hire falls through?',
      a: 'You will cancel the form. Accounts will be removed. The laptop request will be canceled if the laptop hasn’t shipped.',
    },
    {
      q: 'Will it cover new customers, too?',
      a: 'No, only employees.',
    },
    {
      q: 'We hire twice a year. Is it worth it?',
      a: 'Probably not for the hires alone. Departures and the record of permissions may still make it worthwhile.',
    },
  ],
  next: {
    heading: 'Ask your last hire',
    text: 'Join the waitlist, and we’ll let you know at launch. Until then, ask the last person you hired what was missing on the first day. Some automations for hires and departures are on sale now: in the marketplace, choose “Businesses” under “Made for”.',
  },
  drawing:
    'A signed offer starts four tracks: account, license, laptop and calendar. Each track gets a check mark. Then the door for day one opens, and the new hire walks in.',
} satisfies ServicePage
