import { md } from './md.ts'
import { Picture } from './png.ts'

type DemoFile = { type: string; bytes: () => Uint8Array }

/** Attachments of the demo tickets, all generated here. */
export const demoFiles: Record<string, DemoFile> = {
  'license-differences.pdf': { type: 'application/pdf', bytes: licenseDifferences },
  'autotask-api-by-hour.png': { type: 'image/png', bytes: apiByHour },
  'approval-card-error.png': { type: 'image/png', bytes: approvalCardError },
  'duplicate-configuration-items.csv': { type: 'text/csv', bytes: () => text(duplicates()) },
  'time-entries-rounding.csv': { type: 'text/csv', bytes: () => text(timeEntries()) },
  'agreement-additions.csv': { type: 'text/csv', bytes: () => text(agreementAdditions()) },
  'disk-cleanup-component.log': { type: 'text/plain', bytes: () => text(diskCleanupLog) },
  'invoice-sync.log': { type: 'text/plain', bytes: () => text(invoiceSyncLog) },
  'webhook-delivery.json': { type: 'application/json', bytes: () => json(webhookDelivery) },
  'after-hours-call.json': { type: 'application/json', bytes: () => json(afterHoursCall) },
}

function text(content: string): Uint8Array {
  return new TextEncoder().encode(`${content.trimEnd()}\n`)
}

function json(value: unknown): Uint8Array {
  return text(JSON.stringify(value, null, 2))
}

function csv(rows: (string | number)[][]): string {
  const cell = (value: string | number) =>
    /[",\r\n]/.test(`${value}`) ? `"${`${value}`.replaceAll('"', '""')}"` : value
  return rows.map((row) => row.map(cell).join(',')).join('\r\n')
}

/** Returns a one-page PDF 1.4: catalog, pages, page, two fonts and one content stream. */
function licenseDifferences(): Uint8Array {
  const write = (x: number, y: number, size: number, content: string, font = 'F1') =>
    `BT /${font} ${size} Tf ${x} ${y} Td (${content.replace(/[\\()]/g, '\\$&')}) Tj ET`
  const columns = [56, 236, 316, 396, 470]
  const row = (y: number, cells: string[], font = 'F1') =>
    cells.map((cell, index) => write(columns[index] ?? 0, y, 10, cell, font))
  const rows = [
    ['Harlan & Pruitt LLP', '42', '38', '+4', 'Business Premium'],
    ['Lakeshore Family Dental', '19', '21', '-2', 'Business Premium'],
    ['Mercer Street Accounting', '26', '22', '+4', 'Business Premium'],
    ['Ridgeline Orthopedics', '61', '60', '+1', 'Business Premium'],
    ['Delgado Plumbing & Heating', '14', '15', '-1', 'Business Standard'],
  ]
  const content = [
    '0.12 0.31 0.55 rg 0 752 612 40 re f',
    '1 1 1 rg',
    write(56, 766, 15, 'License comparison', 'F2'),
    '0 0 0 rg',
    write(56, 716, 11, 'Prepared for Northgate IT by Millwright Automation & AI'),
    write(56, 698, 11, 'Pax8 subscriptions against Autotask recurring service contracts, all clients'),
    write(56, 660, 12, '5 clients with differences, 5 without', 'F2'),
    '0.90 0.93 0.97 rg 50 628 512 20 re f',
    '0 0 0 rg',
    ...row(634, ['Client', 'Pax8', 'Contract', 'Difference', 'Product'], 'F2'),
    '0.80 0.80 0.80 RG 0.5 w',
    ...rows.flatMap((cells, index) => [
      ...row(610 - index * 24, cells),
      `50 ${602 - index * 24} m 562 ${602 - index * 24} l S`,
    ]),
    write(
      56,
      462,
      10,
      'No differences: Brightwater Property Management, Cedar Valley School District, Kessler Precision',
    ),
    write(56, 448, 10, 'Machining, Oak Hollow Senior Living, Tri-County Veterinary Hospital.'),
    write(
      56,
      416,
      10,
      'Pax8: quantity of the main subscription. Contract: units of the recurring service on the current contract.',
    ),
    write(56, 402, 10, 'Nothing was changed by this comparison.'),
    '0.40 0.40 0.40 rg',
    write(56, 48, 9, 'License comparison, page 1 of 1'),
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 6 0 R ' +
      '/Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Title (License comparison) /Producer (Millwright Automation & AI) >>',
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = pdf.length
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = pdf.length
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  pdf += offsets.map((offset) => `${`${offset}`.padStart(10, '0')} 00000 n \n`).join('')
  pdf += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return new Uint8Array(Buffer.from(pdf, 'latin1'))
}

/** Draws a chart with a stacked bar of users for each hour, and a line for the limit. */
function apiByHour(): Uint8Array {
  const picture = new Picture(800, 420, [255, 255, 255])
  const users: { name: string; color: [number, number, number]; counts: number[] }[] = [
    { name: 'MW-Automation', color: [47, 111, 176], counts: [1980, 2040, 1910, 2120, 2260, 2190, 2230, 2180] },
    { name: 'Warranty-Sync', color: [150, 160, 172], counts: [240, 250, 240, 260, 310, 300, 320, 310] },
    { name: 'PBI-Sync', color: [214, 96, 43], counts: [0, 0, 0, 0, 0, 0, 3310, 7510] },
  ]
  const ink: [number, number, number] = [40, 46, 54]
  const bottom = 350
  const height = (count: number) => Math.round((count * 240) / 10000)
  picture.rect(0, 0, 800, 48, [32, 58, 92])
  picture.text(20, 17, 'API Activity by Hour', [255, 255, 255])
  for (const step of [0, 2500, 5000, 7500, 10000]) {
    picture.rect(90, bottom - height(step), 680, 1, [222, 226, 231])
    picture.text(82 - `${step}`.length * 12, bottom - height(step) - 7, `${step}`, ink)
  }
  for (let hour = 0; hour < 8; hour++) {
    let top = bottom
    for (const user of users) {
      const part = height(user.counts[hour] ?? 0)
      top -= part
      picture.rect(112 + hour * 82, top, 50, part, user.color)
    }
    picture.text(113 + hour * 82, bottom + 10, `0${hour + 2}h`.padEnd(4), ink)
  }
  for (let x = 90; x < 770; x += 12) picture.rect(x, bottom - height(10000) - 1, 8, 3, [190, 30, 45])
  picture.text(560, 62, 'limit 10,000 / h', [190, 30, 45])
  for (const [index, user] of users.entries()) {
    picture.rect(112 + index * 220, 391, 14, 14, user.color)
    picture.text(134 + index * 220, 391, user.name, ink)
  }
  return picture.png()
}

/** Draws a screenshot of a dialog over a dimmed page: an approval that Teams rejected. */
function approvalCardError(): Uint8Array {
  const picture = new Picture(820, 440, [236, 239, 243])
  const ink: [number, number, number] = [34, 40, 49]
  const gray: [number, number, number] = [96, 106, 118]
  picture.rect(0, 0, 820, 52, [32, 58, 92])
  picture.text(20, 19, 'User onboarding / Runs', [225, 232, 240])
  for (let y = 76; y < 420; y += 44) {
    picture.rect(20, y, 780, 34, [225, 229, 234])
    picture.rect(34, y + 13, 150 + ((y * 7) % 90), 8, [202, 208, 216])
    picture.rect(420, y + 13, 90 + ((y * 5) % 60), 8, [202, 208, 216])
  }
  picture.rect(106, 96, 620, 290, [170, 177, 186])
  picture.rect(100, 90, 620, 290, [255, 255, 255])
  picture.rect(100, 90, 620, 4, [190, 30, 45])
  picture.rect(124, 116, 32, 32, [190, 30, 45])
  picture.text(135, 121, '!', [255, 255, 255], 3)
  picture.text(172, 121, 'Approval was not delivered', ink, 3)
  picture.text(124, 170, 'To        colleen@ridgelineortho.example', ink)
  picture.text(124, 194, 'Channel   Microsoft Teams, personal chat', ink)
  picture.text(124, 218, 'Attempt   3 of 3', ink)
  picture.rect(124, 248, 572, 62, [246, 240, 240])
  picture.text(134, 258, '403 BotNotInConversationRoster', [150, 24, 36])
  picture.text(134, 282, 'The bot is not part of the conversation roster', gray)
  picture.rect(468, 328, 104, 34, [225, 229, 234])
  picture.text(490, 338, 'Close', ink)
  picture.rect(584, 328, 112, 34, [47, 111, 176])
  picture.text(604, 338, 'Resend', [255, 255, 255])
  return picture.png()
}

function duplicates(): string {
  const clients: [name: string, prefix: string, devices: number, noSerial: number][] = [
    ['Kessler Precision Machining', 'KPM', 96, 0],
    ['Tri-County Veterinary Hospital', 'TCV', 71, 9],
    ['Ridgeline Orthopedics', 'RLO', 27, 0],
    ['Delgado Plumbing & Heating', 'DPH', 18, 0],
  ]
  const rows: (string | number)[][] = [
    ['client', 'device', 'serial', 'asset_tag', 'original_ci', 'duplicate_ci', 'tickets_on_duplicate'],
  ]
  let number = 0
  for (const [client, prefix, devices, noSerial] of clients) {
    for (let index = 1; index <= devices; index++) {
      number++
      const kind = index % 12 === 1 ? 'SRV' : index % 3 === 0 ? 'WS' : 'LT'
      const serial = index <= noSerial ? 'To be filled by O.E.M.' : (number * 7919 + 1e7).toString(36).toUpperCase()
      rows.push([
        client,
        `${prefix}-${kind}-${`${index}`.padStart(3, '0')}`,
        serial,
        `${prefix}${1000 + index}`,
        30200 + number * 3,
        41050 + number,
        number % 23 === 0 ? 2 : number % 9 === 0 ? 1 : 0,
      ])
    }
  }
  return csv(rows)
}

function timeEntries(): string {
  const week: [day: string, ticket: string, client: string, minutes: number[]][] = [
    ['Mon', '.0031', 'Kessler Precision Machining', [2, 2, 2, 2, 2]],
    ['Mon', '.0044', 'Lakeshore Family Dental', [3, 2, 4]],
    ['Mon', '.0052', 'Harlan & Pruitt LLP', [5, 3]],
    ['Tue', '.0013', 'Mercer Street Accounting', [2, 6]],
    ['Tue', '.0027', 'Kessler Precision Machining', [3, 3, 2, 4]],
    ['Tue', '.0061', 'Oak Hollow Senior Living', [7]],
    ['Wed', '.0008', 'Ridgeline Orthopedics', [4, 2, 2]],
    ['Wed', '.0019', 'Delgado Plumbing & Heating', [3, 3]],
    ['Wed', '.0035', 'Cedar Valley School District', [6, 5]],
    ['Thu', '.0022', 'Lakeshore Family Dental', [9]],
    ['Thu', '.0029', 'Oak Hollow Senior Living', [2, 2, 3]],
    ['Thu', '.0047', 'Kessler Precision Machining', [3, 4, 2, 3]],
    ['Fri', '.0011', 'Tri-County Veterinary Hospital', [5, 6]],
    ['Fri', '.0016', 'Harlan & Pruitt LLP', [8]],
    ['Fri', '.0040', 'Mercer Street Accounting', [4, 3, 3]],
  ]
  return csv([
    ['day', 'ticket', 'client', 'entries', 'minutes', 'expected_hours', 'posted_hours'],
    ...week.map(([day, ticket, client, minutes]) => {
      const total = minutes.reduce((sum, value) => sum + value, 0)
      const expected = Math.ceil(total / 15) / 4
      return [day, ticket, client, minutes.length, total, expected.toFixed(2), (minutes.length / 4).toFixed(2)]
    }),
  ])
}

function agreementAdditions(): string {
  return csv([
    ['client', 'agreement', 'addition', 'effective', 'quantity', 'ninjaone_count', 'difference'],
    ['Coastal Title & Escrow', 'Managed Services', 'Managed Workstation', 'next term', 34, 41, 7],
    ['Coastal Title & Escrow', 'Managed Services', 'Managed Server', 'current', 3, 3, 0],
    ['Seabright Montessori School', 'Managed Services', 'Managed Workstation', 'next term', 36, 38, 2],
    ['Seabright Montessori School', 'Managed Services', 'Managed Server', 'current', 1, 1, 0],
    ['Whitman & Sons Roofing', 'Managed Services', 'Managed Server', 'current', 2, 9, 7],
    ['Whitman & Sons Roofing', 'Managed Services', 'Managed Workstation', 'current', 17, 17, 0],
    ['Saltmarsh Brewing Company', 'Managed Services', 'Managed Workstation', 'current', 22, 22, 0],
    ['Saltmarsh Brewing Company', 'Managed Services', 'Managed Workstation (trial, 60 days)', 'current', 5, 0, -5],
    ['Anchor Point Marine Supply', 'Managed Services', 'Managed Workstation', 'current', 29, 25, -4],
    ['Anchor Point Marine Supply', 'Managed Services', 'Managed Server', 'current', 4, 4, 0],
  ])
}

const diskCleanupLog = md`
  Component: Disk cleanup (Millwright) 2.3
  Device: CVSD-LT-0217   Site: Cedar Valley School District   User: NT AUTHORITY\SYSTEM
  ----------------------------------------------------------------------
  [13:41:02] Start
  [13:41:02] Host           : Windows PowerShell
  [13:41:02] PSVersion      : 5.1.19041.5007
  [13:41:02] OS             : Microsoft Windows 10 Pro Education 22H2
  [13:41:02] Free before    : C: 6.8 GB of 118.2 GB
  [13:41:03] Targets        : Windows\Temp, SoftwareDistribution\Download, user temp (11 profiles)
  ForEach-Object : Parameter set cannot be resolved using the specified named parameters.
  At C:\ProgramData\CentraStage\Packages\7c1e4a52\command.ps1:41 char:12
  + $targets | ForEach-Object -Parallel {
  +            ~~~~~~~~~~~~~~~~~~~~~~~~~~
      + CategoryInfo          : InvalidArgument: (:) [ForEach-Object], ParameterBindingException
      + FullyQualifiedErrorId : AmbiguousParameterSet,Microsoft.PowerShell.Commands.ForEachObjectCommand

  [13:41:03] Free after     : C: 6.8 GB of 118.2 GB
  [13:41:03] Removed        : 0 files, 0.0 GB
  [13:41:03] Exit code 1
`

const invoiceSyncLog = md`
  23:00:00.114 INFO  worker-1 customers import started, company Bluepeak Managed Services LLC
  23:00:00.118 INFO  worker-2 payments import started, company Bluepeak Managed Services LLC
  23:00:00.931 INFO  worker-1 access token expired, refreshing
  23:00:00.933 INFO  worker-2 access token expired, refreshing
  23:00:01.402 INFO  worker-2 token refreshed, refresh token changed
  23:00:01.407 INFO  worker-2 stored refresh token ...Qx7d
  23:00:01.455 INFO  worker-1 token refreshed, refresh token unchanged
  23:00:01.460 INFO  worker-1 stored refresh token ...Lm2a
  23:00:09.870 INFO  worker-2 payments import finished, 6 new
  23:00:12.206 INFO  worker-1 customers import finished, 0 new
  02:00:00.101 INFO  worker-1 invoice sync started
  02:00:03.020 INFO  worker-1 ConnectWise: 19 invoices ready to post, total 31412.50 USD
  02:00:03.024 INFO  worker-1 access token expired, refreshing
  02:00:03.411 ERROR worker-1 POST https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer 400
  02:00:03.411 ERROR worker-1 {"error":"invalid_grant","error_description":"Incorrect or invalid refresh token"}
  02:00:03.413 WARN  worker-1 nothing posted, retry 1 of 2 in 300 s
  02:05:03.790 ERROR worker-1 400 invalid_grant, retry 2 of 2 in 900 s
  02:20:04.174 ERROR worker-1 400 invalid_grant, giving up
  02:20:04.180 ERROR worker-1 sync failed: QuickBooks Online connection needs to be authorized again
  02:20:04.181 INFO  worker-1 posted 0 of 19 invoices
`

const webhookDelivery = {
  delivery: 'd-58213',
  source: 'Datto RMM',
  event: 'alert.triggered',
  request: {
    method: 'POST',
    url: 'https://hooks.millwright.example/v1/datto-rmm/northgate',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Datto-RMM-Webhook',
      'x-webhook-token': '(removed)',
    },
    body: {
      alert_uid: '1f2d9c40-6f0e-4c55-9d0a-6f3a0d1b7e21',
      alert_category: 'Disk Usage Monitor',
      alert_priority: 'Critical',
      alert_message: 'Disk usage on C: is at 94% (threshold 90%)',
      device_hostname: 'KPM-SRV-013',
      device_uid: '8a0c77be-1a8f-4f93-b7a5-3a2d58c0e9f4',
      site_name: 'Kessler Precision Machining',
    },
  },
  response: {
    status: 401,
    headers: { 'content-type': 'application/json', 'www-authenticate': 'Token realm="datto-rmm"' },
    body: { error: { code: 'WEBHOOK_TOKEN_UNKNOWN', message: 'The webhook token is not known.' } },
  },
  attempts: 3,
}

const afterHoursCall = {
  call: 'c-20417',
  line: 'Tri-County Veterinary Hospital, main',
  localTime: '18:22',
  durationSeconds: 71,
  intent: { name: 'emergency', confidence: 0.97 },
  transcript: [
    {
      at: '0:00',
      by: 'agent',
      text: 'Tri-County Veterinary Hospital, the office is closed right now. How can I help?',
    },
    { at: '0:06', by: 'caller', text: 'My dog ate a whole bag of raisins, maybe half an hour ago. He is throwing up.' },
    {
      at: '0:14',
      by: 'agent',
      text: 'That can be serious. I am connecting you with our emergency line, please stay on.',
    },
    { at: '0:19', by: 'system', text: 'transfer' },
    { at: '0:41', by: 'caller', text: 'This is the billing voicemail. Hello?' },
  ],
  routing: [
    { queue: 'emergency', decision: 'skipped', reason: 'emergency closed', opens: '22:00', closes: '13:00' },
    { queue: 'billing', decision: 'transferred', reason: 'emergency closed' },
  ],
  outcome: 'voicemail',
}
