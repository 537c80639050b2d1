import type { ServicePage } from './shape.ts'

export default {
  path: '/msp-rmm-fine-tuning',
  audience: 'msp',
  label: 'RMM Fine-Tuning',
  headline: 'Alerts worth reading, repairs that start themselves',
  lead: 'We retune the monitors that cry wolf and attach a tested repair to the alerts that remain. What a script can’t fix reaches a technician with the facts.',
  description:
    'Noisy RMM monitors are retuned from your own alert history, and the alerts that remain start a tested repair. What it can’t fix gets a ticket.',
  problem: {
    heading: 'An alert board everyone has learned to ignore',
    paragraphs: [
      'The board fills up overnight. CPU high while patches install. A backup volume over its percentage limit with terabytes to spare. A laptop “offline” because its owner went home. Someone closes them in bulk each morning, and one day the failing RAID is in the bulk.',
      'The policies came with the RMM, from a predecessor, or in the rush of an onboarding. Turning a monitor off feels dangerous, so no one does. And the fix is often the one from yesterday: restart the spooler, clear the temp folder, close.',
    ],
  },
  work: {
    heading: 'Measure, tune, repair',
    intro: 'Each change rests on your alert history and can be taken back.',
    parts: [
      {
        title: 'Rank the noise',
        text: 'Alerts by monitor, client and outcome. Whatever was closed again and again without work heads the list.',
      },
      {
        title: 'Tune, don’t mute',
        text: 'Limits by device role, a condition that must last before it fires, maintenance windows, free gigabytes instead of percent on large volumes.',
      },
      {
        title: 'Close what cleared',
        text: 'An alert that resolves itself also closes its PSA ticket, with a note.',
      },
      {
        title: 'Attach repairs',
        text: 'A component in Datto RMM, a script on a NinjaOne condition, self-healing in N-able N-central or a procedure in Kaseya VSA. It runs once, checks the result and reports.',
      },
      {
        title: 'Straighten policies',
        text: 'Overrides per client and per device are folded back into a few policies a person can read.',
      },
    ],
  },
  steps: {
    heading: 'Quieter in stages',
    items: [
      {
        title: 'Look only',
        text: 'With read access we rank the alert history beside the tickets it produced.',
      },
      {
        title: 'Name what must always wake you',
        text: 'Your senior technician writes that list. Nothing on it is touched.',
      },
      {
        title: 'Replay the past',
        text: 'You see which old alerts the new limits would have dropped. If a real incident is among them, the limit is wrong.',
      },
      {
        title: 'One client first',
        text: 'New policies go to a single client until you have seen enough ordinary days.',
      },
      {
        title: 'Repairs, one at a time',
        text: 'You read and release each script before it may run.',
      },
      {
        title: 'Look again',
        text: 'New devices and agents bring new noise, so the ranking is repeated.',
      },
    ],
  },
  gets: {
    heading: 'What stays in your RMM',
    items: [
      'A small set of policies with the reason for every limit',
      'Alert counts before and after, by monitor and client',
      'A library of repairs with author, version and release date',
      'Tickets that say what fired, what was tried and what it returned',
    ],
  },
  needs: {
    heading: 'What we ask of you',
    items: [
      'An RMM API key to read, and a console login that may edit policies only once we begin',
      'Ticket outcomes from the PSA, since they show which alerts meant work',
      'A senior technician who releases scripts',
      'A list of devices that no script may touch',
    ],
  },
  questions: [
    {
      q: 'Could you tune away a real alert?',
      a: 'That is the risk of the job. The replay shows it for the past and nobody can show it for the future. So we change few limits at a time, record the old value and review what went silent.',
    },
    {
      q: 'Scripts with system rights on our clients’ machines?',
      a: 'Yes, that is how an RMM runs them. Hence short scripts you can read, your release on each, a list of exclusions, and one attempt per alert.',
    },
    {
      q: 'What happens when a repair fails?',
      a: 'It stops there and turns into a ticket with its output. If our side is unreachable, your RMM still alerts, because the monitors live in it.',
    },
    {
      q: 'What does tuning cost?',
      a: 'Tuning one RMM is a one-time fixed price. The repeated review is a monthly one and optional. Two RMMs after a merger, or a client with unusual servers, we quote.',
    },
    {
      q: 'What do you see on client machines?',
      a: 'Device names, alert texts, event log excerpts and script output. We use no remote control and open no files.',
    },
    {
      q: 'What is left if we part ways?',
      a: 'Limits and policies stay as they are. Your order says whether you may go on using our repair scripts; hosted parts, such as closing tickets, end.',
    },
  ],
  next: {
    heading: 'Count this morning’s bulk close',
    text: 'Send us that number and the name of your RMM. It says a lot about where to look first.',
  },
  drawing:
    'A stream of alerts leaves the RMM and falls through a sieve. The few that remain turn a repair wheel on the device, and the one it can’t fix travels on to the PSA as a ticket.',
} satisfies ServicePage
