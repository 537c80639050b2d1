import type { DemoTicket } from './demo-ticket.ts'
import { md } from './md.ts'

/** Tickets of Northgate IT that are still open. */
export const northgateOpen: DemoTicket[] = [
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Harlan & Pruitt LLP',
    subject: 'Every alert ticket arrives twice',
    description: md`
      Every Datto RMM alert is creating two Autotask tickets, roughly four seconds apart, and it started about an hour \
      ago. Same device, same monitor, same alert UID in the description. Examples from Harlan & Pruitt:

      | Autotask ticket | Device | Monitor |
      |---|---|---|
      | ends in .0118 | HP-DC01 | Disk usage C: over 90% |
      | ends in .0119 | HP-DC01 | Disk usage C: over 90% |
      | ends in .0123 | HP-LT-044 | Service stopped: Spooler |
      | ends in .0124 | HP-LT-044 | Service stopped: Spooler |

      We changed nothing on our side. My dispatcher is closing duplicates by hand, so sooner is better.
    `,
    category: 'automation',
    impact: 'some',
    urgency: 'high',
    status: 'new',
    tags: ['datto-rmm', 'alerts'],
    openedAgo: 0.3,
    messages: [],
  },
  {
    company: 'northgate',
    requester: 'owner@northgate.example',
    subject: 'PO number on our invoices',
    description: md`
      Our bookkeeper wants our purchase order number printed on your invoices from now on. It is NG-PO-2217, good \
      through year end. Is that something I enter somewhere or do you?
    `,
    category: 'billing',
    impact: 'one',
    urgency: 'low',
    status: 'new',
    tags: ['invoice'],
    openedAgo: 1.1,
    messages: [],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'Triage files voicemail-to-email tickets under Outlook',
    description: md`
      Anything that comes in as a voicemail transcript ("New voicemail from 555-0142, 0:38") gets issue type \`Email / \
      Outlook\`. It should look at what the caller says, not at the fact that it arrived as an email with an \
      attachment.

      Eleven of these this week. It's not urgent, but the issue type report goes to clients and Brightwater already \
      asked why they have "so many Outlook problems".
    `,
    category: 'ai',
    impact: 'some',
    urgency: 'medium',
    status: 'new',
    tags: ['triage'],
    openedAgo: 2.4,
    messages: [
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 0.6,
        body: md`
          Three more to look at, since I know you'll ask: a locked-out user at Mercer Street, a dead UPS at Kessler, \
          and one that was just a wrong number. All three came out as Outlook.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'owner@northgate.example',
    subject: 'Office closed a week from Friday',
    description: md`
      We are closed all day for inventory and training. The phone agent should say so, take emergencies only, and not \
      offer callbacks before Monday. Normal greeting again Monday 7:30.
    `,
    category: 'voice',
    impact: 'some',
    urgency: 'medium',
    status: 'new',
    tags: ['voice-agent', 'greeting'],
    openedAgo: 4.8,
    messages: [],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'Which IT Glue permissions does your key really use?',
    description: md`
      We're doing an access review for our cyber insurance. The IT Glue API key we gave you at setup can read \
      passwords. As far as I can tell none of the automations we run need that.

      1. Which endpoints do you call?
      2. If I issue a new key without password access, what breaks?
      3. Can you take the new key through the connection screen or do we have to schedule a call for it?
    `,
    category: 'integration',
    impact: 'one',
    urgency: 'low',
    status: 'new',
    tags: ['it-glue', 'permissions'],
    openedAgo: 7.5,
    messages: [],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Oak Hollow Senior Living',
    subject: 'Onboarding form: add "copy groups from existing user"',
    description: md`
      Oak Hollow hires care staff in batches and always writes "same access as Jeannie" in the notes. Right now my \
      tech reads that and adds groups by hand after the automation is done.

      What I'd like: optional person picker on the form, read that user's **security groups and distribution lists**, \
      show them as a checklist to the approver, add only what is checked. Not role-assignable groups, not anything that \
      grants admin. Please send an estimate before starting.
    `,
    category: 'automation',
    impact: 'some',
    urgency: 'medium',
    status: 'new',
    tags: ['onboarding', 'change-request'],
    openedAgo: 16,
    messages: [],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Lakeshore Family Dental',
    subject: 'GDAP relationship for Lakeshore ends in 12 days, auto extend is off',
    description: md`
      Partner Center is warning me that the Lakeshore Family Dental relationship is about to expire. It was created \
      before we used auto extend. If I get a new one approved with the same roles, do your license sync and \
      onboarding pick it up, or do you pin the relationship ID somewhere?
    `,
    category: 'licenses',
    impact: 'some',
    urgency: 'medium',
    status: 'new',
    tags: ['gdap'],
    openedAgo: 0.7,
    messages: [],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'Nothing has reached Autotask for half an hour, request threshold exceeded',
    description: md`
      Alert-to-ticket, email triage and the voice agent all stopped writing to Autotask. Run history is full of this:

      \`\`\`
      09:21:07 autotask POST /V1.0/Tickets -> rejected
      09:21:07 request threshold exceeded: 10000 of 10000 in the last 60 minutes
      09:21:07 holding 1 item, next attempt 09:26:07
      \`\`\`

      That limit is for the whole Autotask database, so now our warranty sync is down too. Screenshot of API activity \
      by hour attached. Need this moving *now*, we have two clients with server alerts that exist only in my inbox.
    `,
    category: 'integration',
    impact: 'all',
    urgency: 'high',
    status: 'in_progress',
    assignee: 'engineer@millwright.example',
    tags: ['autotask', 'api-limit'],
    openedAgo: 2.2,
    attach: ['autotask-api-by-hour.png'],
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.15,
        body: md`
          I'm on it. Nothing is lost: 41 items are queued on our side and will be written in order once Autotask lets us \
          back in.

          Your screenshot shows the cause is not one of our automations. Within two hours the API user \`PBI-Sync\` \
          went from nothing to about 7,500 requests per hour, while ours stayed near 2,200. Do you know who owns that \
          user? If you can set it to inactive in Autotask, the rolling hour will drain in about 40 minutes.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 0.3,
        body: md`
          That's the Power BI connector our consultant set up last night. He has it pulling every time entry since \
          2019, one request per record, great. I turned the API user off.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 0.4,
        body: md`
          Rolling count is down to 8,900. Holding our writers until it is under 7,500, otherwise Autotask adds delay \
          per call and the backlog crawls. Server alerts for Kessler and Cedar Valley go first, I moved them to the \
          head of the queue.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1.2,
        body: md`
          We have been writing again for a quarter of an hour. All 41 held items are in Autotask; the two server \
          alerts went first (Kessler \`KPM-SQL01\`, Cedar Valley \`CVSD-HV2\`). I checked the count on both sides: 41 \
          held, 41 created, no duplicates.

          What I am doing next, at no charge:

          - our automations will stop non-urgent reads (device sync, license comparison) as soon as the database \
          reaches 60% of the threshold, so alerts keep their share
          - you get a message at that point that names the API user with the steepest growth

          I will keep this open until I have seen it work for a full business day.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 1.5,
        body: md`
          OK. Good catch on the user. The consultant wants to turn it back on tonight with \`modifiedSince\` and 500 \
          per page, tell me if you see it misbehave.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Cedar Valley School District',
    subject: 'Disk cleanup component fails on about half the machines',
    description: md`
      The disk cleanup component you gave us works on my laptop and on the newer machines. At Cedar Valley 37 of 80 \
      targets fail immediately. Log of one of them attached. Looks like a parameter that isn't there?
    `,
    category: 'automation',
    impact: 'some',
    urgency: 'medium',
    status: 'in_progress',
    assignee: 'engineer@millwright.example',
    tags: ['datto-rmm', 'powershell'],
    openedAgo: 6.4,
    attach: ['disk-cleanup-component.log'],
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.8,
        body: md`
          Thanks for the log, it answers the question. The script uses \`ForEach-Object -Parallel\`, which exists only \
          in PowerShell 7. Datto RMM runs components in Windows PowerShell 5.1 unless the script starts \`pwsh\` \
          itself, and on the machines where it "worked" our wrapper found PowerShell 7 installed and used it.

          I am rewriting it for 5.1, no new software needed on the endpoints. While I am there I will also rewrite the \
          two \`Join-Path\` calls with three parts, which are the next thing 5.1 would reject.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 1.1,
        body: md`
          Please don't "fix" it by pushing pwsh to 80 school laptops. I'd have to explain that to their board.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1.3,
        body: 'No, strictly 5.1. Test run on five devices of your choice first, then the rest.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 3.9,
        body: md`
          Rewritten with a runspace pool, limited to 4. Also added \`#requires -Version 5.1\` and a version line at \
          the top of the output so the next log shows it right away. Should check the other 14 components for the \
          same thing, list is in the runbook under "RMM components".
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Kessler Precision Machining',
    subject: '212 duplicate configuration items after we renamed a UDF',
    description: md`
      We renamed UDF 7 in Datto RMM from \`AssetTag\` to \`Asset Tag\` last night because the label looked ugly in \
      reports. The overnight device sync then created a second configuration item in Autotask for 212 devices, mostly \
      Kessler and Tri-County. Export attached.

      Some of the new ones already have tickets linked, so I can't just mass delete.
    `,
    category: 'integration',
    impact: 'some',
    urgency: 'medium',
    status: 'in_progress',
    assignee: 'engineer@millwright.example',
    tags: ['datto-rmm', 'it-glue', 'duplicates'],
    openedAgo: 27,
    attach: ['duplicate-configuration-items.csv'],
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1.4,
        body: md`
          Understood, and please do not delete any yet. I have paused the device sync for all clients so tonight's run \
          cannot add more.

          The sync matched devices by the **name** of the field that carries the asset tag. After the rename it found \
          no tag, treated the device as unknown and created it. That is a flaw in our design: the device UID from Datto \
          RMM is stable and should have been the first key. We won't charge any hours for this.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 1.9,
        body: md`
          How long is the pause? New laptops for Kessler arrive tomorrow and they need to be in IT Glue before the \
          install.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 2.5,
        body: md`
          Plan:
          1. match by \`rmmDeviceUID\` first, serial second, tag last
          2. merge script: move tickets and related items from the newer CI to the older, then set the newer inactive, \
          not delete
          3. dry run to CSV, let Marcus look at 20 rows before the real run

          Tri-County has 9 devices whose serial is \`To be filled by O.E.M.\`, those must never match on serial.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 5.2,
        body: md`
          The corrected matching is live and the sync is running again, for new devices only. Your Kessler laptops \
          will come in normally tomorrow.

          For the 212: I have a dry run that moves linked tickets to the original item and deactivates the copy. 198 \
          are clear. 14 need a person because both copies were edited by hand. I will send the list of those 14 \
          tomorrow morning with both versions side by side.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 22.5,
        body: 'Laptops came in fine. Send me the 14.',
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'owner@northgate.example',
    client: 'Brightwater Property Management',
    subject: 'Phone agent mispronounces Gough Street',
    description: md`
      Brightwater's tenants are complaining. The agent reads "Gough" like "go". It is "goff". Also please check \
      "Vallejo" (va-LAY-ho). Embarrassing, small fix I hope.
    `,
    category: 'voice',
    impact: 'some',
    urgency: 'medium',
    status: 'in_progress',
    assignee: 'engineer@millwright.example',
    tags: ['voice-agent', 'pronunciation'],
    openedAgo: 31,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 3.1,
        body: md`
          It is a small fix. The speech engine guesses names from spelling, so I add the sound of each name to the \
          agent's word list. Before I do: are there other street or building names of theirs we should put in at the \
          same time? A list of their properties would let me check all of them in one go.
        `,
      },
      {
        by: 'owner@northgate.example',
        kind: 'reply',
        at: 20.4,
        body: 'Marcus is getting the list from Brightwater. Do the two now please.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 21,
        body: md`
          Both are in and I called the line twice to hear them: "goff" and "va-LAY-ho" come out right. I will run the \
          full list the same way when it arrives, and send you short recordings of any name I am unsure of.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'Time reminder should leave part-time techs alone on their off days',
    description: md`
      The 4:30 pm "you have less than 6 hours logged" message goes to everyone every weekday. Keisha works Mon to Wed, \
      Arturo works mornings. They've started ignoring it, which defeats the purpose.
    `,
    category: 'automation',
    impact: 'some',
    urgency: 'low',
    status: 'in_progress',
    assignee: 'engineer@millwright.example',
    tags: ['time-entries', 'change-request'],
    openedAgo: 75,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 4.2,
        body: md`
          Two ways to do it:

          1. read the weekly availability that each resource already has in Autotask (Admin, Resources, HR tab) and \
          compare against that
          2. keep a small table of exceptions in the automation settings

          I prefer the first: one place to maintain, and it covers vacation when someone enters time off. It is about \
          90 minutes of work; I put the estimate on the ticket for Dana.
        `,
      },
      {
        by: 'owner@northgate.example',
        kind: 'reply',
        at: 26.1,
        body: 'Approved. Option 1.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 49.5,
        body: md`
          Half their resources have no availability hours filled in, defaults to 8 a day. Works for full-timers, so \
          only Keisha and Arturo need data. Ask Marcus to enter it before go-live.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 50.3,
        body: md`
          Built and running in test against this week's data; results match what I would expect except for Arturo, who \
          still shows eight hours per day in Autotask. Once his availability says 4, the reminder for him moves from 6 \
          hours to 3. I'll turn it on for the team on Monday.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Mercer Street Accounting',
    subject: 'Offboarding: OneDrive copy stalls at Mercer Street',
    description: md`
      The offboarding for a Mercer Street accountant has been sitting at "Copying OneDrive, 61%" since yesterday \
      afternoon. 48,000 files, 210 GB, tax season leftovers. The rest of the steps (sign-in blocked, sessions revoked, \
      mailbox shared) are done.
    `,
    category: 'automation',
    impact: 'one',
    urgency: 'medium',
    status: 'in_progress',
    assignee: 'engineer@millwright.example',
    tags: ['offboarding', 'onedrive', 'throttling'],
    openedAgo: 97,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.9,
        body: md`
          It is not stuck, it is being slowed down. SharePoint answers part of our requests with \`429 Too Many \
          Requests\` and a \`Retry-After\` of 120 to 300 seconds, and we respect that. At the current pace it finishes \
          tomorrow night.

          \`\`\`
          13:02:44 GET  /drives/b!9kQ.../items/01X.../children  200
          13:02:45 POST /drives/b!9kQ.../items/01X.../copy      429  Retry-After: 183
          13:05:49 POST /drives/b!9kQ.../items/01X.../copy      202
          \`\`\`

          The source drive is safe for 30 days after the user object is deleted, and we do not delete the user before \
          the copy has been verified.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 2,
        body: md`
          Why copy file by file at all? Just give the manager access to the OneDrive like the admin center does.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 3.3,
        body: md`
          Reasonable for small cases. Access alone ends when the drive goes, though: a OneDrive without a license \
          turns read-only on day 60 and is archived on day 93 ([Microsoft's page on unlicensed \
          accounts](https://learn.microsoft.com/en-us/sharepoint/unlicensed-onedrive-accounts)). Mercer Street's form \
          says "keep seven years", so the content has to live somewhere with a license behind it.

          What I can improve is the size of the steps. Copying whole top-level folders is one request instead of \
          thousands.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 47,
        body: md`
          Folder-level copy tested on our own tenant, 9,000 files in 22 minutes instead of 5 hours. Watch for the \
          monitor URL returning 404 after completion, treat as done only after item count matches.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 72.4,
        body: md`
          The Mercer Street copy completed and verified: 48,116 files on both sides. Folder-level copy is ready for \
          the next offboarding; I would like to watch the first real one with you before I close this.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'DMARC digest ignores reports from one large receiver',
    description: md`
      The weekly DMARC digest shows zero volume from one of the big mailbox providers for all clients, and has for \
      about two weeks. The emails do arrive in the \`dmarc@\` mailbox, and I can open the attachments by hand.
    `,
    category: 'reporting',
    impact: 'some',
    urgency: 'low',
    status: 'in_progress',
    assignee: 'engineer@millwright.example',
    tags: ['dmarc'],
    openedAgo: 121,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 5.5,
        body: md`
          Confirmed. That sender now attaches the report as \`application/octet-stream\` with a file name ending in \
          \`.xml.gz\` where it used to say \`application/gzip\`, and our parser trusted the declared type. I changed \
          it to look at the first bytes of the file.

          I am now reading the two missing weeks again from the mailbox. 186 reports for 23 domains, running slowly in \
          the background so that this week's digest is on time.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 29,
        body: md`
          Re-read done for 19 of 23 domains. Four have mailbox rules that delete after 14 days, so part of the \
          first week is gone for good. Be honest about that in the digest footer.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Ridgeline Orthopedics',
    subject: "Approval card never reaches Dr. Patel's office manager",
    description: md`
      Onboarding requests for Ridgeline wait forever for the second approval. The office manager, Colleen, gets no \
      card in Teams. I resent it from the run page and got the error in the screenshot. Other approvers in the same \
      tenant are fine. New nurse starts tomorrow at 7.
    `,
    category: 'automation',
    impact: 'one',
    urgency: 'high',
    status: 'in_progress',
    assignee: 'engineer@millwright.example',
    tags: ['teams', 'approvals'],
    openedAgo: 9.2,
    attach: ['approval-card-error.png'],
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.4,
        body: md`
          \`BotNotInConversationRoster\` means that our approval app is not installed in Colleen's Teams, so Microsoft \
          rejects the message. For the other approvers the app was installed by the setup policy "Office staff"; I can \
          see from here that Colleen was moved to a custom policy four days ago, which does not include it.

          So that tomorrow's start does not depend on Teams, I have sent her the same approval by email. Could you ask \
          her to use that one today?
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 0.7,
        body: "She just approved by email. Who changed her policy? Don't answer, I know who.",
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 0.9,
        body: md`
          Onboarding running, mailbox done, license assigned. To do: fall back to email automatically after 30 minutes \
          without delivery instead of waiting for a person to notice.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 2,
        body: md`
          The new account is complete, including the Ridgeline clinical groups. Still open on our side: when Teams rejects a \
          card, the automation will send the email right away and let you know, rather than wait. I will have that in \
          place this week.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'owner@northgate.example',
    subject: 'Three new technicians start Monday',
    description: md`
      Please set up portal access for Jordan Pike, Ana Lucia Ferreira and Sam Okafor. Members, not owners. Same access \
      as Marcus.
    `,
    category: 'account',
    impact: 'some',
    urgency: 'medium',
    status: 'in_progress',
    assignee: 'admin@millwright.example',
    tags: ['users', 'access'],
    openedAgo: 20,
    messages: [
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 0.5,
        body: md`
          Happy to help, Dana, and congratulations on the new hires! You can do this yourself under Users, *Invite people*, but \
          since you asked I will send the invitations for you. I only need the three email addresses. One note: an \
          invitation is valid for seven days, so I will time them for Friday.
        `,
      },
      {
        by: 'owner@northgate.example',
        kind: 'reply',
        at: 2.1,
        body: 'jpike@, alferreira@ and sokafor@northgate.example',
      },
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 3,
        body: md`
          Thank you. All three are prepared with the role *member*: they will see tickets, projects and automations, \
          but not invoices or API keys, exactly like Marcus. I will confirm here once each of them has signed in and \
          set up two-factor authentication.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Ridgeline Orthopedics',
    subject: 'License sync fails at Ridgeline: AADSTS7000222',
    description: md`
      \`\`\`
      AADSTS7000222: The provided client secret keys for app '5d1c...e07b' are expired.
      Visit the Azure portal to create new keys for your app, or consider using certificate
      credentials for added security.
      \`\`\`

      Only Ridgeline so far. I thought you rotate these.
    `,
    category: 'integration',
    impact: 'some',
    urgency: 'high',
    status: 'waiting_on_partner',
    assignee: 'engineer@millwright.example',
    tags: ['graph', 'client-secret'],
    openedAgo: 28.5,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 0.7,
        body: md`
          We do, for the app in your own tenant that covers your clients through GDAP. Ridgeline is the exception: \
          their previous provider blocked partner access, so at setup we agreed on a separate app registration inside \
          their tenant, and their policy caps secrets at 90 days. The current one expired yesterday. Our reminder went \
          to Nate's old address, and that is a gap I have closed: reminders now go to every owner and to the ticket \
          queue.

          I suggest moving this one to a certificate, so that there is no secret to expire unnoticed.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 1,
        body: md`
          App still has User.ReadWrite.All from the pilot. License sync needs Organization.Read.All and User.Read.All \
          only. Good time to reduce it.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 2.6,
        body: 'Certificate is fine. What do you need from me?',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 3.2,
        body: md`
          The public half of the certificate is attached to the connection in your portal (Automations, License sync, \
          Connections, Ridgeline). Someone with *Application Administrator* at Ridgeline has to:

          1. open Entra admin center, App registrations, \`Millwright License Sync\`
          2. Certificates & secrets, Certificates, upload the \`.cer\`
          3. delete the expired secret

          Can you do that, or does Ridgeline's own admin have to? If it is him, send me a time and I will join the \
          call.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'owner@northgate.example',
    client: 'Ridgeline Orthopedics',
    subject: 'Ridgeline is missing from this morning’s license sync',
    description: md`
      This morning's sync email lists 14 clients. Ridgeline isn't one of them, and there's no error in the email. Two \
      new hires there are waiting for their licenses. Is this a known issue?
    `,
    category: 'integration',
    impact: 'some',
    urgency: 'medium',
    status: 'new',
    assignee: 'engineer@millwright.example',
    tags: ['license-sync'],
    openedAgo: 26.9,
    messages: [
      {
        by: 'owner@northgate.example',
        kind: 'reply',
        at: 0.2,
        body: 'The new hires are J. Aldana and P. Okafor, both Business Premium.',
      },
    ],
    merged: { into: 'License sync fails at Ridgeline: AADSTS7000222', at: 0.5, by: 'engineer@millwright.example' },
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Harlan & Pruitt LLP',
    subject: 'License report says Pax8 and Autotask differ for five clients',
    description: md`
      The monthly comparison (PDF attached) shows five clients where the Pax8 quantity doesn't match the Autotask \
      contract. I checked Harlan & Pruitt by hand: 42 in Pax8, 38 active users, 38 on the contract. So who is right?
    `,
    category: 'licenses',
    impact: 'some',
    urgency: 'medium',
    status: 'waiting_on_partner',
    assignee: 'engineer@millwright.example',
    tags: ['pax8', 'nce'],
    openedAgo: 49,
    attach: ['license-differences.pdf'],
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 2.3,
        body: md`
          Both numbers are right, they measure different things. Harlan & Pruitt bought 42 seats of Business Premium \
          on an annual NCE term. Four people left since then. Under NCE the count can be lowered only in the first \
          seven days after purchase or renewal, so Pax8 keeps billing 42 until the anniversary, while your contract in \
          Autotask follows the active users.

          I went through all five:

          | Client | Pax8 | Contract | Reason |
          |---|---|---|---|
          | Harlan & Pruitt LLP | 42 | 38 | annual term, 4 seats locked |
          | Lakeshore Family Dental | 19 | 19 + 2 | two monthly seats on a second subscription |
          | Mercer Street Accounting | 26 | 22 | seasonal seats, annual term |
          | Ridgeline Orthopedics | 61 | 60 | new hire yesterday, contract updates tonight |
          | Delgado Plumbing & Heating | 14 | 15 | **real difference**, you bill one seat too many |
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 5,
        body: 'So only Delgado is an actual error. The report should have said that.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 6.1,
        body: md`
          Agreed, and it can: Pax8 gives us the commitment term and its end date for every subscription. I would show \
          locked seats in a column of their own and flag only what is left.

          One decision is yours: who carries the locked seats? Today Northgate pays Pax8 for 42 and bills Harlan & \
          Pruitt for 38. Should the automation leave the contract at active users, or hold it at the committed \
          quantity until the term ends? I will build whichever you choose, per client if you like.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'Duo bypass codes from the service desk bot: who can request them?',
    description: md`
      One of my techs asked the bot for a bypass code for a user at Tri-County and simply got one. Valid for an hour, \
      works, but there was no approval and no check that the caller was the user. I want that tightened before we roll \
      it out to everyone.
    `,
    category: 'automation',
    impact: 'one',
    urgency: 'medium',
    status: 'waiting_on_partner',
    assignee: 'engineer@millwright.example',
    tags: ['duo', 'service-desk'],
    openedAgo: 77,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1.8,
        body: md`
          You're right to hold off. I turned off the bypass action for all technicians; everything else in the bot \
          stays on.

          Current behavior: any tech in the \`Service Desk\` group may create one code, single use, 60 minutes. \
          Proposed:

          - tech picks the ticket, the bot sends a Duo push to the **user** first; if the user can answer it, no code \
          is needed at all
          - no answer: a second person (team lead) confirms in Teams
          - one code, single use, 15 minutes, written to the ticket without the digits
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 25,
        body: 'Like it. Team lead on shift is not always the same person though.',
      },
      {
        by: 'admin@millwright.example',
        kind: 'note',
        at: 26.2,
        body: md`
          Dana asked me on the phone whether the code itself ends up in our logs. It does not: we store only the \
          code's ID from Duo. Worth saying in the reply.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 27.4,
        body: md`
          Then let's take the approvers from an Entra group instead of a fixed name. Two questions before I build it: \
          which group should that be, and what should happen at night when nobody in it is on shift: refuse, or call \
          the on-call phone?
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Tri-County Veterinary Hospital',
    subject: 'Service account blocked by conditional access at Tri-County',
    description: md`
      Since we rolled out our standard CA policies at Tri-County the mailbox cleanup automation fails every night:

      \`\`\`
      AADSTS53003: Access has been blocked by Conditional Access policies.
      The access policy does not allow token issuance.
      \`\`\`

      User is \`svc-automation@\`. I don't want to exclude it from everything.
    `,
    category: 'integration',
    impact: 'some',
    urgency: 'medium',
    status: 'waiting_on_partner',
    assignee: 'engineer@millwright.example',
    tags: ['conditional-access', 'service-account'],
    openedAgo: 112,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 3.6,
        body: md`
          Agreed, a blanket exclusion would be the wrong answer. From the sign-in log you shared, the policy that \
          blocks is *CA04 Block outside US and Canada*. The request comes from our fixed addresses, but the policy has \
          no named location for them and one of the two is registered to a data center that Microsoft currently places \
          elsewhere.

          Cleaner still: this is the last automation that signs in as a user. It can use the app with a certificate \
          like the others, and then no user policy applies to it. That would be roughly two hours of work, no \
          downtime.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 30,
        body: md`
          Send me the addresses for the named location as a stopgap. The app option sounds right, how long does \
          approval of permissions take?
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 31.2,
        body: md`
          Stopgap: \`203.0.113.40/31\`, mark as trusted location, and exclude it from CA04 only.

          For the app I need admin consent for \`Mail.ReadWrite\`, and I would limit it with an application access \
          policy to the six mailboxes it cleans. Consent itself is one click for a Global Administrator. Should I send \
          the consent link to you, or to Tri-County's practice manager?
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'Proposed priority rules for triage, please confirm',
    description: md`
      After the printer episode we agreed on written rules. Here's what my leads want:

      * server, firewall, whole site or phones down: critical
      * one person can't work at all: high
      * printer: never above medium unless the ticket says checks, labels or prescriptions
      * "urgent" in the subject counts for nothing on its own
    `,
    category: 'ai',
    impact: 'all',
    urgency: 'medium',
    status: 'waiting_on_partner',
    assignee: 'engineer@millwright.example',
    tags: ['triage', 'priority'],
    openedAgo: 152,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 20.1,
        body: md`
          Good rules, they are easy to test. I ran them against your last 400 tickets, without changing anything live:

          | Priority | Today | With the rules |
          |---|---|---|
          | critical | 31 | 12 |
          | high | 96 | 88 |
          | medium | 188 | 214 |
          | low | 85 | 86 |

          Where the two disagree I read all 52 tickets. In 47 the new result is better. The other five are all the \
          same kind: Oak Hollow, medication cart printer. "Prescriptions" does not appear in the text because staff \
          write "MAR printer".
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 20.4,
        body: md`
          Draft prompt version is in the prompt manager, not live. Helen to make it live after Marcus confirms.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 21,
        body: md`
          I would add "MAR" and "med cart" to the list for Oak Hollow. Are you OK with that, and can we go live with \
          the rules as they are?
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'owner@northgate.example',
    subject: 'Can we buy hours automatically?',
    description: 'I get the 80% notice and then forget. Is there a way to just top up?',
    category: 'billing',
    impact: 'one',
    urgency: 'low',
    status: 'waiting_on_partner',
    assignee: 'admin@millwright.example',
    tags: ['hours', 'auto-top-up'],
    openedAgo: 12.5,
    messages: [
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 0.9,
        body: md`
          There is! Under Settings, Billing you will find *Automatic top-up*. You choose a limit, a pack and a \
          monthly cap, and it buys only when the balance falls below the limit.

          For reference, the packs:

          - 10 hours, $1,750
          - 20 hours, $3,325
          - 40 hours, $6,300
          - 100 hours, $14,875

          Each is valid for 12 months from payment.
        `,
      },
      {
        by: 'owner@northgate.example',
        kind: 'reply',
        at: 3,
        body: 'Set it up for me: 20 hours when we drop under 5.',
      },
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 3.4,
        body: md`
          I would love to, but only an owner can authorize spending, so the last click has to be yours. With \
          your values, it takes a minute. Two fields are still open: what should the monthly cap be, \
          and would you like it charged to a card or invoiced net 15?
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'owner@northgate.example',
    client: 'Cedar Valley School District',
    subject: 'Client reports should carry our logo',
    description: md`
      The report for Cedar Valley's board meeting has our name in plain text. I want our logo and our blue.
    `,
    category: 'reporting',
    impact: 'some',
    urgency: 'low',
    status: 'waiting_on_partner',
    assignee: 'admin@millwright.example',
    tags: ['client-report', 'branding'],
    openedAgo: 201,
    messages: [
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 2.2,
        body: md`
          Good idea, it makes the report yours. Logo and color are set once for the company and then used on every \
          client report.
        `,
      },
      {
        by: 'owner@northgate.example',
        kind: 'reply',
        at: 24,
        body: 'Logo attached to the company profile. Blue is #1F4E8C.',
      },
      {
        by: 'admin@millwright.example',
        kind: 'reply',
        at: 26.3,
        body: md`
          Thank you, the color is perfect. The logo file is 180 pixels wide, which looks blurry in print at the size we use \
          on the cover. Could your designer send it as SVG, or as a PNG at least 1,000 pixels wide with a transparent \
          background?
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    subject: 'IT Glue uploads fail with 500 for larger attachments',
    description: md`
      Firewall config backups above roughly 8 MB are no longer attached to the IT Glue asset. The smaller ones work.

      \`\`\`
      POST /configurations/8841207/relationships/attachments -> 500 Internal Server Error
      \`\`\`
    `,
    category: 'integration',
    impact: 'some',
    urgency: 'medium',
    status: 'waiting_on_third_party',
    assignee: 'engineer@millwright.example',
    tags: ['it-glue', 'vendor'],
    openedAgo: 91,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 2.7,
        body: md`
          Reproduced outside the automation with a plain \`curl\` and a 9 MB file of zeros, so neither the file nor \
          our code is at fault. 7 MB passes, 8.5 MB does not. I have opened a support case with Kaseya with both \
          requests and the response headers.

          In the meantime the backups are stored in the automation's own archive, encrypted, and the IT Glue asset \
          gets a link. Nothing is skipped.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 26,
        body: 'Kaseya first level asked us to clear the browser cache. Escalated with the curl trace.',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 50.5,
        body: md`
          Kaseya has confirmed the problem on their side. It's with engineering, with no ETA. I'm following up every \
          other business day. The links stay in place until then; once uploads work I will attach the stored files \
          after the fact.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Kessler Precision Machining',
    subject: 'Pax8 subscription stuck in PendingManual, onboarding waits',
    description: md`
      Kessler's two new CAD seats: onboarding ordered the license through Pax8 two days ago and the run still says \
      "waiting for subscription".
    `,
    category: 'licenses',
    impact: 'one',
    urgency: 'medium',
    status: 'waiting_on_third_party',
    assignee: 'engineer@millwright.example',
    tags: ['pax8'],
    openedAgo: 131,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 1.5,
        body: md`
          The order exists at Pax8 with status \`PendingManual\`: a person at the vendor has to approve it. That \
          happens for the CAD product because it needs the customer number on the vendor's side, and Kessler's record \
          has an old one. I have sent the right number to Pax8 support under their case.

          The rest of the onboarding does not depend on it, so I let those steps continue: both users have their \
          mailbox, groups and Duo.
        `,
      },
      {
        by: 'member@northgate.example',
        kind: 'reply',
        at: 5.8,
        body: md`
          Told Kessler. They're using trial licenses for 30 days, so it's not urgent, but don't let it drop.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 74,
        body: md`
          Pax8 says the vendor has accepted the number and provisioning is in their queue. The run will continue \
          automatically once the status changes to Active. We check every 15 minutes.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'owner@northgate.example',
    subject: 'Our callbacks show as "Spam Likely"',
    description: "Clients tell us the agent's callbacks show up as Spam Likely. Bad look. Please get it fixed.",
    category: 'voice',
    impact: 'all',
    urgency: 'medium',
    status: 'waiting_on_third_party',
    assignee: 'engineer@millwright.example',
    tags: ['voice-agent', 'carrier', 'caller-id'],
    openedAgo: 171,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 4.4,
        body: md`
          I looked into how the calls are signed. The number is signed with attestation B, because it was ported to the \
          voice carrier last month and their records did not list you as its owner yet. With B, some mobile networks \
          label numbers that make many short calls.

          I sent the carrier proof of ownership so they can sign with A, and registered the number with the three \
          analytics services that feed the labels.
        `,
      },
      {
        by: 'engineer@millwright.example',
        kind: 'note',
        at: 28.5,
        body: md`
          Carrier quotes 5 to 10 business days for the ownership change. If T-Mobile still labels after that, rotate \
          callbacks to the main office number as presented caller ID.
        `,
      },
      {
        by: 'owner@northgate.example',
        kind: 'reply',
        at: 49,
        body: 'How long?',
      },
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 50,
        body: md`
          The carrier says up to ten business days. So that you are not waiting on them, callbacks show your main \
          office number as of today; it has a clean record and calls back to it reach the agent as usual. I will \
          let you know when the carrier confirms.
        `,
      },
    ],
  },
  {
    company: 'northgate',
    requester: 'member@northgate.example',
    client: 'Brightwater Property Management',
    subject: 'Mailbox sizes in the Brightwater report are four days old',
    description: md`
      The M365 section of the Brightwater report shows mailbox usage with a refresh date four days back. Normally it's \
      48 hours behind at most.
    `,
    category: 'reporting',
    impact: 'some',
    urgency: 'low',
    status: 'waiting_on_third_party',
    assignee: 'engineer@millwright.example',
    tags: ['graph', 'microsoft-case'],
    openedAgo: 62,
    messages: [
      {
        by: 'engineer@millwright.example',
        kind: 'reply',
        at: 2.9,
        body: md`
          The figures come from Microsoft's usage report \`getMailboxUsageDetail\`, and the \`Report Refresh Date\` \
          inside it really is four days old. It is the same for two other tenants in your region and there is an \
          advisory in the service health dashboard. I opened a case with Microsoft for the record.

          To avoid confusion the report now prints the refresh date above the table instead of only in the footnote.
        `,
      },
    ],
  },
]
