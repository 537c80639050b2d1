import type { DemoTicket } from './demo-ticket.ts'
import { md } from './md.ts'

/** All tickets of Bluepeak Managed Services. */
export const bluepeak: DemoTicket[] = [
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    client: 'Anchor Point Marine Supply',
    subject: 'NinjaOne conditions reset but the ConnectWise ticket stays open',
    description: md`
      Disk and service conditions at Anchor Point clear on their own in NinjaOne, which is what we want, but the \
      matching ConnectWise tickets stay in *New (Alert)*. I counted 26 this morning. I think this started when we \
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
      We're parting ways with a client at the end of the month, and they shouldn't get another report. I only see one \
      schedule for all clients.
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
      The nightly sync from ConnectWise to QuickBooks Online didn't post anything. The log from the run page is \
      attached. Our accountant closes the week this afternoon and she is missing 19 invoices, roughly $31,400. I \
      haven't changed anything in QuickBooks.
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
          it at the same second, and the one that saved last saved the older token. That's our bug. Nobody at Bluepeak \
          did anything wrong.

          I need two minutes from you or your accountant: Automations, Invoice sync, *Reconnect QuickBooks*. \
          Then I'll rerun it right away.
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

          I'll keep this ticket open until the lock that prevents two renewals at the same time has made it through \
          tonight's sync.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 1.3,
        body: 'She has them. Thanks for the quick turnaround, and for the comparison. It saved her an hour.',
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    client: 'Coastal Title & Escrow',
    subject: 'Agreement additions do not follow the device count',
    description: md`
      Coastal Title's agreement bills 34 workstations. NinjaOne has 41. I attached what I pulled for all clients. Five \
      of them are off, some too high and some too low, so it's not just lost revenue. It's a trust issue with our \
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
          Thanks for the file. I went through the rows that don't match:

          - **Coastal Title** and **Seabright**: the addition has an *effective date* in the future, put there when \
          you renewed. The sync only updates additions effective today.
          - **Whitman & Sons**: seven devices carry the role "Virtual Machine", which your mapping does not count.
          - **Saltmarsh**: two additions with the same product, and the sync updates the first one it finds.
          - **Anchor Point**: correct by Friday; four laptops were retired in NinjaOne after the last run.

          The first two are a gap in the automation. I'll fix it at no charge. How to map virtual machines is your call.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 5,
        body: md`
          We bill virtual machines as servers, so please map them that way. For Saltmarsh, cancel the second addition. \
          It's left over from a trial.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 24,
        body: md`
          Canceling an addition changes the next invoice. Set \`cancelledDate\` to the last day of the current cycle, \
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
          3. the run now also reads additions with a future effective date and lists them, with the date, in the \
             preview you get before the first of the month

          Tonight's preview will show quantities for all clients. Nothing is written until you click *Apply*.
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
      write to the new layout, and can you move what exists? I'd rather pay for a few hours than have an intern do it.
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
          estimate four hours, mostly for checking. The estimate is on this ticket for your approval.
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
          technicians share that limit.
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
      Seabright hires in spring for August. Onboarding creates the account the day the form comes in, so licenses sit \
      unused for months. Can it wait?
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
          assigned two days before, and sign-in is enabled at 6 am on the start date. Until then, the request is \
          listed under *Scheduled*, where you can change or cancel it.

          One thing I can't decide for you: the principal gets the welcome letter with the initial password. Should \
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
      Whitman & Sons misses calls when all crews are out. I'd like to try the voice agent with just them for a month.
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
          They're a great first client for it! A trial on a single line is no problem. We need the hours, the list of \
          who takes which kind of call, and ten or so typical questions callers ask.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 46,
        body: md`
          Hours are 6:30 to 5, Monday to Saturday. Leaks go to Pete's cell phone at any hour, estimates become a \
          ticket for Sherry. I'll collect the questions.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 48.2,
        body: md`
          Agent drafted with those hours. "Leak" alone is too broad: half of roofing calls mention a leak. Suggest: \
          leak AND water coming in now.
        `,
      },
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 50,
        body: md`
          Tomasz has a first version ready. He suggests that Pete is called at night only when water is coming in \
          *now*, and that an old or slow leak becomes a morning call. Otherwise Pete won't get any sleep. Do you and \
          Pete agree? And could you send the typical questions, even if it is only five?
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
    category: 'licenses',
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
          hours, so your users don't end up with half a license in the meantime. They're on Business Standard until \
          then.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 3,
        body: 'Understood. As long as email works, they won’t notice.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 52.5,
        body: md`
          MS asked for the Fiddler trace of the portal action. Sent HAR from our test admin instead, accepted.
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
    subject: 'Ticket notes from the automation have failed with 403 since this morning',
    description: md`
      Triage can still read tickets, but adding the internal note fails: \`403 Forbidden\` on \`POST \
      /service/tickets/{id}/notes\`. We cleaned up security roles last night.
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
          The cleanup explains it. Our API member now has the role *API Read Mostly*, and there *Service Desk, Service \
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
      tone it down.
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
          Got it, no delight. Could you pick five replies that you think are well written as examples? Just paste the \
          ticket numbers here.
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
          Thanks, those are short and clear. The drafts for Bluepeak now follow them: answer first, no exclamation \
          points, no compliments, sign with the technician's name only. I ran it on 30 past tickets. You can compare \
          them side by side under the automation's *Examples*.
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
      Clients are calling us about it.
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
          You're right, those are two different things. NinjaOne returns both under one status group, so I now read \
          the more detailed field. The report has three columns: missing, installed and waiting for restart, failed. \
          Machines that wait longer than seven days for a restart get their own row, because at that point it does \
          matter.
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
          servers. I turned it on for Saltmarsh and Whitman & Sons only. You can turn it on per client in the settings.
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
    description: 'Please use "Bluepeak Managed Services LLC" on our invoices. The LLC is missing.',
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
          Fixed for all future invoices. Issued invoices can't be changed, but I can send a one-page confirmation that \
          both names are the same company if your accountant wants one.
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
          Nothing for you to do. I've paused all automations that write to ConnectWise from 9:45 pm until the instance \
          reports its new version and three test calls succeed. We pin the API version, so the upgrade won't change \
          the response format.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 60,
        body: md`
          The upgrade finished at 1:20 am, automations resumed at 1:31, and 14 queued items were written. One thing: \
          the upgrade removed the callback for closed tickets, so I registered it again.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 62,
        body: 'Good to know someone was watching.',
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    client: 'Saltmarsh Brewing Company',
    subject: 'Offboarding removed a user from a shared calendar she owned',
    description: md`
      A manager left Saltmarsh, and now the brewery tour calendar is gone for everyone. Bookings for the whole summer \
      are in there.
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
          its sharing was removed. I just gave the tour team their access back. Please ask them to reopen Outlook.
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
        body: 'Everyone can see it again. Yes please, tours@ is a good idea.',
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
          read-only and can be deleted with the mailbox after 30 days.
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
          serial number. The sync skipped them because Hudu rejects the page.

          I could fill in the NinjaOne device ID with a prefix, e.g. \`NINJA-40817\`, so that every page exists and \
          the value is unique and recognizable. Is that OK with you?
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
        body: 'Eleven pages created. When a real serial shows up later, it replaces the placeholder.',
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    client: 'Anchor Point Marine Supply',
    subject: 'Ticket times in the client report are three hours off',
    description: md`
      Anchor Point is in Oregon, but their report shows Eastern time. "Opened at 9 pm" makes it look like their staff \
      never goes home.
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
          Pacific and created last month's report again. It replaces the old one under Reports. Nothing was emailed.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 7,
        body: 'Great, I’ll send it myself.',
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    subject: 'Triage sends everything from Coastal to the Projects board',
    description: md`
      For three days, all tickets from Coastal Title have gone to our Projects board, where nobody looks for \
      incidents. Two people waited a day for a password reset.
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

          The reason: Coastal's email signature changed and now ends with "Ask us about our new office project!". \
          The model read that as the topic of the email. Signatures are cut off before triage, but this one has no \
          separator line.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 0.9,
        body: md`
          Add signature learning: text identical at the end of 3+ emails from the same domain is removed. Regression \
          case saved from this ticket.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 22,
        body: md`
          Repeated endings of emails from the same domain are now recognized and removed, with or without a separator. \
          I replayed Coastal's last 60 tickets: none goes to Projects, except the two that are about the new office.
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
    description: 'A fellow MSP owner asked whether we are happy with you. Can I give them your direct contact?',
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
          That is very kind, Priya. Please do. They can email support@millwright.example and mention your name, and \
          I'll call them myself. We won't say anything about your setup. That's yours to share.
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
      All NinjaOne automations have been failing with 401 since this morning. Yesterday was Rafael's last day and we \
      deactivated him. Is that tied to his user?
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
          It is. The connection was authorized with Rafael's sign-in, so its permission ended when his account did. An \
          API app of type *API Services (machine-to-machine)* in NinjaOne belongs to the company and not to a person. \
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
          All six automations are running again. Missed alerts between 8:00 and 8:52: 12, of which 5 are still open. \
          They now have tickets.
        `,
      },
      {
        by: 'owner@bluepeak.example',
        kind: 'reply',
        at: 1.2,
        body: 'That’s a relief. I’ll add this to our own offboarding list.',
      },
    ],
  },
  {
    company: 'bluepeak',
    requester: 'owner@bluepeak.example',
    client: 'Saltmarsh Brewing Company',
    subject: 'First automation: which one would you start with?',
    description: md`
      We've signed, and I'd like to start with something low-risk that quickly shows my team this is worth it.
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
          are not billed. We can add the other clients whenever you're ready.
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
