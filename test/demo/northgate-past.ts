import type { DemoTicket } from './demo-ticket.ts'
import { md } from './md.ts'

/** Tickets of Northgate IT that are resolved or closed. */
export const northgatePast: DemoTicket[] = [
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'Datto RMM webhook answers 401 after we rotated the API keys',
    description: md`
      Rotated the Datto RMM API keys per our quarterly policy. Updated the key pair in your portal right away. Device \
      sync is green, but alert webhooks get 401 since then. Delivery attached, secrets removed.
    `,
    category: 'integration',
    impact: 'all',
    urgency: 'high',
    status: 'resolved',
    assignee: 'engineer@millwright.example',
    tags: ['datto-rmm', 'webhook'],
    openedAgo: 40,
    attach: ['webhook-delivery.json'],
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.2,
        body: md`
          Thanks, the attachment makes it easy. There are two credentials and only one of them was rotated here:

          - **API key and secret**: we call Datto RMM with these. You updated them, they work.
          - **Webhook token**: Datto RMM calls *us* with this, in the header \`X-Webhook-Token\` of the monitor's \
          response. Your policy run replaced the account variable \`MW_TOKEN\` too, so Datto now sends a value that we \
          do not know.

          I can accept a new token on our side in a minute. Please read it to me over the phone rather than write it \
          here.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 0.3,
        body: 'Called Marcus back on the number on file. Token stored in vault, old one valid 2 h more.',
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 0.5,
        body: 'Done by phone, test alert came through.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1.1,
        body: md`
          Confirmed from here as well. Between the rotation and the fix, 17 alerts were rejected; I read them from the \
          Datto RMM API and created tickets for the nine that are still open. The other eight had closed on their \
          own.

          For next quarter: the connection screen now shows both credentials side by side with the date each was last \
          changed.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 1.4,
        body: 'Good. Close it.',
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Delgado Plumbing & Heating',
    subject: 'Onboarding ran the mailbox step before the license was ready',
    description: md`
      New dispatcher at Delgado. Run failed at step 6:

      \`\`\`
      MailboxNotEnabledForRESTAPI: The mailbox is either inactive, soft-deleted,
      or is hosted on-premise.
      \`\`\`

      License shows as assigned in the admin center. What gives?
    `,
    category: 'automation',
    impact: 'one',
    urgency: 'high',
    status: 'resolved',
    assignee: 'engineer@millwright.example',
    tags: ['onboarding', 'licenses'],
    openedAgo: 56,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.4,
        body: md`
          Assigned is not the same as provisioned. The license was assigned at second 14, the automation asked for the \
          mailbox at second 20, Exchange Online finished creating it four minutes later. In most tenants we have a \
          wait there. At Delgado the license comes from a **group**, and the wait was skipped because the user had no \
          direct license at that moment.

          I continued the run from step 6: signature, calendar permissions and shared mailboxes are set, she can sign \
          in.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 0.8,
        body: "She's in. Can you make sure it doesn't do that again?",
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 6,
        body: md`
          Yes. The step now waits for the mailbox itself to answer, whichever way the license is assigned, up to \
          30 minutes, and says in the run what it is waiting for. Tested with a trial user at Delgado who got the \
          license through the same group; the mailbox took six minutes and the run finished on its own. Test user \
          deleted.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'owner@northgate.example',
    subject: 'Backup report cries wolf',
    description: md`
      Yesterday's morning report listed 14 failed backups. Marcus says 13 were fine. I stop reading reports like that.
    `,
    category: 'automation',
    impact: 'all',
    urgency: 'medium',
    status: 'resolved',
    assignee: 'engineer@millwright.example',
    tags: ['backup', 'veeam'],
    openedAgo: 67,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1.2,
        body: md`
          You have every reason to. Thirteen of the 14 were Veeam jobs that ended with **Warning**, and the report put \
          warnings and failures under one heading. The backups exist and can be restored. The typical warning:

          > Backup storage is getting low on free disk space (187 GB left)

          The one real failure was the Kessler file server, which Marcus's team fixed the same morning.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 2,
        body: 'I want low disk space warnings, just not under Failed.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 5.5,
        body: md`
          Changed, starting with tomorrow's report:

          1. **Failed**: no usable restore point since the last run. On top, in red.
          2. **Needs attention**: warnings that lead to a failure if ignored (repository space, retention not applied, \
          two retries or more).
          3. **Fine, with remarks**: the rest of the warnings, one line with a count.

          A job that warns with the same text for seven days moves up one group, so that nothing gets old unseen.
        `,
      },
      {
        by: 'owner@northgate.example',
        kind: 'reply',
        at: 26,
        body: "Today's was one line I care about. Better.",
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'owner@northgate.example',
    subject: 'Why didn’t the printer triage fix use any hours?',
    description: md`
      I was going to argue about the invoice and then found nothing to argue about. Is that right or will it show up \
      later?
    `,
    category: 'billing',
    impact: 'one',
    urgency: 'low',
    status: 'resolved',
    assignee: 'admin@millwright.example',
    tags: ['hours'],
    openedAgo: 101,
    messages: [
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 1,
        body: md`
          It is right, and it will not show up later. When an automation you have from us fails and we repair it, the \
          time is at our expense. Hours from your block are used for changes you ask for, for advice, and for work \
          in your own systems.

          You can check any entry yourself under Agreements, Hours, *Ledger*. Every entry shows the ticket, the person and the \
          minutes. Time for repairs is on the ticket, marked as not billable.
        `,
      },
      {
        by: 'owner@northgate.example',
        kind: 'reply',
        at: 1.6,
        body: 'Appreciated.',
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Tri-County Veterinary Hospital',
    subject: 'After-hours callers land in the billing queue',
    description: md`
      Two pet owners called Tri-County after closing with emergencies and were transferred to billing voicemail. \
      That's about the worst thing the agent could do. Call record attached.
    `,
    category: 'voice',
    impact: 'some',
    urgency: 'high',
    status: 'resolved',
    assignee: 'engineer@millwright.example',
    tags: ['voice-agent', 'routing'],
    openedAgo: 126,
    attach: ['after-hours-call.json'],
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.2,
        body: md`
          I have moved every after-hours call for Tri-County straight to the on-call veterinarian as an immediate \
          measure. No menu until I know why.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1.1,
        body: md`
          The cause is a time zone. The schedule of the emergency queue is kept in the hospital's local time. When the \
          phone system was moved last week, its times came over in UTC and were read as local, so 5 pm became 10 pm. \
          Until 10 the emergency queue looked closed, and the agent took the next one in the list: billing. You can \
          see it in the record: \`"queue": "billing"\`, \`"reason": "emergency closed"\`.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 1.3,
        body: md`
          Same import was used for Oak Hollow. Checked: their queues have no hours, not affected. Add to runbook: \
          after a phone migration call every queue once inside and once outside hours.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 2.2,
        body: 'And if the emergency queue really IS closed or nobody picks up?',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 7.4,
        body: md`
          Then the caller must never end up in voicemail. New rule, live now for all your voice clients with an \
          emergency queue:

          - a call classified as an emergency goes only to on-call numbers, first, second, then the practice owner
          - if none answers in 40 seconds each, the agent stays on the line, gives the address of the nearest 24-hour \
          clinic and texts all three numbers
          - a non-emergency queue cannot be a fallback for an emergency; the settings screen does not allow it

          I made six test calls at different times last night, all reached the on-call phone within 20 seconds.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 27,
        body: md`
          Tri-County's manager tested it herself and is happy. She'd like those test calls repeated monthly, I told \
          her you'd do it.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'How do I see which run touched a ticket?',
    description: md`
      A client disputes a priority change at 2 am. I need to know which automation changed the ticket and why.
    `,
    category: 'automation',
    impact: 'one',
    urgency: 'low',
    status: 'resolved',
    assignee: 'engineer@millwright.example',
    tags: ['how-to', 'runs'],
    openedAgo: 151,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.6,
        body: md`
          Open the automation, *Runs*, and paste the Autotask ticket number into the search field. Each run shows what \
          it read, what it decided and what it wrote. For the triage there is also the sentence of the ticket that led \
          to the priority.

          The other direction works too: the note our automation leaves in Autotask ends with the run ID.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 0.9,
        body: 'There it is: "server room is flooding". Yeah, I\'d have raised it as well.',
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Oak Hollow Senior Living',
    subject: 'Usage report shows hashes where user names should be',
    description: "Oak Hollow's unused license report lists users like `8F2A41C0D6E94B7A...`. Useless for a cleanup.",
    category: 'reporting',
    impact: 'some',
    urgency: 'low',
    status: 'resolved',
    assignee: 'engineer@millwright.example',
    tags: ['graph', 'usage-report'],
    openedAgo: 182,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 2.1,
        body: md`
          That is a privacy setting in their tenant and it is on by default: Microsoft 365 admin center, Settings, Org \
          settings, Reports, *Display concealed user, group, and site names in all reports*. While it is on, Microsoft \
          conceals names for everyone who reads usage data, including us.

          You can uncheck it for good, or only for the minute the report runs each month; the automation can do the \
          second if you grant \`ReportSettings.ReadWrite.All\`.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 3,
        body: 'Just unchecked it. Names are there now. Their compliance person okayed it.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 3.3,
        body: md`
          I see them too. I started the report again so that this month's copy is readable; it is under Reports with \
          today's date. Nine accounts at Oak Hollow had no sign-in for 90 days.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'Documentation sync writes nothing into "Internet/WAN" since the template change',
    description: md`
      We cleaned up our Internet/WAN flexible asset: deleted the text field "Circuit ID" and added it again as a \
      required field higher up. Since then new circuits stay empty and the run says success. A run that does nothing \
      shouldn't be green.
    `,
    category: 'integration',
    impact: 'some',
    urgency: 'medium',
    status: 'resolved',
    assignee: 'engineer@millwright.example',
    tags: ['it-glue', 'flexible-assets'],
    openedAgo: 214,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 3,
        body: md`
          Two problems, and the second is ours.

          First: deleting and adding a field creates a **new field with a new ID**, even when the label is the same. \
          Our mapping still pointed at the deleted one. The old values are gone with the old field unless you have an \
          export; I do have one from the nightly snapshot and can write them back.

          Second: IT Glue accepts an unknown trait without complaint, and we counted that as success. From now on the \
          automation reads back what it wrote; a value that does not arrive makes the run *failed* with the name of \
          the field.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 4.1,
        body: 'Yes please write them back. 63 circuits I think.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 5,
        body: md`
          64 in the snapshot, one belongs to an archived organization. Write back in batches of 10, check after each.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 8.6,
        body: md`
          63 circuit IDs restored, mapping follows the new field, and the read-back check is live for all your \
          documentation automations. For next time: moving a field up by dragging keeps its ID.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'owner@northgate.example',
    subject: 'API key for our BI consultant',
    description: md`
      Marcus can't create an API key, the button is not there for him. Our consultant needs ticket and hours data, \
      read only.
    `,
    category: 'account',
    impact: 'one',
    urgency: 'low',
    status: 'resolved',
    assignee: 'admin@millwright.example',
    tags: ['api-key'],
    openedAgo: 253,
    messages: [
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 0.8,
        body: md`
          That is by design: only owners can create keys, because a key can read your company's data. You are an owner, \
          so you will find it under Settings, API keys.

          For your consultant I recommend the scopes \`tickets:read\` and \`company:read\`, nothing else, and an \
          expiration date that matches the contract. The key is shown once, so have your password manager open.
        `,
      },
      {
        by: 'owner@northgate.example',
        kind: 'reply',
        at: 22,
        body: 'Done, works. Thanks Helen.',
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'New phone, locked out of the portal',
    description: md`
      Dropped my phone in a parking lot and a truck found it. Recovery codes are... on the phone. Sent from Dana's \
      desk.
    `,
    category: 'account',
    impact: 'one',
    urgency: 'high',
    status: 'resolved',
    assignee: 'admin@millwright.example',
    tags: ['two-factor'],
    openedAgo: 19,
    messages: [
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 0.2,
        body: md`
          Oh no! I will call you at the office number we have on file and ask two questions before I reset anything.
        `,
      },
      {
        by: 'admin@millwright.example',
        kind: 'note',
        at: 0.4,
        body: md`
          Verified by callback to main office number, Dana confirmed in person. Two-factor authentication reset, sessions ended, \
          audit entry made.
        `,
      },
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 0.5,
        body: md`
          Verified and reset. At your next sign-in you will be asked to set up the authenticator again. Please store \
          the recovery codes in IT Glue or on paper this time, or add a passkey on your laptop as a second way to sign in.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 0.8,
        body: 'In. Codes printed, in the safe. Passkey too.',
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'Triage makes every printer ticket a P1',
    description: md`
      Since the weekend *every* ticket with the word printer comes in as critical and pages on-call. 22 pages between \
      Saturday and this morning. My on-call guy is ready to quit.
    `,
    category: 'ai',
    impact: 'all',
    urgency: 'high',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['triage', 'priority'],
    openedAgo: 318,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.1,
        body: md`
          Paging from triage is off as of this minute; priorities are capped at high until I have the cause. Server \
          and firewall monitors still page, they do not pass through triage.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.9,
        body: md`
          It was our change. On Friday we made a new version of the triage prompt live. It contains the sentence \
          "anything that stops a business process is critical" and two examples, one of which is a pharmacy that \
          cannot print labels. The model learned the wrong lesson from it: printer means critical. Our test set had \
          only four printer tickets, so nothing looked odd.

          I have put the previous version back. It is live now and I ran the 22 tickets through it: 20 medium or low, \
          two high, none critical.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 1.5,
        body: md`
          Test set extended to 60 printer/scanner tickets from three partners. New rule for us: no prompt goes live on \
          a Friday, and every new version is replayed against the last 300 real tickets with a diff by priority before \
          an admin presses the button.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 3,
        body: "Paging back on please, capped. And I'd like a say in the rules, not just the result.",
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 3.3,
        body: md`
          Paging is on, and triage can page only for \`server\`, \`network\` and \`security\`. As for the rules: \
          gladly. Send me what your team leads consider critical in plain sentences; I will turn it into tests and \
          show you the effect on your own tickets before anything changes.
        `,
      },
      {
        by: 'owner@northgate.example',
        kind: 'reply',
        at: 26,
        body: md`
          Marcus is satisfied, so am I. I expect a call next time before Saturday ends, not a ticket on Monday.
        `,
      },
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 27.1,
        body: md`
          Dana, that is fair. An automation that pages more than five times its usual rate now stops itself and calls \
          our engineer on duty, weekends included. We tested it with a simulated flood this morning and Tomasz's phone \
          rang after six minutes. The 22 pages and this repair cost you no hours.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'Duo: "Access forbidden" when the bot disables a user',
    description: md`
      \`\`\`
      {"code": 40301, "message": "Access forbidden", "stat": "FAIL"}
      \`\`\`
      Reading users works. Disabling one at offboarding doesn't.
    `,
    category: 'integration',
    impact: 'some',
    urgency: 'medium',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['duo'],
    openedAgo: 383,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1,
        body: md`
          The Admin API application in Duo was created with *Grant read resource* only, so every write is rejected. In \
          the Duo Admin Panel: Applications, \`Millwright Admin API\`, Permissions, check **Grant write resource**, \
          save. It takes effect immediately, and the keys stay the same.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 1.3,
        body: 'That was it.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1.9,
        body: md`
          Good. I repeated the two offboardings from this week whose Duo step failed; both users are disabled in Duo \
          now.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Kessler Precision Machining',
    subject: 'Inventory script fails on two old servers at Kessler',
    description: md`
      \`The request was aborted: Could not create SSL/TLS secure channel.\` Server 2012 R2, controls a CNC line, can't \
      be replaced before next year.
    `,
    category: 'automation',
    impact: 'some',
    urgency: 'medium',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['powershell', 'tls'],
    openedAgo: 455,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 2.2,
        body: md`
          On 2012 R2, .NET 4.x uses TLS 1.0 unless told otherwise, and our intake accepts only 1.2 and later. I will \
          not lower that, but the script can ask for 1.2 itself:

          \`\`\`powershell
          [Net.ServicePointManager]::SecurityProtocol = [Net.SecurityProtocolType]::Tls12
          \`\`\`

          Line added at the top of the component. Both servers have reported in.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 3,
        body: 'Both visible in IT Glue. Closing.',
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Harlan & Pruitt LLP',
    subject: 'SharePoint permission audit for Harlan & Pruitt never finishes',
    description: md`
      Started last night, 9 hours in, 30% of sites. They have 340 matter sites with broken inheritance everywhere. \
      They want the list before their partners' meeting.
    `,
    category: 'automation',
    impact: 'some',
    urgency: 'medium',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['sharepoint', 'throttling'],
    openedAgo: 522,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.8,
        body: md`
          Every matter folder has its own permissions, so the audit asks about 110,000 items one at a time, and \
          SharePoint slows us down with 429 during office hours. I split the job: sites and libraries first, which is \
          what a partners' meeting can use, then single folders at night when the limits are wider.

          First part will be done in about an hour.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 1,
        body: 'Add User-Agent decoration and batch of 20 per request. Should have been there from the start.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 2.4,
        body: md`
          Part one is in Reports as CSV and PDF: 340 sites, 71 of them shared with someone outside the firm, 12 with \
          an "anyone" link. The folder level ran to the end in test with batching in 4 hours, so it will be complete \
          tomorrow morning.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 23,
        body: 'Got both. The 12 anyone links caused quite a silence in the room. Thanks.',
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'Automated time entries round up per entry, not per ticket',
    description: md`
      Five automated remote fixes of 2 minutes each on one ticket turn into 5 x 15 minutes in Autotask. Our contracts \
      say rounding is per ticket per day. CSV with one week attached, the last two columns are what I expected and \
      what we got.
    `,
    category: 'automation',
    impact: 'all',
    urgency: 'low',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['time-entries', 'rounding'],
    openedAgo: 604,
    attach: ['time-entries-rounding.csv'],
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1.7,
        body: md`
          The CSV is clear. The automation sends exact start and stop times; the 15-minute rounding happens in \
          Autotask, by the setting *Round time entries up to the nearest* on the work type. It works on each entry, as \
          you saw.

          Solution that needs no change to your contracts: collect the fixes of one ticket and one day, and post a \
          single entry in the evening with the sum and a line per fix in the notes.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 2.5,
        body: 'Evening is fine except on the last day of the month, invoicing runs at 6 pm.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 21.8,
        body: md`
          Built with that in mind: posting is at 5 pm, on the last business day at 3 pm and again at 5 pm for what \
          came in between. The week in your CSV gives 3.75 hours instead of 9.50. I corrected that week's entries as \
          well, since the invoice run has not happened yet.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'Tickets still assigned to someone who left',
    description: md`
      Alert tickets for Brightwater go to Nate, who left two weeks ago. Autotask accepts it without a word. Nobody saw \
      those tickets.
    `,
    category: 'integration',
    impact: 'some',
    urgency: 'medium',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['autotask'],
    openedAgo: 703,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.7,
        body: md`
          The routing table of the automation has him as primary for Brightwater; it looks people up by name at setup \
          and remembers the ID. I moved his four clients to the queue \`Service Desk\` so that dispatch sees them now, \
          seven open tickets included.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 5,
        body: md`
          The lookup now checks at every run that the resource is active and falls back to the queue with a note when \
          it is not. You also get one message listing clients without a primary; for the moment those are Brightwater, \
          Delgado, Lakeshore and Mercer Street.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 6.3,
        body: 'Reassigned all four in the settings. Good.',
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'owner@northgate.example',
    subject: 'How long from order to running?',
    description: 'Looking at the domain expiry watcher in the marketplace. If I order today, when is it live?',
    category: 'other',
    impact: 'one',
    urgency: 'low',
    status: 'closed',
    assignee: 'admin@millwright.example',
    tags: ['marketplace'],
    openedAgo: 818,
    messages: [
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 0.7,
        body: md`
          For that one, two to three business days after you answer the setup questions. It needs only your list of \
          domains from IT Glue and a channel for the warnings. You can follow each step on the automation's page, from \
          *Ordered* to the first successful run.
        `,
      },
      {
        by: 'owner@northgate.example',
        kind: 'reply',
        at: 1,
        body: 'Ordered.',
      },
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 27,
        body: md`
          Thank you! The setup questions are answered, Tomasz has connected it and the first run looked at 118 domains. Three \
          expire within 45 days, you will find them in this morning's message.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Mercer Street Accounting',
    subject: 'Shared mailbox conversion fails: mailbox is 61 GB',
    description: md`
      Offboarding of a partner at Mercer Street. It removed the license after converting and now the mailbox can't \
      receive email.
    `,
    category: 'automation',
    impact: 'one',
    urgency: 'medium',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['offboarding', 'exchange'],
    openedAgo: 955,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.3,
        body: md`
          I reassigned the license, and email is arriving. Nothing bounced because the senders' servers were still \
          retrying.

          A shared mailbox without a license is limited to 50 GB. His has 61. The automation should have looked at the \
          size first.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 4.5,
        body: md`
          It now does: above 45 GB it stops before removing the license and asks the approver to choose between \
          keeping the license, an Exchange Online Plan 2, or moving old items to the online archive. Which of them for \
          this mailbox?
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 5.2,
        body: "Plan 2, they'll pay.",
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 6,
        body: md`
          Plan 2 assigned, Business Premium freed, mailbox is shared with the two people on the form. The seat went \
          back to the pool.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Delgado Plumbing & Heating',
    subject: 'Inactive user report is empty for four clients',
    description: 'Says "0 inactive users" for Delgado. They have a guy who retired in spring.',
    category: 'reporting',
    impact: 'some',
    urgency: 'low',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['graph', 'entra'],
    openedAgo: 1104,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 2.6,
        body: md`
          For those four tenants, Microsoft does not return the last sign-in date:

          \`\`\`
          Authentication_RequestFromNonPremiumTenantOrB2CTenant
          Neither tenant is B2C or tenant doesn't have premium license
          \`\`\`

          \`signInActivity\` requires Entra ID P1, and Delgado is on Business Standard. The report turned the error \
          into an empty list, which is misleading. It now says "not available, needs Entra ID P1" and uses last \
          mailbox activity as an approximation, labeled as such.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 4,
        body: 'Approximation is good enough. Found the retiree, and two more.',
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'owner@northgate.example',
    subject: 'Terms on your invoice',
    description: md`
      Our AP runs on the 1st and 16th. By the time I forward your invoice the run is over and net 15 makes us late. \
      Can we have net 30?
    `,
    category: 'billing',
    impact: 'one',
    urgency: 'low',
    status: 'closed',
    assignee: 'admin@millwright.example',
    tags: ['invoice', 'terms'],
    openedAgo: 1247,
    messages: [
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 3.1,
        body: md`
          I understand the calendar problem, and I don't want you to be late because of it. We don't offer net 30, but \
          you don't have to forward anything: if your AP is an owner in the portal, they get each invoice when you \
          do. Fifteen days from issue always include one of your two runs.
        `,
      },
      {
        by: 'owner@northgate.example',
        kind: 'reply',
        at: 4,
        body: 'Makes sense. Please invite ap@northgate.example.',
      },
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 4.4,
        body: md`
          Invited as an owner. Once AP accepts, both of you will get new invoices and reminders by email.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'owner@northgate.example',
    subject: 'Copy of the signed agreement',
    description: 'Insurance wants the signed agreement with proof of who signed.',
    category: 'account',
    impact: 'one',
    urgency: 'low',
    status: 'closed',
    assignee: 'admin@millwright.example',
    tags: ['agreement'],
    openedAgo: 1412,
    messages: [
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 0.4,
        body: md`
          You can download it any time: open it under Agreements and select *Download PDF*. The last page shows the name \
          you typed, your account, the time, your IP address and a checksum of the exact text, which is what \
          insurers usually ask for. I attached nothing here on purpose, so the document stays in one place.
        `,
      },
      {
        by: 'owner@northgate.example',
        kind: 'reply',
        at: 0.6,
        body: 'Got it, sent it on.',
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Lakeshore Family Dental',
    subject: 'Scanner emails to the report mailbox are rejected',
    description: md`
      \`535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.\` The dental \
      office scans insurance forms to the mailbox your intake reads. It worked last month.
    `,
    category: 'integration',
    impact: 'one',
    urgency: 'low',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['smtp', 'microsoft-365'],
    openedAgo: 1598,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1.5,
        body: md`
          Someone turned off SMTP AUTH for the whole tenant, which is sensible. I would not turn it on again for one \
          scanner. The device supports sending without sign-in to the tenant's MX on port 25; that works for \
          recipients inside the tenant, and the report mailbox is one.

          Settings for the device: server \`lakeshorefamilydental-example.mail.protection.outlook.com\`, port 25, TLS \
          on, no user. Then add the office's public address to the SPF record or a connector.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 4,
        body: 'Set up with a connector. Scans come in.',
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'Autotask webhook turned itself off',
    description: "No ticket events since 4 am. In Autotask the webhook is set to inactive and I sure didn't do that.",
    category: 'integration',
    impact: 'all',
    urgency: 'high',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['autotask', 'webhook'],
    openedAgo: 1803,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.2,
        body: md`
          I see the last event at 4:02. Autotask deactivates a webhook after too many failed deliveries, and we did \
          miss a number of them: from 3:30 to 4:00 our intake was down for maintenance, which took longer than \
          planned. This is our fault.

          Webhook is active again. I am reading what changed in between from the API.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 0.5,
        body: md`
          58 tickets changed in the window. Intake must answer 200 from the edge and queue, even when the workers are \
          down. Post-mortem page started.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1.2,
        body: md`
          All 58 ticket changes since 4:02 are processed, triage included. From tonight the receiver accepts and \
          stores events even while the rest is restarted, and a check every five minutes makes sure that the webhook \
          is still active, and reactivates it if not.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 1.5,
        body: 'Appreciate the straight answer.',
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Lakeshore Family Dental',
    subject: 'Documentation freshness flags pages that were reviewed',
    description: md`
      It nags about "not reviewed for 180 days" on docs my team reviewed last week. They open it, read it, it's fine, \
      they close it. That's a review.
    `,
    category: 'automation',
    impact: 'some',
    urgency: 'low',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['it-glue', 'documentation'],
    openedAgo: 2051,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 2,
        body: md`
          IT Glue changes \`updated-at\` only when something is saved, and reading leaves no trace in the API. So the \
          automation cannot see that kind of review. I would add a button to the nag message: "Reviewed, nothing to \
          change". It writes the date and the name into a field of the document, and the clock starts over.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 3,
        body: 'Simple. Do it.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 28,
        body: md`
          Live. The button also offers "wrong, needs work", which opens a ticket in your documentation queue. The 40 \
          documents your team looked at last week are marked as reviewed with their names, from the IT Glue activity \
          log.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'owner@northgate.example',
    subject: 'Caller read a card number to the agent. Where is it now?',
    description: 'I need to know before I talk to the client.',
    category: 'voice',
    impact: 'some',
    urgency: 'high',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['voice-agent', 'privacy'],
    openedAgo: 2307,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.3,
        body: md`
          Short answer: it is not stored. The transcript replaces runs of 13 to 19 digits that pass the card check \
          with \`[number removed]\` before anything is saved, and the audio of that call was not kept, because \
          recording is off for your lines.

          I checked this call in particular: transcript has the marker at 1:12, ticket in Autotask has the marker, \
          logs have nothing.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 0.6,
        body: md`
          Digits spoken with long pauses come as separate segments, checked that the joiner handles that: yes up to 6 \
          s. Two callers in test with 10 s pauses slipped through. Fix before next release.
        `,
      },
      {
        by: 'owner@northgate.example',
        kind: 'reply',
        at: 0.9,
        body: 'Good. Put that in writing for our security binder.',
      },
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 5,
        body: md`
          Of course. I emailed you a two-page description of what the voice agent stores, for how long, and what it \
          removes. As of today, the agent also interrupts politely when a caller starts to read \
          a card number and says that we cannot take it by phone.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Brightwater Property Management',
    subject: 'Ticket summary named the wrong contact',
    description: md`
      The closing summary to Brightwater thanked "Maria Santos" when the ticket was from Mariah Santiago. Both work \
      there. It's minor until it isn't.
    `,
    category: 'ai',
    impact: 'one',
    urgency: 'medium',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['summary'],
    openedAgo: 2556,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 2.4,
        body: md`
          I read the run: the body of the email was signed "M.S.", and the model took the first match from the contact \
          list in its context. Names must not be guessed. The requester's name is now filled in from the ticket after \
          the text is written, and the prompt tells the model to leave a placeholder. The model no longer gets the contact list \
          at all.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 2.8,
        body: 'Same pattern in reply-draft prompt. Changed in draft v9, Helen made it live.',
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 5,
        body: 'Makes sense. Less for it to make up.',
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Oak Hollow Senior Living',
    subject: 'Retired devices keep showing in the client report',
    description: md`
      31 machines at Oak Hollow haven't been online for 60+ days. They're in a closet. The report says "31 devices \
      without patches".
    `,
    category: 'reporting',
    impact: 'some',
    urgency: 'low',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['datto-rmm', 'inventory'],
    openedAgo: 2804,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 4,
        body: md`
          The report counts every device that Datto RMM knows. I added a limit: devices not seen for 30 days go to a \
          section of their own with last seen date and last user, and do not count for patching. Is 30 right, or do \
          you have staff on long leave?
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 6.5,
        body: 'Make it 45.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 7,
        body: md`
          It is 45 for all your clients, and can be set per client under the automation's settings. Oak Hollow's next \
          report shows 31 in the closet section and 4 real machines behind on patches.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Harlan & Pruitt LLP',
    subject: 'Out-of-office loop created 140 ticket notes overnight',
    description: md`
      An attorney's out-of-office answered your ticket notification, which produced a note, which produced a \
      notification... 140 rounds.
    `,
    category: 'automation',
    impact: 'some',
    urgency: 'high',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['mail-loop', 'autotask'],
    openedAgo: 3109,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.2,
        body: 'I stopped the loop: notifications to that address are on hold. I am looking at the headers.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1.4,
        body: md`
          Her out-of-office is sent by a gateway that strips \`Auto-Submitted\` and \`X-Auto-Response-Suppress\`, so \
          our detection saw an ordinary reply. I added two more tests that need no headers: the same sender with the \
          same text within ten minutes, and more than five messages from one sender on one ticket in an hour. Either \
          one stops notifications for that ticket and notifies your dispatcher.

          The 140 notes are removed from the Autotask ticket; I left the first one.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 2,
        body: 'Thanks for cleaning up too.',
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'Can triage run without changing anything for a week?',
    description: "I'm not letting a model loose on 900 tickets a week without seeing what it would do first.",
    category: 'automation',
    impact: 'all',
    urgency: 'medium',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['go-live'],
    openedAgo: 3402,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.9,
        body: md`
          That is exactly how I would start too. It is in observe mode as of now: it reads each new ticket and records \
          the category, priority and queue it *would* set, without writing to Autotask. You get a list every morning \
          with its answer next to what your dispatcher chose.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 72,
        body: md`
          After three days: agrees with my dispatcher on 88%, and of the rest I'd say it's right half the time. Hates \
          VPN tickets for some reason.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 73,
        body: md`
          VPN: their issue type is called "Remote Access / RAS", nobody calls it RAS. Add synonyms from issue type \
          descriptions.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 96,
        body: md`
          It now knows that your "Remote Access / RAS" means VPN; agreement on those tickets went from 41% to 93% on \
          the same three days.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 168,
        body: 'OK, go live for category and queue, priority stays with us for another two weeks.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 169.1,
        body: md`
          Live as you describe. Priority remains in observe mode and I put a reminder in for both of us in two weeks.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'Can\'t connect Datto RMM, "invalid credentials"',
    description: 'Created the API user, pasted key and secret three times. Always invalid credentials.',
    category: 'integration',
    impact: 'all',
    urgency: 'medium',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['datto-rmm', 'setup'],
    openedAgo: 3706,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.4,
        body: md`
          The keys are probably fine. Datto RMM has several platforms and each has its own API address; the connection \
          form was preset to Pinotage. If your Datto login page starts with \`concord\`, choose Concord in the list. A \
          key from one platform is unknown to the others, which produces that message.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 0.5,
        body: "Concord. Connected. Maybe don't preset it.",
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1,
        body: 'Done, the form now asks for the address you see in the browser and works it out from there.',
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'owner@northgate.example',
    subject: 'Owner or member for Marcus?',
    description: 'What can he not do as a member?',
    category: 'account',
    impact: 'one',
    urgency: 'low',
    status: 'closed',
    assignee: 'admin@millwright.example',
    tags: ['users', 'roles', 'how-to'],
    openedAgo: 4010,
    messages: [
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 0.5,
        body: md`
          A member sees all tickets, projects and automations, and can open and answer everything. What stays with \
          owners: invoices and payments, buying, signing, approving estimates, inviting or removing users, API keys, \
          and the company profile.
        `,
      },
      {
        by: 'owner@northgate.example',
        kind: 'reply',
        at: 0.8,
        body: 'Member then.',
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'What do you need from us before kickoff?',
    description: 'Send me the list so I can get it done before the call, not during.',
    category: 'integration',
    impact: 'all',
    urgency: 'low',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['setup', 'service-account'],
    openedAgo: 4255,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1.1,
        body: md`
          Gladly. In the order that usually takes longest:

          1. **Autotask**: an API-only user with a security level copied from *API User (system)*, tracking identifier \
          set to ours, no access to contract costs
          2. **Datto RMM**: API access turned on in global settings, one API user, key and secret
          3. **IT Glue**: API key without password access
          4. **Microsoft 365**: consent for our app in your own tenant; clients follow through GDAP, reader roles \
          first
          5. **Pax8**: client ID and secret from Integrations
          6. **Duo**: Admin API application, read first, write when we come to offboarding

          Please enter them on the connection screen and not in this ticket.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 30,
        body: 'All six are in. The Autotask one took an hour to find, as predicted.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 31.5,
        body: 'All six connections work. See you at kickoff.',
      },
    ],
  },
]
