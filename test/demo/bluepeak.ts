import type { DemoTicket } from './conversations.ts'
import { md } from './md.ts'

/** All tickets of Bluepeak Managed Services. */
export const bluepeak: DemoTicket[] = [
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    client: 'Anchor Point Marine Supply',
    subject: 'NinjaOne conditions reset but the ConnectWise ticket stays open',
    description: md`
      Disk and service conditions at Anchor Point reset by themselves in NinjaOne, which is what we want, but the \
      matching ConnectWise tickets stay in *New (Alert)*. I counted 26 this morning. I believe this began when we \
      moved Anchor Point to the new "Servers 2" policy, because clients on the old policy are fine. Could you compare \
      the two?
    `,
    category: 'automation',
    impact: 'some',
    urgency: 'medium',
    status: 'new',
    tags: ['ninjaone', 'alerts'],
    openedAgo: 0.9,
    messages: [],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    subject: 'Can a monthly report skip a client?',
    description: md`
      We are parting ways with one client at month end and they should not get another report. I see the schedule, but \
      only for all clients at once.
    `,
    category: 'reporting',
    impact: 'one',
    urgency: 'low',
    status: 'new',
    tags: ['how-to', 'reports'],
    openedAgo: 11,
    messages: [],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    subject: 'Invoice sync to QuickBooks stopped, 19 invoices missing',
    description: md`
      Hello, the nightly sync from ConnectWise to QuickBooks Online did not post anything. Log from the run page is \
      attached. Our accountant closes the week this afternoon and she is missing 19 invoices, roughly $31,400. I have \
      not changed anything in QuickBooks.
    `,
    category: 'integration',
    impact: 'all',
    urgency: 'high',
    status: 'in_progress',
    assignee: 'engineer@millwright.example',
    tags: ['quickbooks', 'invoices'],
    openedAgo: 5.1,
    attach: ['invoice-sync.log'],
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.2,
        body: md`
          Good morning Priya. The log says \`invalid_grant\`: QuickBooks no longer accepts the refresh token. Intuit \
          replaces that token about once a day, and the old one stops working. Last night two of our workers renewed \
          it at the same second, and the one that saved last saved the older token. That is our bug; nobody at \
          Bluepeak did anything wrong.

          What I need is two minutes of you or your accountant: Automations, Invoice sync, *Reconnect QuickBooks*. \
          After that I start the run at once.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 0.6,
        body: 'Reconnected. It shows "Bluepeak Managed Services LLC", green.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 0.7,
        body: md`
          Reminder to self: token refresh has to take the row lock first. Two workers since the scaling change last \
          week. Check which other OAuth connections rotate (Xero yes, HubSpot no).
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1,
        body: md`
          All 19 are in QuickBooks: $31,412.50, the same total as in ConnectWise. I compared number, customer, tax and \
          amount for each. Your accountant can close.

          I keep this ticket open until the lock that prevents two renewals at once has run through tonight's sync.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 1.3,
        body: 'She has them. Thank you for being quick, and for the comparison, that saved her an hour.',
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    client: 'Coastal Title & Escrow',
    subject: 'Agreement additions do not follow the device count',
    description: md`
      Coastal Title's agreement bills 34 workstations. NinjaOne has 41. I attached what I pulled for all clients, five \
      of them are off. Some too high, some too low, so it is not only lost money, it is also a matter of trust with \
      clients.
    `,
    category: 'billing',
    impact: 'some',
    urgency: 'medium',
    status: 'in_progress',
    assignee: 'engineer@millwright.example',
    tags: ['agreements', 'additions', 'ninjaone'],
    openedAgo: 46,
    attach: ['agreement-additions.csv'],
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 2,
        body: md`
          Thank you for the file, I went through the rows that differ:

          - **Coastal Title** and **Seabright**: the addition has an *effective date* in the future, put there when \
          you renewed. The sync only updates additions effective today.
          - **Whitman & Sons**: seven devices carry the role "Virtual Machine", which your mapping does not count.
          - **Saltmarsh**: two additions with the same product, the sync updates the first it meets.
          - **Anchor Point**: correct by Friday; four laptops were retired in NinjaOne after the last run.

          The first two are a gap in the automation. I will fix it without charge. The mapping for virtual machines is \
          your decision.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 5,
        body: md`
          Virtual machines count as servers for us, please map them so. For Saltmarsh, cancel the second addition, it \
          is left over from a trial.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 24,
        body: md`
          Cancelling an addition changes the next invoice. Set \`cancelledDate\` to the last day of the current cycle, \
          not today, else CW prorates. Ask for a preview invoice before committing.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 26.2,
        body: md`
          Done so far:

          1. virtual machines map to *Managed Server*
          2. Saltmarsh's leftover addition ends with the current billing cycle
          3. the run now also reads additions whose effective date is ahead and lists them, with the date, in the \
          preview you get before the first of the month

          Tonight's preview will show quantities for all clients. Nothing is written until you press *Apply*.
        `,
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    subject: 'Move our Hudu device pages to the new layout',
    description: md`
      We made a new asset layout "Workstation v2" with fewer fields. 640 assets are still in the old one. Can the sync \
      write to the new layout, and can you move what exists? I would rather pay a few hours than have an intern do it.
    `,
    category: 'integration',
    impact: 'some',
    urgency: 'low',
    status: 'in_progress',
    assignee: 'engineer@millwright.example',
    tags: ['hudu', 'documentation'],
    openedAgo: 89,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 6.1,
        body: md`
          Yes to both. Hudu cannot change the layout of an existing asset, so each one is created again in the new \
          layout and its relations, attachments and password links are moved before the old asset is archived. I \
          estimate four hours, most of it checks. The estimate is on this ticket for your approval.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 9,
        body: 'Approved. Please do Seabright first, they are small and forgiving.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 53,
        body: md`
          Seabright is done: 38 assets in "Workstation v2", 38 archived in the old layout, all 112 relations present. \
          Please look at two or three and tell me whether notes belong in *Notes* or in *History*; I put them in \
          Notes. The other clients follow in batches of 50, since Hudu allows 300 requests a minute and your \
          technicians use the same allowance.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 70,
        body: 'Notes is right. Carry on.',
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    client: 'Seabright Montessori School',
    subject: 'Teacher accounts need a start date in August',
    description: md`
      Seabright hires in spring for August. Onboarding creates the account the day the form comes in, so licenses run \
      for months unused. Could it wait?
    `,
    category: 'automation',
    impact: 'one',
    urgency: 'medium',
    status: 'waiting_on_partner',
    assignee: 'engineer@millwright.example',
    tags: ['onboarding', 'change-request'],
    openedAgo: 34,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 2.8,
        body: md`
          It can: the form gets a *start date*, the account is created disabled seven days before, the license is \
          assigned two days before, and sign-in is opened at 6 am on the day. Until then the request is listed under \
          *Scheduled* where you may change or cancel it.

          One point I cannot decide for you: the principal gets the welcome letter with the first password. Should \
          that go out with the account a week ahead, or on the first morning?
        `,
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    client: 'Whitman & Sons Roofing',
    subject: 'Trial of the voice agent for one client',
    description: md`
      Whitman & Sons lose calls when all crews are out. I want to try the voice agent with them for a month, not for \
      everyone.
    `,
    category: 'voice',
    impact: 'some',
    urgency: 'medium',
    status: 'waiting_on_partner',
    assignee: 'admin@millwright.example',
    tags: ['voice-agent'],
    openedAgo: 141,
    messages: [
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 1.5,
        body: md`
          What a good first client for it! A trial for a single line is no problem. We need the hours, the list of who \
          takes which kind of call, and ten or so typical questions callers ask.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 46,
        body: md`
          Hours are 6:30 to 5, Monday to Saturday. Leaks go to Pete's cell phone at any hour, estimates become a \
          ticket for Sherry. Questions I will collect.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 48.2,
        body: md`
          Agent drafted with those hours. "Leak" alone is too wide: half of roofing calls mention a leak. Suggest: \
          leak AND water coming in now.
        `,
      },
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 50,
        body: md`
          Tomasz has a first version ready. He suggests that Pete is called at night only when water is coming in \
          *now*, and that an old or slow leak becomes a morning call, otherwise Pete will not sleep. Do you and Pete \
          agree? And could you send the typical questions, even if it is only five?
        `,
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    client: 'Coastal Title & Escrow',
    subject: 'License change at Coastal Title fails with "CountViolation"',
    description: md`
      Group-based licensing shows CountViolation for six users even though we bought ten more seats of Business \
      Premium on Tuesday. The portal shows 10 available. The automation retries every hour and fails every hour.
    `,
    category: 'licences',
    impact: 'some',
    urgency: 'medium',
    status: 'waiting_on_third_party',
    assignee: 'engineer@millwright.example',
    tags: ['microsoft-case', 'licenses'],
    openedAgo: 106,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1.9,
        body: md`
          I get the same answer from Graph as you do in the portal, so the automation is telling the truth. The new \
          seats are visible under the new subscription ID, but the tenant's license pool still counts the old one, \
          which was expanded and then partially canceled on the same day. Reprocessing the group did not help.

          I have opened a case with Microsoft through your distributor's support and set the retries to once every six \
          hours, so that your users do not get half of a license in the meantime. They work on Business Standard until \
          then.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 3,
        body: 'Understood. As long as mail works they will not notice.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 52.5,
        body: md`
          MS asked for the fiddler trace of the portal action. Sent HAR from our test admin instead, accepted.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 76,
        body: md`
          Microsoft sees the mismatch and has handed it to the commerce team. Their estimate is three business days.
        `,
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    subject: 'Ticket notes from the automation fail with 403 since this morning',
    description: md`
      Triage can still read tickets, but adding the internal note fails: \`403 Forbidden\` on \`POST \
      /service/tickets/{id}/notes\`. We tidied up security roles yesterday evening.
    `,
    category: 'integration',
    impact: 'some',
    urgency: 'high',
    status: 'resolved',
    assignee: 'engineer@millwright.example',
    tags: ['connectwise', 'security-role'],
    openedAgo: 48,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.5,
        body: md`
          The tidying explains it. Our API member now has the role *API Read Mostly*, and there *Service Desk, Service \
          Tickets, Add Level* is set to None. Reading needs Inquire, adding a note needs Add. Please set for that \
          role:

          - Service Tickets: Add **All**, Edit **All**, Inquire **All**, Delete None
          - Close Service Tickets: Edit None (we never close)
          - Companies, Contacts, Configurations: Inquire All
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 1.4,
        body: 'Changed. The 14:30 run worked.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1.9,
        body: 'I posted the 22 notes that were missing, each marked with the time it was originally written.',
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    subject: 'Drafted replies are too cheerful',
    description: md`
      The reply drafts say "Great question!" and "I'd be delighted". My clients are title officers and roofers. Please \
      make it sober.
    `,
    category: 'ai',
    impact: 'one',
    urgency: 'low',
    status: 'resolved',
    assignee: 'admin@millwright.example',
    tags: ['reply-draft', 'tone'],
    openedAgo: 96,
    messages: [
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 0.8,
        body: md`
          Understood, no delight. May I take five replies that you consider well written as examples? You can paste \
          the ticket numbers here.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 2,
        body: '48211, 48230, 48307, 48352, 48390.',
      },
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 25.5,
        body: md`
          Thank you, those are lovely and short. The drafts for Bluepeak now follow them: answer first, no exclamation \
          points, no compliments, sign with the technician's name only. I ran it on 30 past tickets, you can read them \
          side by side under the automation's *Examples*.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 28,
        body: 'Much better. It sounds like us.',
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    subject: 'Patch report counts "pending reboot" as missing patches',
    description: md`
      48 workstations on the list, but on 39 of them the patches are installed and only the restart is missing. \
      Clients call us about it.
    `,
    category: 'automation',
    impact: 'some',
    urgency: 'medium',
    status: 'resolved',
    assignee: 'engineer@millwright.example',
    tags: ['ninjaone', 'patching'],
    openedAgo: 162,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 3.2,
        body: md`
          You are right that those are two different things. NinjaOne returns both under one status group, and I read \
          the finer field now. The report has three columns: missing, installed and waiting for restart, failed. \
          Machines that wait longer than seven days for a restart get a line of their own, because at that point it \
          does matter.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 5.5,
        body: 'Can it also ask the user to restart?',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 27,
        body: md`
          It can send the NinjaOne reboot prompt after three days, at most once a day between 9 and 4, never on \
          servers. I switched it on for Saltmarsh and Whitman & Sons only; the switch is per client in the settings.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 52,
        body: 'Down from 39 to 6 in two days. I turned it on for the rest.',
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    subject: 'Company name on invoices',
    description: 'Please use "Bluepeak Managed Services LLC" on invoices, the LLC is missing.',
    category: 'account',
    impact: 'one',
    urgency: 'low',
    status: 'resolved',
    assignee: 'admin@millwright.example',
    tags: ['company-profile'],
    openedAgo: 231,
    messages: [
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 1.1,
        body: md`
          Corrected for all future invoices. As invoices already issued cannot be altered, I can send a one-page \
          confirmation that both names are the same company, should your accountant want it.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 1.5,
        body: 'No need, thank you.',
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    subject: 'ConnectWise maintenance this weekend, anything to do?',
    description: md`
      ConnectWise announced a version upgrade of our instance for Saturday 10 pm to 2 am. Do I have to pause anything?
    `,
    category: 'integration',
    impact: 'all',
    urgency: 'medium',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['connectwise', 'upgrade'],
    openedAgo: 402,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1,
        body: md`
          Nothing for you to do. I have put a pause on all automations that write to ConnectWise from 9:45 pm until \
          the instance answers with its new version and three test calls succeed. We request a fixed API version, so \
          the upgrade does not change the format of answers.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 60,
        body: md`
          The upgrade was finished at 1:20 am, automations resumed at 1:31, 14 waiting items written. One observation: \
          the callback for closed tickets had been removed during the upgrade, I registered it again.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 62,
        body: 'Good to know somebody looked.',
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    client: 'Saltmarsh Brewing Company',
    subject: 'Offboarding removed a user from a shared calendar she owned',
    description: md`
      A manager left Saltmarsh and with her the brewery tour calendar disappeared for everyone. Bookings are in there \
      for the whole summer.
    `,
    category: 'automation',
    impact: 'one',
    urgency: 'medium',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['offboarding'],
    openedAgo: 560,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.3,
        body: md`
          The calendar is in her mailbox, and the mailbox still exists; it was only hidden from the address list and \
          its sharing was removed. I gave the tour team their access back a minute ago, please ask them to reopen \
          Outlook.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 3.4,
        body: md`
          To prevent a repeat: before sharing is removed, the automation now lists calendars in the mailbox that \
          others used in the last 30 days and asks the approver who takes them over. For the tour calendar I suggest a \
          shared mailbox \`tours@\`; I can move the 214 bookings there.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 4,
        body: 'Everyone sees it again. Yes please, tours@ is a good idea.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 5,
        body: md`
          Move with organizer preserved is not possible, meetings would resend. Copy as appointments without \
          attendees, keep links in body.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 27.2,
        body: md`
          \`tours@\` has all 214 bookings as appointments. No invitations were sent to guests. The old calendar is \
          read only and can go with the mailbox after 30 days.
        `,
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    subject: 'What happens to hours that expire?',
    description: 'I have some hours left from the first pack. Can they be extended?',
    category: 'billing',
    impact: 'one',
    urgency: 'low',
    status: 'closed',
    assignee: 'admin@millwright.example',
    tags: ['hours'],
    openedAgo: 745,
    messages: [
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 0.6,
        body: md`
          Each pack is good for a year from the day it is paid, and the oldest are always used first, so in practice \
          few are lost. You will get a notice 30 days before anything expires. If the date ever comes close while work \
          is already planned with us, write to me before it does and I will see what I can do; once expired I can't \
          bring them back.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 1,
        body: 'Clear, thank you.',
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    subject: 'Hudu sync fails with 422 on "Serial"',
    description: '`{"error":"Custom fields is invalid: serial can\'t be blank"}` for eleven new devices.',
    category: 'integration',
    impact: 'some',
    urgency: 'medium',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['hudu', 'api'],
    openedAgo: 1010,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1.8,
        body: md`
          In your layout the field *Serial* is required, and those eleven are custom-built PCs whose board reports no \
          serial number. The sync skipped them because Hudu refuses the page.

          I could fill in the NinjaOne device ID with a prefix, e.g. \`NINJA-40817\`, so that every page exists and \
          the value is unique and recognizable. All right with you?
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 2.2,
        body: 'That works for us.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 2.9,
        body: 'Eleven pages created. When a real serial shows up later it replaces the stand-in.',
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    client: 'Anchor Point Marine Supply',
    subject: 'Ticket times in the client report are three hours off',
    description: md`
      Anchor Point is in Oregon, their report shows Eastern time. "Opened at 9 pm" looks as if their staff never goes \
      home.
    `,
    category: 'reporting',
    impact: 'some',
    urgency: 'low',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['reports', 'time-zone'],
    openedAgo: 1390,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 4.1,
        body: md`
          Reports used your company's time zone for every client. A client can now have its own; I set Anchor Point to \
          Pacific and created last month's report again. It replaces the old one under Reports, nothing was mailed.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 7,
        body: 'Lovely, I will send it myself.',
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    subject: 'Triage sends everything from Coastal to the Projects board',
    description: md`
      For three days all tickets from Coastal Title went to our Projects board, where nobody looks for incidents. Two \
      people waited a day for a password reset.
    `,
    category: 'ai',
    impact: 'some',
    urgency: 'medium',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['triage', 'boards'],
    openedAgo: 1720,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.4,
        body: md`
          I moved the nine open ones back to Service Desk, sorted by age. Password resets first.

          The reason: Coastal's mail signature was changed and now ends with "Ask us about our new office project!". \
          The model read that as the subject of the mail. Signatures are cut off before triage, but this one has no \
          separator line.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 0.9,
        body: md`
          Add signature learning: text identical at the end of 3+ mails from the same domain is removed. Regression \
          case saved from this ticket.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 22,
        body: md`
          Repeated endings of mails from the same domain are now recognized and removed, separator or not. I replayed \
          Coastal's last 60 tickets: none goes to Projects, except the two that are about the new office.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 24,
        body: 'I had to laugh. All good now.',
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    subject: 'Reference call',
    description: 'A fellow MSP owner asked whether we are happy with you. May I give them your direct contact?',
    category: 'other',
    impact: 'one',
    urgency: 'low',
    status: 'closed',
    assignee: 'admin@millwright.example',
    tags: ['referral'],
    openedAgo: 2240,
    messages: [
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 1.2,
        body: md`
          That is very kind, Priya. Please do: they can write to support@millwright.example and mention your name, \
          then I will call them myself. We will say nothing about your setup, that is yours to tell.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 1.4,
        body: 'Will do.',
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    subject: 'NinjaOne connection lost after our admin left',
    description: md`
      All NinjaOne automations fail with 401 since this morning. Yesterday was Rafael's last day and we deactivated \
      him. Is it connected to his user?
    `,
    category: 'integration',
    impact: 'all',
    urgency: 'high',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['ninjaone', 'oauth'],
    openedAgo: 2890,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.2,
        body: md`
          It is. The connection was authorized with Rafael's sign-in, so its permission ended with his account. An API \
          app of type *API Services (machine-to-machine)* in NinjaOne belongs to the company and not to a person. \
          Under Administration, Apps, API please add one with scopes Monitoring and Management, grant type client \
          credentials, and enter ID and secret on the connection screen.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 0.7,
        body: 'Entered.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1,
        body: md`
          All six automations run again. Missed alerts between 8:00 and 8:52: 12, of which 5 were still open; tickets \
          exist for those now.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 1.2,
        body: 'Relieved. I will add this to our own offboarding list.',
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    client: 'Saltmarsh Brewing Company',
    subject: 'First automation: which one would you start with?',
    description: md`
      We have signed and I would like to begin with something that shows my team quickly that this is worth it, \
      without risk.
    `,
    category: 'automation',
    impact: 'one',
    urgency: 'low',
    status: 'closed',
    assignee: 'engineer@millwright.example',
    tags: ['go-live'],
    openedAgo: 4120,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 2.5,
        body: md`
          Then I would start with the agreement check: it compares device counts in NinjaOne with the quantities in \
          your ConnectWise agreements and only reports. It changes nothing, and for most companies the first report \
          finds something. Saltmarsh is a good test, as you know every machine there.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 26,
        body: 'Agreed. Start there.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 74,
        body: md`
          The first report is in your portal. At Saltmarsh three billed workstations no longer exist, and two servers \
          are not billed. The other clients can follow whenever you say so.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 76,
        body: 'Two servers for eleven months! My team is convinced. Please add everyone.',
      },
    ],
  },
]
