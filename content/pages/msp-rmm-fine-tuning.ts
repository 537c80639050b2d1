import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-rmm-fine-tuning',
  audience: 'msp',
  label: 'RMM Fine-Tuning',
  title: 'RMM Fine-Tuning: NinjaOne, Datto RMM, N-central',
  headline: 'Fewer alerts, and repairs that start automatically',
  lead: 'We tune the monitors that raise false alarms and attach a tested repair to the alerts that are left. If a script can’t fix the problem, a technician gets a ticket with the facts.',
  description:
    'We tune noisy monitors in NinjaOne, Datto RMM, N-central or Kaseya VSA and attach tested repairs to the rest. What a script can’t fix becomes a ticket.',
  problem: {
    heading: 'An alert board everyone ignores',
    paragraphs: [
      'The board fills up overnight. CPU is high while patches install. A backup volume is over its percentage limit with terabytes to spare. A laptop is “offline” because its owner went home. Someone closes the alerts in bulk each morning. One day, the alert for a failing RAID array is among them.',
      'The policies came with the RMM, from the engineer before you, or from a rushed onboarding. Turning a monitor off feels risky, so no one does it. And the fix is often the same as yesterday: restart the spooler, clear the temp folder, close.',
    ],
  },
  work: {
    heading: 'Measure, tune, repair',
    intro: 'Every change to a monitor is based on your alert history and can be undone.',
    parts: [
      {
        title: 'Rank the noise',
        text: 'We list alerts by monitor, client and outcome. Alerts that people kept closing without doing any work come first.',
      },
      {
        title: 'Tune instead of mute',
        text: 'Limits by device role, a minimum time before an alert fires, maintenance windows, and free gigabytes instead of percent on large volumes.',
      },
      {
        title: 'Close what cleared',
        text: 'When an alert clears, its PSA ticket gets a note and closes, unless someone has worked on it.',
      },
      {
        title: 'Attach repairs',
        text: 'A component in Datto RMM, a script on a NinjaOne condition, self-healing in N-able N-central or a procedure or workflow in Kaseya VSA. It runs once, checks the result and reports it.',
      },
      {
        title: 'Simplify policies',
        text: 'Exceptions for individual clients and devices are merged into a few policies that a person can read.',
      },
    ],
  },
  steps: {
    heading: 'How the board gets quieter',
    items: [
      {
        title: 'Look first',
        text: 'With read access, we rank your alert history next to the tickets it created.',
      },
      {
        title: 'List what must always alert',
        text: 'Your senior technician writes that list. We don’t touch anything on it.',
      },
      {
        title: 'Replay the past',
        text: 'You see which old alerts the new limits would have dropped. If a real incident is among them, the limit is wrong.',
      },
      {
        title: 'Start with one client',
        text: 'The new policies run at that client until you are satisfied.',
      },
      {
        title: 'Add repairs one by one',
        text: 'You read and approve each script before it can run.',
      },
      {
        title: 'Repeat',
        text: 'New devices and agents bring new noise. If you order the repeated review, we rank the alerts again.',
      },
    ],
  },
  gets: {
    heading: 'What you get',
    items: [
      'A small set of policies with the reason for every limit',
      'Alert counts before and after, by monitor and client',
      'A library of repairs with author, version and approval date',
      'Tickets that say which alert fired, what was tried and what the result was',
    ],
  },
  needs: {
    heading: 'What you need',
    items: [
      'Read access to the RMM’s API and, once we start, a console account that can edit policies',
      'Read access to tickets in the PSA, because their outcomes show which alerts meant work',
      'A PSA account that can create tickets and add notes, and close tickets if cleared alerts should close theirs',
      'A senior technician who lists what must always alert and approves scripts',
      'A list of devices that no script may run on',
    ],
  },
  questions: [
    {
      q: 'Could you tune away a real alert?',
      a: 'That is the risk of this work. The replay covers the past, but nothing can cover the future. So we change only a few limits at a time, record the old value and review what stopped alerting.',
    },
    {
      q: 'Scripts with system rights on our clients’ machines?',
      a: 'Yes, an RMM runs them that way. So the scripts are short enough to read, you approve each one, devices can be excluded, and each alert gets one attempt.',
    },
    {
      q: 'What happens when a repair fails?',
      a: 'It stops and becomes a ticket with its output. If our side can’t be reached, your RMM still alerts, because the monitors run there.',
    },
    {
      q: 'What does tuning cost?',
      a: 'Tuning one RMM has a one-time price, which we quote after the first ranking. It includes hosting and repair of the parts we run for 12 months unless the quote says otherwise. After that, you can renew for 18% of the price per year. The repeated review is optional and has a monthly price. Two RMMs after a merger, or a client with unusual servers, get their own quote.',
    },
    {
      q: 'What do you see on client machines?',
      a: 'Device names, alert messages, excerpts from event logs and script output. We don’t use remote control or open files.',
    },
    {
      q: 'What stays if we end the service?',
      a: 'Limits and policies stay as they are. Your order says whether you can keep using our repair scripts. Parts that we host, such as closing tickets, stop.',
    },
  ],
  next: {
    heading: 'Count the alerts you closed in bulk today',
    text: 'Send us that number and the name of your RMM. We’ll tell you where we would look first.',
  },
  drawing:
    'Alerts leave the RMM and fall through a sieve that stops the noise. Three get through and start a repair on the device. Two are repaired, and the third becomes a ticket in the PSA.',
} satisfies ServicePage
