// The demo's automations: in every status, with months of runs, their clients and API keys, and periods in which one
// failed. The rows are written as they would be by now, without notifications.
import { randomBytes } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { failingText, silentText } from '../../src/server/automations/watching/alert-text.ts'
import type { AuditLog } from '../../src/server/platform/database/db.types.ts'
import type { Platform } from '../../src/server/platform/platform.ts'
import { type MadeRun, makeRuns } from '../factories/automations.ts'
import type { MadeCompany, MadeUser, Owner } from '../factories/people.ts'
import { idAt, makeMessage, makeTicket } from '../factories/tickets.ts'
import { BOUGHT_PRODUCTS } from './purchases.ts'

type Act = Insertable<AuditLog> & { created_at: string }
type Cast = { companies: Map<string, MadeCompany>; people: Map<string, MadeUser>; now: number }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NORTHGATE = 'Northgate IT'
const BLUEPEAK = 'Bluepeak Managed Services'

/** Returns a random number generator with a seed, so that every demo has the same numbers. */
function dice(seed: string): (to: number) => number {
  let state = 2_166_136_261
  for (const c of seed) state = Math.imul(state ^ c.charCodeAt(0), 16_777_619)
  return (to) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * to)
  }
}
type Roll = (to: number) => number
const oneOf = <T>(roll: Roll, all: readonly T[]): T => all[roll(all.length)] as T

type Told = { message?: string; output?: object; minutes?: number }
type Pace = {
  /** Runs on a weekday, and on a Saturday or Sunday. */
  workday: number
  weekend: number
  /** Between these hours in the company's time zone. */
  hours: [from: number, to: number]
  /** Minimum and maximum duration in seconds. */
  seconds: [number, number]
  /** Failed runs per thousand. */
  fails: number
  skips: number
  done: (roll: Roll) => Told
  failed: (roll: Roll) => Told
  skipped?: (roll: Roll) => Told
}
type Installed = {
  company: string
  /** Slug of the catalog product. Without one, the automation was made for this company only. */
  product?: string
  name?: string
  minutesPerRun?: number
  status: 'requested' | 'provisioning' | 'live' | 'paused' | 'failing'
  /** Days ago. */
  bought: number
  answered?: number
  live?: number
  paused?: { ago: number; reason: string }
  /** Answers to the intake questions, from the buyer. */
  answers?: Record<string, string | number | boolean | string[]>
  expected?: number
  clients?: string[]
  connections?: { tool: string; label: string; reference: string; state?: 'waiting' | 'broken'; expires?: number }[]
  pace?: Pace
  /** The error of its newest runs. */
  failing?: { message: string; output: object }
}

const DUE_DEVICES = [
  'KPM-CNC-04',
  'LFD-FRONT-2',
  'RO-XRAY-01',
  'BW-OFFICE-11',
  'OH-NURSE-03',
  'CV-ADMIN-07',
  'MS-TAX-02',
]
const MONITORS = [
  'disk below 10%',
  'backup agent stopped',
  'offline for 15 minutes',
  'SQL Server service stopped',
  'CPU above 95%',
]

const INSTALLED: Installed[] = [
  {
    company: NORTHGATE,
    product: 'one-ticket-per-alert-episode',
    status: 'live',
    bought: 214,
    answered: 213,
    live: 203,
    answers: {
      alert_board: 'Monitoring',
      quiet_hours_between: 4,
      never_close: 'RAID degraded\nHuntress incidents',
      flapping_to: 'service@northgate.example',
    },
    clients: [
      'Kessler Precision Machining',
      'Lakeshore Family Dental',
      'Ridgeline Orthopedics',
      'Brightwater Property Management',
      'Oak Hollow Senior Living',
    ],
    connections: [
      { tool: 'Datto RMM', label: 'API user for alerts', reference: '1Password: Northgate / Datto RMM API' },
      {
        tool: 'Autotask PSA',
        label: 'API user of the monitoring queue',
        reference: '1Password: Northgate / Autotask API',
      },
    ],
    pace: {
      workday: 22,
      weekend: 11,
      hours: [0, 24],
      seconds: [2, 19],
      fails: 9,
      skips: 24,
      done: (roll) => {
        const device = oneOf(roll, DUE_DEVICES)
        const monitor = oneOf(roll, MONITORS)
        const joined = 1 + roll(6)
        return {
          message: `${device}: ${monitor}. ${joined === 1 ? 'One alert' : `${joined} alerts`} in one ticket.`,
          output: {
            device,
            monitor,
            alerts: joined,
            ticket: `T2026${1000 + roll(8000)}`,
            closedOnRecovery: roll(3) > 0,
          },
        }
      },
      failed: () => ({ message: 'Autotask returned 429: the request threshold was exceeded. Tried four times.' }),
      skipped: () => ({ message: 'The alert cleared before it was read.' }),
    },
  },
  {
    company: NORTHGATE,
    product: 'missed-backups-one-ticket-with-history',
    status: 'live',
    bought: 175,
    answered: 173,
    live: 162,
    expected: 1_440,
    answers: {
      products: ['Datto BCDR', 'Veeam'],
      board: 'Backup',
      critical_systems: 'Configuration type “Server, critical”',
      summary_to: 'service@northgate.example',
      workstations: false,
    },
    connections: [
      { tool: 'Datto BCDR', label: 'Partner portal API', reference: '1Password: Northgate / Datto BCDR API' },
      {
        tool: 'Veeam',
        label: 'Service Provider Console, read only',
        reference: '1Password: Northgate / VSPC',
        expires: 21,
      },
      { tool: 'Autotask PSA', label: 'API user of the backup queue', reference: '1Password: Northgate / Autotask API' },
    ],
    pace: {
      workday: 1,
      weekend: 1,
      hours: [5, 6],
      seconds: [140, 420],
      fails: 14,
      skips: 0,
      done: (roll) => {
        const missed = Math.max(0, roll(9) - 4)
        return {
          message:
            missed === 0
              ? 'All 61 systems have a good restore point from last night.'
              : `${missed} of 61 systems missed last night.`,
          output: { systems: 61, good: 61 - missed, tickets: missed === 0 ? [] : [`T2026${1000 + roll(8000)}`] },
          minutes: 40 + missed * 4,
        }
      },
      failed: () => ({
        message: 'The Veeam console did not respond within 120 seconds. Datto was read, Veeam was not.',
      }),
    },
  },
  {
    company: NORTHGATE,
    product: 'failed-patch-sorter',
    status: 'failing',
    bought: 141,
    answered: 139,
    live: 128,
    answers: {
      patch_windows: 'Servers: Sunday 1 am to 5 am\nWorkstations: Wednesday noon',
      servers: 'Only those we list',
      listed_servers: 'KPM-SRV-013',
      excluded_devices: 'RO-XRAY-01\nKPM-CNC-04',
      script_approver: 'marcus@northgate.example',
      patch_board: 'Monitoring',
    },
    clients: ['Kessler Precision Machining', 'Ridgeline Orthopedics', 'Harlan & Pruitt LLP'],
    connections: [
      {
        tool: 'Datto RMM',
        label: 'API user that may run components',
        reference: '1Password: Northgate / Datto RMM patches',
        state: 'broken',
      },
    ],
    failing: {
      message:
        'Datto RMM returned 403 for GET /v2/site/{siteUid}/devices: the API user no longer has permission to read patch status.',
      output: { step: 'read patch status', site: 'Kessler Precision Machining', status: 403, attempts: 3 },
    },
    pace: {
      workday: 4,
      weekend: 2,
      hours: [1, 20],
      seconds: [35, 260],
      fails: 12,
      skips: 30,
      done: (roll) => {
        const cause = oneOf(roll, [
          'pending reboot',
          'disk full',
          'superseded update',
          'service stopped',
          'needs manual work',
        ])
        return {
          message: `${2 + roll(5)} failed patches, mostly ${cause}.`,
          output: { device: oneOf(roll, DUE_DEVICES), cause, repaired: cause !== 'needs manual work' },
        }
      },
      failed: () => ({ message: 'The component “Reset update cache” ended with exit code 1641.' }),
      skipped: () => ({ message: 'Outside the patch window.' }),
    },
  },
  {
    company: NORTHGATE,
    product: 'unused-licenses-before-renewal',
    status: 'paused',
    bought: 268,
    answered: 267,
    live: 250,
    paused: { ago: 38, reason: 'All annual terms are renewed. We’ll resume in February, when the next ones come up.' },
    answers: {
      distributor: ['Pax8'],
      idle_days: 45,
      reserve: 'Cedar Valley School District: 20 A3 seats until September',
      orderer: 'owner@northgate.example',
    },
    clients: [
      'Cedar Valley School District',
      'Harlan & Pruitt LLP',
      'Mercer Street Accounting',
      'Tri-County Veterinary Hospital',
    ],
    connections: [
      {
        tool: 'Microsoft Graph',
        label: 'App registration with Reports.Read.All',
        reference: 'Azure Key Vault: northgate-licenses',
        expires: 164,
      },
      { tool: 'Pax8', label: 'API client, orders not allowed', reference: '1Password: Northgate / Pax8' },
    ],
    pace: {
      workday: 0.65,
      weekend: 0,
      hours: [6, 9],
      seconds: [60, 340],
      fails: 20,
      skips: 0,
      done: (roll) => {
        const unused = roll(9)
        return {
          message: `${unused} of ${30 + roll(60)} paid seats without a sign-in for 45 days.`,
          output: { unused, monthlyCents: unused * 1_250, askedClient: unused > 0 },
        }
      },
      failed: () => ({ message: 'User names in the tenant’s sign-in reports are concealed and could not be read.' }),
    },
  },
  {
    company: NORTHGATE,
    product: 'stale-device-retirement',
    status: 'live',
    bought: 82,
    answered: 80,
    live: 66,
    answers: {
      unseen_days: 60,
      first_clients: 'Brightwater Property Management\nDelgado Plumbing & Heating',
      billing_contact: 'owner@northgate.example',
      board: 'Service desk',
      edr: 'Huntress',
    },
    clients: ['Brightwater Property Management', 'Delgado Plumbing & Heating', 'Mercer Street Accounting'],
    connections: [
      {
        tool: 'Datto RMM',
        label: 'API user that reads devices',
        reference: '1Password: Northgate / Datto RMM devices',
      },
      {
        tool: 'Microsoft Intune',
        label: 'App registration',
        reference: 'Azure Key Vault: northgate-intune',
        expires: 301,
      },
    ],
    pace: {
      workday: 1.1,
      weekend: 0,
      hours: [8, 17],
      seconds: [12, 95],
      fails: 30,
      skips: 80,
      done: (roll) => {
        const device = oneOf(roll, DUE_DEVICES)
        return {
          message: `${device} was retired. Recovery keys are kept.`,
          output: { device, keysKept: 1 + roll(2), seats: 1 },
        }
      },
      failed: () => ({ message: 'Intune rejected the deletion: the device has a pending wipe.' }),
      skipped: () => ({ message: 'The client replied that the device is in a drawer.' }),
    },
  },
  {
    company: NORTHGATE,
    name: 'Matter folders for Harlan & Pruitt',
    minutesPerRun: 25,
    status: 'live',
    bought: 118,
    live: 96,
    clients: ['Harlan & Pruitt LLP'],
    connections: [
      {
        tool: 'SharePoint',
        label: 'App with Sites.Selected on the matter library',
        reference: 'Azure Key Vault: harlan-matters',
        expires: 212,
      },
      { tool: 'Clio', label: 'Service account, matters read only', reference: '1Password: Northgate / Clio' },
    ],
    pace: {
      workday: 1.8,
      weekend: 0,
      hours: [8, 18],
      seconds: [20, 70],
      fails: 11,
      skips: 0,
      done: (roll) => {
        const matter = `2026-${String(100 + roll(700)).padStart(4, '0')}`
        return {
          message: `Folders, permissions and the closing checklist for matter ${matter} were created.`,
          output: { matter, folders: 14 },
        }
      },
      failed: () => ({
        message: 'The matter has no responsible attorney in Clio, so the folder could not be assigned.',
      }),
    },
  },
  {
    company: NORTHGATE,
    product: 'call-summaries-onto-tickets',
    status: 'provisioning',
    bought: 9,
    answered: 8,
    answers: {
      phone_system: '3CX',
      queues: '800 Service desk\n801 After hours',
      minimum_seconds: 45,
      keep_days: 30,
      draft_time: true,
    },
    connections: [
      { tool: '3CX', label: 'API client for calls and recordings', reference: '1Password: Northgate / 3CX API' },
      {
        tool: 'Autotask PSA',
        label: 'API user that may add notes',
        reference: '1Password: Northgate / Autotask notes',
        state: 'waiting',
      },
    ],
  },
  { company: NORTHGATE, product: 'morning-brief-for-the-service-desk', status: 'requested', bought: 1 },
  {
    company: BLUEPEAK,
    product: 'ticket-triage-by-content',
    status: 'live',
    bought: 92,
    answered: 91,
    live: 84,
    answers: {
      boards: 'Help Desk\nProjects',
      excluded_companies: 'Coastal Title & Escrow',
      confidence: 'Balanced',
      reviewer: 'owner@bluepeak.example',
    },
    connections: [
      {
        tool: 'ConnectWise PSA',
        label: 'API member for the help desk board',
        reference: '1Password: Bluepeak / CW triage',
      },
      { tool: 'Azure OpenAI', label: 'Deployment in our tenant', reference: 'Azure Key Vault: triage-model' },
    ],
    pace: {
      workday: 38,
      weekend: 6,
      hours: [6, 19],
      seconds: [3, 14],
      fails: 6,
      skips: 55,
      done: (roll) => {
        const category = oneOf(roll, ['Email', 'Printing', 'Network', 'Accounts', 'Hardware', 'Line of business'])
        const priority = `P${2 + roll(3)}`
        return {
          message: `${category}, ${priority}.`,
          output: { category, priority, confidence: (70 + roll(30)) / 100 },
        }
      },
      failed: () => ({
        message: 'The model returned an invalid response twice. The ticket stays in review.',
      }),
      skipped: () => ({ message: 'The company is excluded.' }),
    },
  },
  {
    company: BLUEPEAK,
    product: 'agreement-quantities-from-agents',
    status: 'live',
    bought: 151,
    answered: 150,
    live: 140,
    answers: {
      billable_rule: 'Seen within 30 days; virtual machines count as servers',
      inactive_days: 30,
      run_day: 25,
      approver: 'owner@bluepeak.example',
    },
    clients: [
      'Coastal Title & Escrow',
      'Anchor Point Marine Supply',
      'Whitman & Sons Roofing',
      'Saltmarsh Brewing Company',
    ],
    connections: [
      { tool: 'NinjaOne', label: 'API client, read only', reference: '1Password: Bluepeak / NinjaOne' },
      { tool: 'ConnectWise PSA', label: 'API member for agreements', reference: '1Password: Bluepeak / CW agreements' },
    ],
    pace: {
      workday: 1.4,
      weekend: 0,
      hours: [4, 7],
      seconds: [40, 180],
      fails: 18,
      skips: 0,
      done: (roll) => {
        const difference = roll(7) - 3
        return {
          message:
            difference === 0
              ? 'Counted and billed quantities match.'
              : `${Math.abs(difference)} devices ${difference > 0 ? 'more' : 'fewer'} than billed.`,
          output: { billed: 34, counted: 34 + difference },
        }
      },
      failed: () => ({ message: 'Two additions have the same product. Choose which one to change.' }),
    },
  },
  // More partners, with tools like those of the two above.
  ...[
    ['Ironwood Networks', 'one-ticket-per-alert-episode', 120],
    ['Ironwood Networks', 'certificate-and-domain-register', 88],
    ['Lakeshore Tech Partners', 'certificate-and-domain-register', 190],
    ['Lakeshore Tech Partners', 'ticket-triage-by-content', 75],
    ['Fieldstone Managed IT', 'certificate-and-domain-register', 133],
    ['Fieldstone Managed IT', 'missed-backups-one-ticket-with-history', 61],
    ['Redrock Computing', 'ticket-triage-by-content', 47],
    ['Redrock Computing', 'certificate-and-domain-register', 40],
  ].map(
    ([company, product, live]): Installed => ({
      company: company as string,
      product: product as string,
      status: 'live',
      bought: (live as number) + 12,
      live: live as number,
      pace: {
        workday: 1,
        weekend: 0,
        hours: [6, 9],
        seconds: [15, 90],
        fails: 15,
        skips: 0,
        done: () => ({ message: 'Done.' }),
        failed: () => ({ message: 'The connected system did not respond in time.' }),
      },
    }),
  ),
]

/** Which of the newest runs of a failing automation failed, counted from the end. The others succeeded. */
const FAILED = [1, 3, 4, 6]

/** Returns every run from the day on which the automation went live until now or its pause. */
function runsOf(a: Installed, at: { begin: number; end: number; offset: number; clients: string[] }): MadeRun[] {
  const { pace, failing } = a
  if (!pace) return []
  const roll = dice(`${a.company} ${a.product ?? a.name}`)
  const runs: MadeRun[] = []
  const [from, to] = pace.hours
  for (let day = at.begin - (at.begin % DAY); day < at.end; day += DAY) {
    const weekend = [0, 6].includes(new Date(day).getUTCDay())
    const usual = weekend ? pace.weekend : pace.workday
    // Vary the number of runs from day to day.
    const count =
      usual < 2
        ? Math.floor(usual) + (roll(100) < (usual % 1) * 100 ? 1 : 0)
        : Math.round(usual * (0.7 + roll(60) / 100))
    for (let n = 0; n < count; n++) {
      const start = day + at.offset + Math.floor(from * HOUR + ((n + roll(1000) / 1000) * (to - from) * HOUR) / count)
      const seconds = pace.seconds[0] + roll(pace.seconds[1] - pace.seconds[0])
      const luck = roll(1000)
      if (start < at.begin || start + seconds * 1000 > at.end) continue
      const status = luck < pace.fails ? 'failed' : luck < pace.fails + pace.skips ? 'skipped' : 'succeeded'
      const { minutes, message, output }: Told =
        status === 'succeeded'
          ? pace.done(roll)
          : status === 'skipped'
            ? (pace.skipped?.(roll) ?? {})
            : pace.failed(roll)
      const clientId = at.clients.length > 0 ? oneOf(roll, at.clients) : undefined
      runs.push({
        externalId: `run-${new Date(day).toISOString().slice(0, 10)}-${String(n + 1).padStart(3, '0')}`,
        status,
        startedAt: new Date(start).toISOString(),
        seconds,
        ...(minutes === undefined ? {} : { minutesSaved: minutes }),
        ...(clientId ? { clientId } : {}),
        ...(message ? { message } : {}),
        ...(output ? { output } : {}),
      })
    }
  }
  // The newest runs of a failing automation: some in between still succeed.
  for (const back of failing ? FAILED : []) {
    const run = runs.at(-back)
    if (run && failing)
      Object.assign(run, { status: 'failed', message: failing.message, output: failing.output, minutesSaved: 0 })
  }
  return runs
}

async function writeRuns(db: Owner, of: { id: string; companyId: string }, runs: MadeRun[]): Promise<void> {
  if (runs.length === 0) return
  await makeRuns(db, of, runs)
  // Each run was reported when it ended.
  await sql`update runs set received_at = finished_at where installation_id = ${of.id}`.execute(db)
  await sql`update installations set first_success_at =
    (select min(finished_at) from runs where installation_id = ${of.id} and status = 'succeeded') where id = ${of.id}`.execute(
    db,
  )
}

/** Writes an alert with its ticket, which is resolved if the alert has ended. */
async function writeEpisode(
  db: Owner,
  a: { id: string; name: string; companyId: string; owner: MadeUser; engineer: MadeUser },
  e: {
    kind: 'failing' | 'silent'
    begin: Date
    end?: Date
    subject: string
    description: string
    facts: object
    answer?: string
  },
): Promise<void> {
  const { begin, end } = e
  const ticket = await makeTicket(db, {
    requester: a.owner,
    id: idAt(begin),
    subject: e.subject,
    description: e.description,
    category: 'automation',
    impact: 'some',
    urgency: 'medium',
    source: 'automation',
    installation_id: a.id,
    status: end ? 'resolved' : 'in_progress',
    assignee_id: a.engineer.id,
    ...(end ? { resolved_at: end.toISOString() } : {}),
    created_at: begin.toISOString(),
    updated_at: (end ?? new Date(begin.getTime() + HOUR)).toISOString(),
  })
  if (e.answer) {
    const at = new Date(begin.getTime() + 40 * MINUTE)
    await makeMessage(db, {
      ticket,
      author: a.engineer,
      byStaff: true,
      id: idAt(at),
      body: e.answer,
      created_at: at.toISOString(),
    })
    await db
      .updateTable('tickets')
      .set({ first_response_at: at.toISOString() })
      .where('company_id', '=', a.companyId)
      .where('id', '=', ticket.id)
      .execute()
  }
  await db
    .insertInto('alert_episodes')
    .values({
      company_id: a.companyId,
      id: idAt(begin),
      installation_id: a.id,
      kind: e.kind,
      facts: JSON.stringify(e.facts),
      ticket_id: ticket.id,
      started_at: begin.toISOString(),
      ended_at: end?.toISOString() ?? null,
    })
    .execute()
}

/** Writes the automations of the demo's partners with their runs, alerts, API keys and audit log. */
export async function seedAutomations(db: Owner, _platform: Platform, { people, now }: Cast): Promise<void> {
  const companies = new Map(
    (await db.selectFrom('companies').select(['id', 'name']).where('is_internal', '=', false).execute()).map((c) => [
      c.name,
      c.id,
    ]),
  )
  // If a company has several owners, the earliest one wins.
  const owners = new Map(
    (
      await db
        .selectFrom('profiles as p')
        .innerJoin('user_roles as r', 'r.user_id', 'p.id')
        .selectAll('p')
        .where('r.role', '=', 'owner')
        .orderBy('p.created_at', 'desc')
        .orderBy('p.id', 'desc')
        .execute()
    ).map((p): [string, MadeUser] => [
      p.company_id,
      { id: p.id, companyId: p.company_id, email: p.email, fullName: p.full_name },
    ]),
  )
  for (const email of ['owner@northgate.example', 'owner@bluepeak.example']) {
    const owner = people.get(email) as MadeUser
    owners.set(owner.companyId, owner)
  }
  const engineer = people.get('engineer@millwright.example') as MadeUser
  const acts: Act[] = []
  for (const a of INSTALLED) {
    const companyId = companies.get(a.company)
    if (!companyId) throw new Error(`The demo has no company ${a.company}.`)
    const product = a.product
      ? await db.selectFrom('products').selectAll().where('slug', '=', a.product).executeTakeFirstOrThrow()
      : undefined
    const name = a.name ?? product?.name ?? ''
    const ago = (days: number | undefined) => (days === undefined ? null : new Date(now - days * DAY).toISOString())
    const owner = owners.get(companyId)
    const intake = a.answers || a.status === 'requested' ? (product?.intake ?? []) : []
    const priceModel = product?.price_model ?? 'quote'
    const id = idAt(new Date(now - a.bought * DAY))
    // Insert directly instead of with `install`, which writes an audit log entry with the current time.
    const { time_zone } = await db
      .insertInto('installations')
      .values({
        company_id: companyId,
        id,
        product_id: product?.id ?? null,
        name,
        status: a.status,
        price_model: priceModel,
        price_cents: product?.price_cents ?? null,
        intake: JSON.stringify(intake),
        answers: JSON.stringify(a.answers ?? {}),
        answered_at: ago(a.answered),
        answered_by: a.answered === undefined ? null : (owner?.id ?? null),
        minutes_per_run: a.minutesPerRun ?? product?.minutes_per_run ?? 10,
        time_zone: sql<string>`company_zone(${companyId}::uuid)`,
        expected_minutes: a.expected ?? null,
        pause_reason: a.paused?.reason ?? null,
        paused_at: ago(a.paused?.ago),
        provisioning_at: a.status === 'requested' ? null : ago(a.answered ?? a.bought),
        live_at: ago(a.live),
        created_at: ago(a.bought) as string,
        updated_at: ago(a.paused?.ago ?? a.live ?? a.answered ?? a.bought) as string,
      })
      .returning('time_zone')
      .executeTakeFirstOrThrow()
    const act = (
      days: number | undefined,
      what: string,
      by: MadeUser | 'system' | undefined,
      more: Partial<Act> = {},
    ) => {
      if (days !== undefined && by)
        acts.push({
          company_id: companyId,
          actor_id: by === 'system' ? null : by.id,
          actor_role: by === 'system' ? 'system' : by === engineer ? 'engineer' : 'owner',
          action: `installation.${what}`,
          subject_type: 'installation',
          subject_id: id,
          created_at: ago(days) as string,
          ...more,
        })
    }
    const status = (from: string, to: string) => ({
      before: JSON.stringify({ status: from }),
      after: JSON.stringify({ status: to }),
    })
    // Bought in the marketplace: the owner orders it, and setup begins automatically. Staff installed the others.
    const ordered = BOUGHT_PRODUCTS.includes(a.product ?? '')
    act(a.bought, ordered ? 'order' : 'create', ordered ? owner : engineer, {
      after: JSON.stringify({ name, priceModel }),
    })
    act(a.answered, 'answer', owner)
    act(
      a.status === 'requested' ? undefined : (a.answered ?? a.bought),
      ordered ? 'begin' : 'status',
      ordered ? 'system' : engineer,
      status('requested', 'provisioning'),
    )
    act(a.live, 'status', engineer, status('provisioning', 'live'))
    act(a.paused?.ago, 'status', engineer, { ...status('live', 'paused'), reason: a.paused?.reason ?? null })
    const clients = a.clients
      ? (
          await db
            .selectFrom('clients')
            .select('id')
            .where('company_id', '=', companyId)
            .where('name', 'in', a.clients)
            .where('archived_at', 'is', null)
            .orderBy('id')
            .execute()
        ).map((c) => c.id)
      : []
    if (clients.length > 0)
      await db
        .insertInto('installation_clients')
        .values(clients.map((client_id) => ({ company_id: companyId, installation_id: id, client_id })))
        .execute()
    if (a.connections)
      await db
        .insertInto('connections')
        .values(
          a.connections.map((c, position) => ({
            company_id: companyId,
            id: uuid(),
            installation_id: id,
            tool: c.tool,
            label: c.label,
            reference: c.reference,
            state: c.state ?? 'working',
            expires_on: c.expires === undefined ? null : (ago(-c.expires) as string).slice(0, 10),
            position,
          })),
        )
        .execute()
    if (a.live === undefined) continue
    const begin = now - a.live * DAY
    const end = a.paused ? now - a.paused.ago * DAY : now - 4 * MINUTE
    const local = new Date(new Date(now).toLocaleString('en-US', { timeZone: time_zone })).getTime()
    const utc = new Date(new Date(now).toLocaleString('en-US', { timeZone: 'UTC' })).getTime()
    const runs = runsOf(a, { begin, end, offset: utc - local, clients })
    await writeRuns(db, { id, companyId }, runs)
    const of = { id, name, companyId, owner: owner as MadeUser, engineer }
    const about = { name, timeZone: time_zone }
    if (a.failing) {
      // The second newest failure is the third in total, which reaches the limit.
      const run = runs.at(-(FAILED[1] as number)) as MadeRun
      const finishedAt = new Date(Date.parse(run.startedAt) + (run.seconds ?? 0) * 1000)
      const facts = { failed: 3, of: 10 }
      const limit = { percent: 20, runs: 10 }
      await writeEpisode(db, of, {
        kind: 'failing',
        begin: new Date(finishedAt.getTime() + 5_000),
        facts: { ...facts, limit: limit.percent },
        ...failingText(about, facts, limit, {
          id,
          externalId: run.externalId ?? '',
          status: 'failed',
          startedAt: run.startedAt,
          finishedAt: finishedAt.toISOString(),
          minutesSaved: 0,
          client: null,
          message: a.failing.message,
          hasOutput: true,
          output: a.failing.output,
          receivedAt: finishedAt.toISOString(),
        }),
        answer:
          'The API user lost its permission for patch status. It looks like a new security level was assigned yesterday. Could you give “API patches” the level *Patch read* again? The automation will catch up on everything it missed.',
      })
    }
    if (a.product === 'missed-backups-one-ticket-with-history' && owner) {
      const began = new Date(now - 41 * DAY)
      const facts = { expectedMinutes: 1_440, lastRunAt: new Date(began.getTime() - 26 * HOUR).toISOString() }
      await writeEpisode(db, of, {
        kind: 'silent',
        begin: began,
        end: new Date(began.getTime() + 5 * HOUR),
        facts,
        ...silentText(about, facts),
        answer:
          'The console updated itself overnight and required a new sign-in. We signed in again and reran this morning’s run.',
      })
    }
  }
  // Runs are reported with an API key. The hash is random, so no key matches it.
  for (const companyId of new Set(INSTALLED.map((a) => companies.get(a.company) as string))) {
    const owner = owners.get(companyId)
    if (!owner) throw new Error('Every demo company with automations needs an owner.')
    const first = Math.max(...INSTALLED.map((a) => (companies.get(a.company) === companyId ? a.bought : 0)))
    await db
      .insertInto('api_keys')
      .values({
        company_id: companyId,
        id: uuid(),
        name: 'Runs of our automations',
        prefix: `mwk_${randomBytes(6).toString('base64url')}`,
        hash: randomBytes(32).toString('hex'),
        scopes: ['runs:write'],
        created_by: owner.id,
        created_at: new Date(now - first * DAY).toISOString(),
        last_used_at: new Date(now - 9 * MINUTE).toISOString(),
      })
      .execute()
  }
  // Insert in chronological order, because ids of the audit log must ascend with time.
  for (const act of acts.toSorted((one, other) => one.created_at.localeCompare(other.created_at)))
    await db.insertInto('audit_log').values(act).execute()
}
