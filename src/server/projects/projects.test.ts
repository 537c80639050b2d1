import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeAgreement } from '../../../test/factories/agreements.ts'
import { makeInstallation } from '../../../test/factories/automations.ts'
import { makeProject, makeProjectComment, makeProjectUpdate } from '../../../test/factories/projects.ts'
import { makeTicket } from '../../../test/factories/tickets.ts'
import { startUntilBlocked } from '../../../test/harness/locks.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { LedgerLine } from '../../contract/hours.ts'
import type {
  Plan as PlanShape,
  Project as ProjectShape,
  ProjectTemplate,
  ProjectUpdate,
  Task as TaskShape,
} from '../../contract/projects/index.ts'
import type { TimeEntry, TimePreview } from '../../contract/time.ts'
import { agreementPeriods, consentFor } from '../agreements/index.ts'
import { notifyOfEvents } from '../notifications/index.ts'

type Project = z.infer<typeof ProjectShape>
type Plan = z.infer<typeof PlanShape>
type Task = z.infer<typeof TaskShape>
type Template = z.infer<typeof ProjectTemplate>
type Update = z.infer<typeof ProjectUpdate>

let server: TestServer
let world: World
let owner: Person
let member: Person
let engineer: Person
let admin: Person
let stranger: Person

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  ;({ owner, member } = world.north)
  ;({ engineer, admin } = world)
  stranger = world.south.owner
})
afterAll(() => server.close())

const call = <T>(method: string, path: string, as: Person, body?: object) =>
  server.call<T & ErrorShape>(method, `/v1${path}`, { as, ...(body ? { body } : {}) })
const made = (fields: Partial<Parameters<typeof makeProject>[1]> = {}) =>
  makeProject(server.db, { company_id: world.north.company.id, by: engineer, ...fields })
const get = async (id: string, as: Person = engineer) => (await call<Project>('GET', `/projects/${id}`, as)).body
const planOf = async (id: string, as: Person = engineer) => (await call<Plan>('GET', `/projects/${id}/plan`, as)).body
const setStatus = (p: Pick<Project, 'id' | 'version'>, status: string, more: object = {}) =>
  call<Project>('POST', `/projects/${p.id}/status`, engineer, { version: p.version, status, ...more })
const move = (id: string, body: object) => call<Task>('POST', `/project-tasks/${id}/move`, engineer, body)
const complete = (id: string, as: Person, done = true) =>
  call<Task>('POST', `/project-tasks/${id}/complete`, as, { done })
const waitingFor = { status: 'waiting_on_partner', side: 'partner' } as const
/** Returns the notifications since the last call, by person. */
async function notified(): Promise<{ to: string; kind: string; title: string; body: string }[]> {
  await server.db.deleteFrom('notifications').execute()
  await notifyOfEvents.handler(server.platform)
  const rows = await server.db
    .selectFrom('notifications as n')
    .innerJoin('profiles as p', 'p.id', 'n.user_id')
    .select(['p.full_name as to', 'n.kind', 'n.title', 'n.body'])
    .orderBy('p.full_name')
    .execute()
  return rows
}

describe('a project', () => {
  test('is created from a template with dates counted from the start date, and owners watch it', async () => {
    const name = 'Microsoft 365 tenant migration'
    const { body: template } = await call<Template>('POST', '/project-templates', engineer, {
      name,
      phases: [
        { name: 'Prepare', tasks: [{ title: 'List mailboxes', startDay: 0, dueDay: 3 }] },
        { name: 'Move', tasks: [{ title: 'Change DNS', side: 'partner', dueDay: 10 }, { title: 'Check mail flow' }] },
      ],
    })
    const { status, body } = await call<Project>('POST', '/projects', engineer, {
      companyId: world.north.company.id,
      name: 'Move Harbor Dental',
      leadId: engineer.id,
      startsOn: '2026-12-01',
      dueOn: '2026-12-20',
      templateId: template.id,
    })
    expect([status, body.status, body.tasksTotal, body.health]).toEqual([201, 'planned', 3, null])
    expect(body.number).toBeGreaterThan(1000)
    expect(body.watchers.map((w) => [w.name, w.side]).sort()).toEqual([
      ['Erin Engineer', 'provider'],
      ['North Owner', 'partner'],
    ])
    const plan = await planOf(body.id, member)
    expect(plan.phases.map((p) => [p.name, p.position, p.status])).toEqual([
      ['Prepare', 0, 'todo'],
      ['Move', 1, 'todo'],
    ])
    expect(plan.tasks.map((t) => [t.title, t.position, t.side, t.startsOn, t.dueOn])).toEqual([
      ['List mailboxes', 0, 'provider', '2026-12-01', '2026-12-04'],
      ['Change DNS', 1, 'partner', null, '2026-12-11'],
      ['Check mail flow', 2, 'provider', null, null],
    ])
    const again = await call('POST', '/project-templates', engineer, { name, phases: [{ name: 'One' }] })
    expect([again.status, again.body.error.code]).toEqual([422, 'NAME_TAKEN'])
  })
  test('creating twice with one idempotency key makes one project', async () => {
    const body = { companyId: world.north.company.id, name: 'Once', leadId: engineer.id }
    const all = await Promise.all(
      [1, 2, 3].map(() =>
        server.call<Project>('POST', '/v1/projects', { as: engineer, body, headers: { 'idempotency-key': 'p once' } }),
      ),
    )
    expect(new Set(all.map((r) => r.body.id)).size).toBe(1)
  })
  test('reports invalid input beside its field', async () => {
    const foreign = await makeAgreement(server.db, {
      by: admin,
      companyId: world.south.company.id,
      signed: { by: stranger },
    })
    const good = { companyId: world.north.company.id, name: 'New', leadId: engineer.id }
    for (const [body, field, status] of [
      [{ ...good, name: ' ' }, 'name', 400],
      [{ ...good, budgetMinutes: 0 }, 'budgetMinutes', 400],
      [{ ...good, companyId: world.provider.id }, 'companyId', 422],
      [{ ...good, leadId: owner.id }, 'leadId', 422],
      [{ ...good, agreementId: foreign.id }, 'agreementId', 422],
      [{ ...good, templateId: crypto.randomUUID() }, 'templateId', 422],
      [{ ...good, startsOn: '2026-12-02', dueOn: '2026-12-01' }, 'dueOn', 422],
    ] as const) {
      const r = await call('POST', '/projects', engineer, body)
      expect([r.status, Object.keys(r.body.error.fields ?? {})], JSON.stringify(body)).toEqual([status, [field]])
    }
  })
  test('detects conflicting edits, and the later one gets both versions', async () => {
    const p = await made()
    const edit = (name: string) => call<Project>('PATCH', `/projects/${p.id}`, engineer, { version: 1, name })
    const both = await Promise.all([edit('One'), edit('Two')])
    expect(both.map((r) => r.status).sort()).toEqual([200, 409])
    const lost = both.find((r) => r.status === 409)
    expect((lost?.body.error.current as Project | undefined)?.name).toBe(both.find((r) => r.status === 200)?.body.name)
  })
  test('allows only valid status changes, with a reason when put on hold or canceled, and records them', async () => {
    const p = await made()
    const wrong = await setStatus({ id: p.id, version: 1 }, 'planned')
    expect([wrong.status, Object.keys(wrong.body.error.fields ?? {})]).toEqual([422, ['status']])
    const silent = await setStatus({ id: p.id, version: 1 }, 'on_hold')
    expect([silent.status, Object.keys(silent.body.error.fields ?? {})]).toEqual([422, ['reason']])
    const held = await setStatus({ id: p.id, version: 1 }, 'on_hold', { reason: 'New office first' })
    expect([held.status, held.body.status, held.body.health]).toEqual([200, 'on_hold', null])
    const { body } = await call<{ items: { action: string; reason: string; after: object }[] }>(
      'GET',
      `/projects/${p.id}/history`,
      admin,
    )
    expect(body.items).toMatchObject([{ action: 'status', reason: 'New office first', after: { status: 'on_hold' } }])
    expect((await call('GET', `/projects/${p.id}/history`, owner)).status).toBe(403)
  })
  test('calculates health from dates, budget and waiting tasks, with reasons', async () => {
    const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
    const fine = await made({ due_on: day(30), tasks: [{ title: 'a', due_on: day(10) }] })
    expect(await get(fine.id)).toMatchObject({ health: 'on_track', healthReasons: [] })
    const late = await made({ due_on: day(-3), tasks: [{ title: 'a' }] })
    expect(await get(late.id)).toMatchObject({ health: 'delayed' })
    const risky = await made({ tasks: [{ title: 'a', due_on: day(-3) }, { title: 'b' }] })
    const seen = await get(risky.id)
    expect([seen.health, seen.healthReasons[0]]).toEqual(['at_risk', expect.stringContaining('1 task overdue')])
    const stuck = await made({
      tasks: [{ title: 'a', ...waitingFor, status_at: new Date(Date.now() - 8 * 86_400_000).toISOString() }],
    })
    expect((await get(stuck.id)).healthReasons).toEqual([expect.stringContaining('1 task is waiting on the partner')])
  })
  test('counts the days that a task waits from its day at the provider, also if it began in the evening', async () => {
    // In UTC it is the next day already.
    const { rows } = await sql<{ at: string }>`
      select ((hours_day(now()) - 5 + time '23:30') at time zone hours_zone())::text as at`.execute(server.db)
    const p = await made({ tasks: [{ title: 'a', ...waitingFor, status_at: rows[0]?.at as string }] })
    expect((await get(p.id)).healthReasons).toEqual([expect.stringContaining('1 task is waiting on the partner')])
  })
})

test('unfinished tasks need the attention of the engineer whom they are assigned to', async () => {
  const engineer = await server.person(world.provider, 'engineer')
  type Waiting = { items: { kind: string; title: string; path: string }[]; total: number }
  const waiting = async (as: Person) => (await server.call<Waiting>('GET', '/v1/waiting', { as })).body
  const before = (await waiting(engineer)).total
  const mine = { assignee_id: engineer.id }
  const p = await made({
    tasks: [
      { title: 'Copy the rules', ...mine },
      {
        title: 'Already finished',
        status: 'done',
        completed_at: new Date().toISOString(),
        completed_by: admin.id,
        ...mine,
      },
      { title: 'The partner’s turn', ...mine, ...waitingFor },
      { title: 'Someone else’s' },
    ],
  })
  const { items, total } = await waiting(engineer)
  expect(items.filter((i) => i.kind === 'project_task').map((i) => [i.title, i.path.split('?')[0]])).toEqual([
    ['Copy the rules', `/my-projects/${p.id}`],
  ])
  expect(total).toBe(before + 1)
})

describe('companies', () => {
  test('another company cannot see it in any way', async () => {
    const p = await made({ name: 'Secret plans', tasks: [{ title: 'a', ...waitingFor }] })
    const task = p.taskIds[0]
    for (const [method, path, body] of [
      ['GET', `/projects/${p.id}`],
      ['GET', `/projects/${p.id}/plan`],
      ['GET', `/projects/${p.id}/updates`],
      ['GET', `/projects/${p.id}/files`],
      ['GET', `/project-tasks/${task}`],
      ['PUT', `/projects/${p.id}/watch`, { watching: true }],
      ['POST', `/project-tasks/${task}/complete`, { done: true }],
      ['POST', `/project-tasks/${task}/comments`, { body: 'x' }],
    ] as const) {
      const r = await call(method, path, stranger, body)
      expect(r.status, path).toBe(404)
    }
    const list = await call<{ items: Project[] }>('GET', '/projects?q=secret', stranger)
    expect(list.body.items).toEqual([])
    expect((await server.call('GET', '/v1/projects.csv', { as: stranger })).text).not.toContain('Secret')
    expect((await call<{ items: Project[] }>('GET', '/projects?q=secret', member)).body.items).toHaveLength(1)
  })
  test('partners cannot change the plan', async () => {
    const p = await made({ tasks: [{ title: 'a' }] })
    for (const [method, path, body] of [
      ['POST', '/projects', { companyId: p.company_id, name: 'x', leadId: engineer.id }],
      ['PATCH', `/projects/${p.id}`, { version: 1, name: 'x' }],
      ['POST', `/projects/${p.id}/status`, { version: 1, status: 'done' }],
      ['POST', `/projects/${p.id}/tasks`, { phaseId: p.phaseId, title: 'x' }],
      ['POST', `/project-tasks/${p.taskIds[0]}/move`, { status: 'done' }],
      ['POST', `/projects/${p.id}/updates`, { health: 'on_track', body: 'x' }],
      ['POST', `/project-tasks/${p.taskIds[0]}/time`, { minutes: 5 }],
      ['GET', '/project-templates'],
    ] as const)
      expect((await call(method, path, owner, body)).status, path).toBe(403)
    const internal = await call('POST', `/project-tasks/${p.taskIds[0]}/comments`, owner, { body: 'x', internal: true })
    expect([internal.status, Object.keys(internal.body.error.fields ?? {})]).toEqual([422, ['internal']])
  })
  test('partners see nothing of internal notes: no text, count, file or notification', async () => {
    const p = await made({ tasks: [{ title: 'a', ...waitingFor, assignee_id: owner.id }] })
    const id = p.taskIds[0] as string
    await notified()
    const noted = await call<Task>('POST', `/project-tasks/${id}/comments`, admin, {
      body: 'They **pay** late',
      internal: true,
    })
    expect(noted.body.thread).toMatchObject([{ body: 'They **pay** late', internal: true }])
    expect(await notified()).toMatchObject([{ to: 'Erin Engineer', kind: 'project_task', body: 'They pay late' }])
    const seen = (await call<Task>('GET', `/project-tasks/${id}`, owner)).body
    expect([seen.thread, seen.comments]).toEqual([[], 0])
    expect((await planOf(p.id, owner)).tasks[0]?.comments).toBe(0)
    expect((await planOf(p.id)).tasks[0]?.comments).toBe(1)
  })
})

describe('tasks', () => {
  test('only the person they are waiting on can complete tasks of the partner', async () => {
    const p = await made({
      tasks: [
        { title: 'for the member', ...waitingFor, assignee_id: member.id },
        { title: 'for anybody', ...waitingFor },
        { title: 'for the owner', ...waitingFor, assignee_id: owner.id },
        { title: 'not yet', side: 'partner' },
        { title: 'ours' },
      ],
    })
    const [own, any, owners, early, ours] = p.taskIds as [string, string, string, string, string]
    for (const id of [owners, early, ours]) {
      const r = await complete(id, member)
      expect([r.status, r.body.error.code]).toEqual([409, 'NOT_WAITING'])
    }
    for (const id of [own, any]) {
      const r = await complete(id, member)
      expect([r.status, r.body.status, r.body.completedBy?.name]).toEqual([200, 'done', 'North Member'])
    }
    // Completing twice has one effect. The member may reopen the task, the owner may not.
    expect((await complete(own, member)).status).toBe(200)
    expect((await complete(own, owner, false)).status).toBe(409)
    expect((await complete(own, member, false)).body).toMatchObject({ status: 'waiting_on_partner', completedBy: null })
    // An owner can complete another person's task.
    expect((await complete(own, owner)).body.status).toBe('done')
    expect((await get(p.id, member)).tasksDone).toBe(2)
    const { body } = await call<{ items: { kind: string; id: string }[] }>('GET', '/waiting', owner)
    expect(body.items.filter((i) => p.taskIds.includes(i.id)).map((i) => [i.kind, i.id])).toEqual([
      ['project_task', owners],
    ])
  })
  test('of an ended project cannot change', async () => {
    const p = await made({ tasks: [{ title: 'a', ...waitingFor }] })
    await setStatus({ id: p.id, version: 1 }, 'canceled', { reason: 'Sold the company' })
    const id = p.taskIds[0] as string
    for (const r of [await complete(id, owner), await move(id, { status: 'doing' })])
      expect([r.status, r.body.error.code]).toEqual([409, 'PROJECT_OVER'])
    expect((await call<Task>('GET', `/project-tasks/${id}`, owner)).body.can).toMatchObject({
      complete: false,
      comment: true,
    })
  })
  test('detect conflicting edits and moves', async () => {
    const p = await made({ tasks: [{ title: 'a' }] })
    const id = p.taskIds[0] as string
    const edit = (title: string) => call<Task>('PATCH', `/project-tasks/${id}`, engineer, { version: 1, title })
    const both = await Promise.all([edit('one'), edit('two')])
    expect(both.map((r) => r.status).sort()).toEqual([200, 409])
    expect((await move(id, { status: 'doing', expected: 'todo' })).body.status).toBe('doing')
    const late = await move(id, { status: 'done', expected: 'todo' })
    expect([late.status, (late.body.error.current as Task).status]).toEqual([409, 'doing'])
    // A provider task that starts to wait for the partner becomes a partner task.
    expect((await move(id, { status: 'waiting_on_partner' })).body).toMatchObject({ side: 'partner', assignee: null })
    const foreign = await call('PATCH', `/project-tasks/${id}`, engineer, { version: 4, assigneeId: stranger.id })
    expect([foreign.status, Object.keys(foreign.body.error.fields ?? {})]).toEqual([422, ['assigneeId']])
  })
  test('keep unique positions when many people move them concurrently', async () => {
    const p = await made({ tasks: Array.from({ length: 12 }, (_, n) => ({ title: `t${n}` })) })
    const pick = () => p.taskIds[Math.floor(Math.random() * p.taskIds.length)] as string
    const statuses = ['todo', 'doing', 'waiting_on_partner', 'done']
    // On a slow machine, some requests wait for a database connection longer than is allowed: repeat those.
    const served = async (ask: () => ReturnType<typeof move>): ReturnType<typeof move> => {
      const r = await ask()
      return r.status === 503 ? served(ask) : r
    }
    const moves = Array.from({ length: 40 }, (_, n) => {
      const to = { status: statuses[n % 4], afterId: n % 5 === 0 ? null : pick() }
      const id = pick()
      return served(() => move(id, to))
    })
    const edits = Array.from({ length: 6 }, (_, n) =>
      served(() => call('POST', `/projects/${p.id}/tasks`, engineer, { phaseId: p.phaseId, title: `new ${n}` })),
    )
    const all = await Promise.all([...moves, ...edits])
    expect(all.filter((r) => r.status >= 300).map((r) => r.body.error)).toEqual([])
    const { tasks } = await planOf(p.id)
    expect(tasks.map((t) => t.position)).toEqual(Array.from({ length: 18 }, (_, n) => n))
    expect(new Set(tasks.map((t) => t.id)).size).toBe(18)
    expect(p.taskIds.every((id) => tasks.some((t) => t.id === id))).toBe(true)
  })
  test('can be completed and discussed by the partner while staff move them, without deadlocks', async () => {
    const p = await made({ tasks: Array.from({ length: 4 }, (_, n) => ({ title: `t${n}`, ...waitingFor })) })
    const both = p.taskIds.flatMap((id) =>
      Array.from({ length: 3 }, (_, n) => [
        complete(id, n % 2 ? owner : member, n % 2 === 0),
        call('POST', `/project-tasks/${id}/comments`, member, { body: 'Done soon.' }),
        move(id, { afterId: p.taskIds[(n + 1) % 4] === id ? null : p.taskIds[(n + 1) % 4] }),
      ]).flat(),
    )
    const all = await Promise.all(both)
    expect(all.filter((r) => r.status >= 500).map((r) => r.body.error)).toEqual([])
  })
  test('and phases move after a named one, and only empty phases can be removed', async () => {
    const p = await made({ tasks: [{ title: 'a' }, { title: 'b' }, { title: 'c' }] })
    const [a, b, c] = p.taskIds as [string, string, string]
    await move(a, { afterId: c })
    expect((await planOf(p.id)).tasks.map((t) => t.id)).toEqual([b, c, a])
    await move(a, { afterId: null })
    expect((await planOf(p.id)).tasks.map((t) => t.id)).toEqual([a, b, c])
    expect((await move(a, { afterId: crypto.randomUUID() })).status).toBe(422)
    const added = await call<Plan>('POST', `/projects/${p.id}/phases`, engineer, { name: 'Move' })
    const [first, second] = added.body.phases.map((f) => f.id) as [string, string]
    const swapped = await call<Plan>('PATCH', `/project-phases/${second}`, engineer, {
      afterId: null,
      name: 'Cut over',
    })
    expect(swapped.body.phases.map((f) => f.name)).toEqual(['Cut over', 'Prepare'])
    const full = await call('DELETE', `/project-phases/${first}`, engineer)
    expect([full.status, full.body.error.code]).toEqual([409, 'PHASE_NOT_EMPTY'])
    expect((await call<Plan>('DELETE', `/project-phases/${second}`, engineer)).body.phases).toHaveLength(1)
    await makeProjectComment(server.db, p, { by: engineer, taskId: a })
    const used = await call('DELETE', `/project-tasks/${a}`, engineer, { version: 1 })
    expect([used.status, used.body.error.code]).toEqual([409, 'TASK_IN_USE'])
    const left = await call<Plan>('DELETE', `/project-tasks/${b}`, engineer, { version: 1 })
    expect(left.body.tasks.map((t) => [t.id, t.position])).toEqual([
      [a, 0],
      [c, 1],
    ])
  })
})

describe('time', () => {
  const book = (taskId: string, body: object) =>
    call<z.infer<typeof TimeEntry>>('POST', `/project-tasks/${taskId}/time`, engineer, body)
  const balance = async () => (await call<{ balance: number }>('GET', `/hours/balance`, owner)).body.balance

  test('on tasks uses hours like on tickets, and the budget counts all entries', async () => {
    const p = await made({ budget_minutes: 600, tasks: [{ title: 'a' }, { title: 'b' }] })
    const [a, b] = p.taskIds as [string, string]
    const before = await balance()
    const preview = await call<z.infer<typeof TimePreview>>(
      'GET',
      `/project-tasks/${a}/time/preview?minutes=50`,
      engineer,
    )
    expect(preview.body).toMatchObject({ charged: 60, draws: 60 })
    const first = await book(a, { minutes: 50, note: 'Read the export' })
    expect([first.status, first.body.charged, first.body.ticket, first.body.task?.project.id]).toEqual([
      201,
      60,
      null,
      p.id,
    ])
    const second = await book(b, { minutes: 30 })
    await book(b, { minutes: 20, billable: false, reason: 'own_mistake' })
    expect(await balance()).toBe(before - 90)
    expect(await get(p.id, owner)).toMatchObject({ usedMinutes: 100, chargedMinutes: 90, budgetMinutes: 600 })
    expect((await planOf(p.id, owner)).tasks.map((t) => t.usedMinutes)).toEqual([50, 50])
    await call('PATCH', `/time-entries/${first.body.id}`, engineer, { version: 1, minutes: 20 })
    await call('DELETE', `/time-entries/${second.body.id}`, engineer, { version: 1 })
    expect(await get(p.id)).toMatchObject({ usedMinutes: 40, chargedMinutes: 30 })
    expect(await balance()).toBe(before - 30)
    const { body: entries } = await call<{ items: z.infer<typeof TimeEntry>[] }>(
      'GET',
      `/time-entries?project=${p.id}`,
      owner,
    )
    expect(entries.items.map((e) => e.task?.title).sort()).toEqual(['a', 'b'])
    const { body: ledger } = await call<{ items: z.infer<typeof LedgerLine>[] }>(
      'GET',
      `/hours/ledger?project=${p.id}`,
      owner,
    )
    expect(ledger.items.length).toBeGreaterThan(2)
    expect(ledger.items.every((l) => l.entry?.task?.project.number === p.number)).toBe(true)
    expect((await server.call('GET', `/v1/time-entries.csv?project=${p.id}`, { as: owner })).text).toContain(
      `P-${p.number}`,
    )
  })
  test('is covered by a fixed price agreement, even when it is linked later', async () => {
    const agreement = await makeAgreement(server.db, {
      by: admin,
      companyId: world.north.company.id,
      type: 'fixed_price',
      terms: { coversTime: true, billingPoint: 'completion' },
      signed: { by: owner },
    })
    const p = await made({ tasks: [{ title: 'a' }] })
    const before = await balance()
    await book(p.taskIds[0] as string, { minutes: 60 })
    expect(await balance()).toBe(before - 60)
    const edited = await call<Project>('PATCH', `/projects/${p.id}`, engineer, {
      version: 1,
      agreementId: agreement.id,
    })
    expect(edited.body).toMatchObject({ usedMinutes: 60, chargedMinutes: 0, agreement: { billsOnCompletion: true } })
    expect(await balance()).toBe(before)
    const covered = await book(p.taskIds[0] as string, { minutes: 45 })
    expect([covered.body.charged, covered.body.agreement?.id]).toEqual([null, agreement.id])
  })
  test('logged concurrently on one task is complete', async () => {
    const p = await made({ tasks: [{ title: 'a' }] })
    const all = await Promise.all(Array.from({ length: 10 }, () => book(p.taskIds[0] as string, { minutes: 15 })))
    expect(all.map((r) => r.status)).toEqual(Array(10).fill(201))
    expect(await get(p.id)).toMatchObject({ usedMinutes: 150, chargedMinutes: 150 })
  })
})

describe('a fixed price', () => {
  const fixed = (companyId: string, billingPoint: 'signature' | 'completion') =>
    makeAgreement(server.db, {
      by: admin,
      companyId,
      type: 'fixed_price',
      terms: { priceCents: 480_000, billingPoint },
      signed: { by: owner },
    })
  const invoices = (agreementId: string) =>
    server.db
      .selectFrom('invoices as i')
      .innerJoin('orders as o', 'o.id', 'i.order_id')
      .select(['i.number', 'i.status', 'i.total_cents'])
      .where('o.agreement_id', '=', agreementId)
      .execute()

  test('due on completion is invoiced once, even with concurrent completions', async () => {
    const agreement = await fixed(world.north.company.id, 'completion')
    const p = await made({ agreement_id: agreement.id })
    const all = await Promise.all(Array.from({ length: 10 }, () => setStatus({ id: p.id, version: 1 }, 'done')))
    expect(all.map((r) => r.status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(await invoices(agreement.id)).toMatchObject([{ status: 'open', total_cents: 480_000 }])
    // Reopening and finishing it again does not bill it again.
    const again = await setStatus(await get(p.id), 'active')
    await setStatus(again.body, 'done')
    expect(await invoices(agreement.id)).toHaveLength(1)
    const acts = await server.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', agreement.id)
      .where('action', '=', 'agreement.completion_billed')
      .execute()
    expect(acts).toHaveLength(1)
  })
  test('of several projects is invoiced when the last one ends, even when they end concurrently', async () => {
    const agreement = await fixed(world.north.company.id, 'completion')
    const many = await Promise.all(Array.from({ length: 5 }, () => made({ agreement_id: agreement.id })))
    const [first, ...rest] = many
    await setStatus({ id: first?.id as string, version: 1 }, 'done')
    expect(await invoices(agreement.id)).toEqual([])
    const ended = await Promise.all(
      rest.map((p, n) => setStatus({ id: p.id, version: 1 }, n === 0 ? 'canceled' : 'done', { reason: 'Not needed' })),
    )
    expect(ended.map((r) => r.status)).toEqual([200, 200, 200, 200])
    expect(await invoices(agreement.id)).toHaveLength(1)
  })
  test('invoiced on signature is not invoiced again, and canceled projects invoice nothing', async () => {
    const signed = await fixed(world.north.company.id, 'signature')
    const one = await made({ agreement_id: signed.id })
    await setStatus({ id: one.id, version: 1 }, 'done')
    const due = await fixed(world.north.company.id, 'completion')
    const two = await made({ agreement_id: due.id })
    await setStatus({ id: two.id, version: 1 }, 'canceled', { reason: 'Changed their mind' })
    expect([await invoices(signed.id), await invoices(due.id)]).toEqual([[], []])
  })
  const moveToAgreement = async (id: string, agreementId: string | null) =>
    call<Project>('PATCH', `/projects/${id}`, engineer, { version: (await get(id)).version, agreementId })
  test('is not lost when its projects move to another agreement', async () => {
    const [left, other] = [
      await fixed(world.north.company.id, 'completion'),
      await fixed(world.north.company.id, 'completion'),
    ]
    const [first, last] = [await made({ agreement_id: left.id }), await made({ agreement_id: left.id })]
    // When both projects leave the agreement at the same time, one is refused.
    const both = await Promise.all([moveToAgreement(first.id, null), moveToAgreement(last.id, null)])
    expect(both.map((r) => r.status).sort()).toEqual([200, 422])
    expect(both.find((r) => r.status === 422)?.body.error.fields?.agreementId?.[0]).toMatch(/would never be invoiced/)
    const stays = both[0]?.status === 422 ? first : last
    const gone = stays === first ? last : first
    await moveToAgreement(gone.id, left.id)
    await setStatus(await get(stays.id), 'done')
    expect(await invoices(left.id)).toEqual([])
    // When the project that was still open leaves, nothing delays billing anymore.
    expect((await moveToAgreement(gone.id, other.id)).status).toBe(200)
    expect([await invoices(left.id), await invoices(other.id)]).toMatchObject([[{ total_cents: 480_000 }], []])
    const refused = await moveToAgreement(stays.id, other.id)
    expect([refused.status, refused.body.error.fields?.agreementId?.[0]]).toEqual([
      422,
      expect.stringMatching(/was already invoiced for this project/),
    ])
  })
  test('is invoiced once when a completed project is linked to the agreement', async () => {
    const agreement = await fixed(world.north.company.id, 'completion')
    const p = await made()
    await setStatus(await get(p.id), 'done')
    const all = await Promise.all([1, 2, 3].map(() => moveToAgreement(p.id, agreement.id)))
    expect(all.map((r) => r.status)).toContain(200)
    expect(await invoices(agreement.id)).toHaveLength(1)
    // If signed after the work was done, the scheduled job bills it.
    const late = await makeAgreement(server.db, {
      by: admin,
      companyId: world.north.company.id,
      type: 'fixed_price',
      terms: { priceCents: 480_000, billingPoint: 'completion' },
      sent: true,
    })
    const early = await made({ agreement_id: late.id })
    await setStatus(await get(early.id), 'done')
    expect(await invoices(late.id)).toEqual([])
    const signed = await call<object>('POST', `/agreements/${late.id}/sign`, owner, {
      revisionId: late.revisionId,
      sha256: late.sha256,
      name: 'North Owner',
      consent: consentFor(world.north.company.name),
    })
    expect(signed.status, signed.text).toBe(201)
    for (let n = 0; n < 2; n++) await agreementPeriods.handler(server.platform)
    expect(await invoices(late.id)).toMatchObject([{ total_cents: 480_000 }])
    // A planned project can change its agreement freely.
    const planned = await made({
      status: 'planned',
      agreement_id: (await fixed(world.north.company.id, 'completion')).id,
    })
    expect((await moveToAgreement(planned.id, null)).status).toBe(200)
  })
})

describe('comments and updates', () => {
  const age = (table: 'project_comments' | 'project_updates', id: string, minutes: number) =>
    server.db
      .updateTable(table)
      .set({ created_at: new Date(Date.now() - minutes * 60_000).toISOString() })
      .where('id', '=', id)
      .execute()
  const postComment = async (taskId: string, as: Person, more: object = {}) => {
    const { body } = await call<Task>('POST', `/project-tasks/${taskId}/comments`, as, { body: 'Tuseday', ...more })
    return body.thread.at(-1) as Task['thread'][number]
  }
  const mend = (id: string, as: Person, body: string, version = 1) =>
    call<Task>('PATCH', `/project-comments/${id}`, as, { body, version })
  const earlier = async (id: string, as: Person = engineer) => {
    const { status, body } = await call<{ items: { body: string }[] }>('GET', `/project-texts/${id}/versions`, as)
    return status === 200 ? body.items.map((v) => v.body) : status
  }

  test('can be edited by their author for 15 minutes, and staff see earlier versions', async () => {
    const p = await made({ tasks: [{ title: 'Copy mail', side: 'partner' }] })
    const [task] = p.taskIds as [string]
    const mine = await postComment(task, member)
    expect([mine.editedAt, mine.version]).toEqual([null, 1])
    expect(Date.parse(mine.editableUntil as string) - Date.parse(mine.createdAt)).toBe(15 * 60_000)
    // No other user can edit it, on either side.
    for (const other of [owner, engineer, admin, stranger]) expect((await mend(mine.id, other, 'No')).status).toBe(404)
    const { status, body } = await mend(mine.id, member, 'Tuesday')
    expect([status, body.thread[0]?.body, body.thread[0]?.version]).toEqual([200, 'Tuesday', 2])
    const seen = (await call<Task>('GET', `/project-tasks/${task}`, engineer)).body.thread[0]
    expect([seen?.body, seen?.editedAt !== null, seen?.editableUntil]).toEqual(['Tuesday', true, null])
    expect([await earlier(mine.id), await earlier(mine.id, member)]).toEqual([['Tuseday'], 403])
    // From another window with the previous version.
    const late = await mend(mine.id, member, 'Wednesday')
    expect([late.status, (late.body.error.current as { body?: string })?.body]).toEqual([409, 'Tuesday'])
    expect((await mend(mine.id, member, '  ', 2)).body.error.fields?.body).toEqual(['Enter a comment.'])
    await age('project_comments', mine.id, 16)
    const over = await mend(mine.id, member, 'Thursday', 2)
    expect([over.status, over.body.error.code]).toEqual([409, 'EDIT_OVER'])
    const { items } = (
      await call<{ items: { action: string; after: object }[] }>('GET', `/projects/${p.id}/history`, engineer)
    ).body
    expect(items[0]).toMatchObject({ action: 'comment_edited', about: 'Copy mail', after: { version: 2 } })
  })

  test('internal notes stay internal when edited', async () => {
    const p = await made({ tasks: [{ title: 'Copy mail' }] })
    const note = await postComment(p.taskIds[0] as string, engineer, { internal: true })
    expect((await mend(note.id, engineer, 'between us')).status).toBe(200)
    expect((await mend(note.id, owner, 'x', 2)).status).toBe(404)
    const events = await server.db
      .selectFrom('events')
      .select(['kind', 'staff_only'])
      .where('subject_id', '=', p.id)
      .where('kind', '=', 'note_edited')
      .execute()
    expect(events).toEqual([{ kind: 'note_edited', staff_only: true }])
    const partner = (await call<Task>('GET', `/project-tasks/${p.taskIds[0]}`, owner)).body
    expect([partner.thread, partner.comments]).toEqual([[], 0])
  })

  test('updates can be edited by their author without another notification', async () => {
    const p = await made()
    const said = (
      await call<Update>('POST', `/projects/${p.id}/updates`, engineer, { health: 'on_track', body: 'All wel.' })
    ).body
    await notified()
    const put = (body: object, as: Person = engineer) =>
      call<Update>('PATCH', `/project-updates/${said.id}`, as, { version: 1, ...body })
    expect((await put({ body: 'x' }, admin)).status).toBe(404)
    expect((await put({ body: 'x' }, owner)).status).toBe(403)
    const { body } = await put({ body: 'All well.', health: 'at_risk' })
    expect(body).toMatchObject({ body: 'All well.', health: 'at_risk', version: 2 })
    expect((await get(p.id, owner)).lastUpdate).toMatchObject({ body: 'All well.', editableUntil: null })
    expect([await earlier(said.id), await notified()]).toEqual([['All wel.'], []])
    await age('project_updates', said.id, 16)
    expect((await put({ body: 'y', version: 2 })).body.error.code).toBe('EDIT_OVER')
    expect(await earlier(crypto.randomUUID())).toBe(404)
  })

  test('the database does not let partners change texts of other people', async () => {
    const p = await made({ tasks: [{ title: 'Copy mail' }] })
    const theirs = await makeProjectComment(server.db, p, { by: owner })
    await expect(
      server.platform.db.asActor(
        { kind: 'tenant', companyId: member.companyId, userId: member.id, role: 'member' },
        (db) => db.updateTable('project_comments').set({ body: 'x' }).where('id', '=', theirs.id).execute(),
      ),
    ).rejects.toThrow(/their own comments/)
  })
})

describe('notifications', () => {
  test('of an update go to all watchers except its author', async () => {
    const p = await made()
    await call('PUT', `/projects/${p.id}/watch`, owner, { watching: true })
    await call('PUT', `/projects/${p.id}/watch`, member, { watching: true })
    await call('PUT', `/projects/${p.id}/watch`, member, { watching: false })
    await notified()
    const body = 'Mailboxes are copied. DNS is next, on Tuesday.'
    const posted = await call<z.infer<typeof ProjectUpdate>>('POST', `/projects/${p.id}/updates`, engineer, {
      health: 'at_risk',
      body,
    })
    expect([posted.status, posted.body.health]).toEqual([201, 'at_risk'])
    expect(await notified()).toEqual([
      { to: 'North Owner', kind: 'project_update', title: 'Tenant migration is at risk', body },
    ])
    const mail = (await server.mails(owner.email)).at(-1)
    expect(mail?.subject).toBe(`[P-${p.number}] Tenant migration is at risk`)
    const feed = await call<{ items: z.infer<typeof ProjectUpdate>[] }>('GET', `/projects/${p.id}/updates`, member)
    expect(feed.body.items.map((u) => u.body)).toEqual([body])
    expect((await get(p.id, member)).lastUpdate?.body).toBe(body)
  })
  test('of a task go to its assignee, to the person it waits on, and to the other side when done', async () => {
    const p = await made({ tasks: [{ title: 'Change DNS', side: 'partner', assignee_id: owner.id }] })
    const id = p.taskIds[0] as string
    await notified()
    await move(id, { status: 'waiting_on_partner' })
    expect(await notified()).toMatchObject([
      { to: 'North Owner', kind: 'project_task', title: 'Waiting on you: Change DNS' },
    ])
    await complete(id, owner)
    expect(await notified()).toMatchObject([{ to: 'Erin Engineer', kind: 'project_task', title: 'Done: Change DNS' }])
    await call('POST', `/projects/${p.id}/tasks`, engineer, {
      phaseId: p.phaseId,
      title: 'Check mail flow',
      assigneeId: admin.id,
    })
    expect(await notified()).toMatchObject([{ to: 'Ada Admin', title: 'Assigned to you: Check mail flow' }])
  })
  test('of completion go to all watchers', async () => {
    const p = await made({ name: 'Copy the wiki' })
    await call('PUT', `/projects/${p.id}/watch`, owner, { watching: true })
    await notified()
    await setStatus({ id: p.id, version: 1 }, 'done')
    expect(await notified()).toMatchObject([{ to: 'North Owner', kind: 'project_done', title: 'Done: Copy the wiki' }])
  })
})

describe('links and files', () => {
  test('links only tickets and automations of the same company', async () => {
    const p = await made()
    const ticket = await makeTicket(server.db, { requester: owner })
    const foreign = await makeTicket(server.db, { requester: stranger })
    const automation = await makeInstallation(server.db, {
      companyId: world.north.company.id,
      name: 'Mailbox cleanup',
    })
    const link = (kind: string, subjectId: string) =>
      call<Project>('POST', `/projects/${p.id}/links`, engineer, { kind, subjectId })
    const wrong = await link('ticket', foreign.id)
    expect([wrong.status, Object.keys(wrong.body.error.fields ?? {})]).toEqual([422, ['subjectId']])
    const copy = await makeTicket(server.db, { requester: owner })
    await call('POST', `/tickets/${copy.id}/merge`, engineer, { intoId: ticket.id, version: 1 })
    const merged = await link('ticket', copy.id)
    expect([merged.status, merged.body.error.fields?.subjectId]).toEqual([
      422,
      ['This ticket was merged into another one. Link that one.'],
    ])
    // A link that is made while the ticket is being merged waits for the merge.
    const moving = await makeTicket(server.db, { requester: owner })
    const late = await server.db.transaction().execute(async (db) => {
      await db.selectFrom('tickets').select('id').where('id', '=', moving.id).forUpdate().execute()
      const now = new Date().toISOString()
      await db
        .updateTable('tickets')
        .set({ status: 'closed', closed_at: now, merged_into: ticket.id, merged_at: now })
        .where('id', '=', moving.id)
        .execute()
      return startUntilBlocked(server.db, () => link('ticket', moving.id))
    })
    expect((await late.done).status).toBe(422)
    await link('ticket', ticket.id)
    const { body } = await link('installation', automation.id)
    expect([body.tickets.map((t) => t.id), body.installations.map((i) => i.name)]).toEqual([
      [ticket.id],
      ['Mailbox cleanup'],
    ])
    const found = await call<{ items: { id: string }[] }>('GET', `/projects?ticket=${ticket.id}`, member)
    expect(found.body.items.map((i) => i.id)).toEqual([p.id])
    const gone = await call<Project>('DELETE', `/projects/${p.id}/links`, engineer, {
      kind: 'ticket',
      subjectId: ticket.id,
    })
    expect(gone.body.tickets).toEqual([])
  })
  test('lists files of both sides; partners do not see internal files', async () => {
    const p = await made({ tasks: [{ title: 'a' }] })
    const upload = async (as: Person, name: string) => {
      const r = await fetch(`${server.url}/api/v1/files?name=${name}`, {
        method: 'PUT',
        headers: { apikey: server.env.publishableKey, authorization: `Bearer ${as.token}` },
        body: `text of ${name}`,
      })
      return ((await r.json()) as { id: string }).id
    }
    const [theirs, ours, secret] = [
      await upload(owner, 'logo.txt'),
      await upload(engineer, 'plan.txt'),
      await upload(engineer, 'costs.txt'),
    ]
    expect((await call('POST', `/projects/${p.id}/files`, owner, { fileIds: [theirs] })).status).toBe(201)
    await call('POST', `/project-tasks/${p.taskIds[0]}/comments`, engineer, { body: 'Here', fileIds: [ours] })
    await call('POST', `/projects/${p.id}/files`, engineer, { fileIds: [secret], internal: true })
    const names = async (as: Person) =>
      (await call<{ items: { name: string }[] }>('GET', `/projects/${p.id}/files`, as)).body.items
        .map((f) => f.name)
        .sort()
    expect(await names(engineer)).toEqual(['costs.txt', 'logo.txt', 'plan.txt'])
    expect(await names(member)).toEqual(['logo.txt', 'plan.txt'])
    expect((await call('GET', `/files/${secret}/content`, owner)).status).toBe(404)
    const again = await call('POST', `/projects/${p.id}/files`, owner, { fileIds: [theirs] })
    expect([again.status, again.body.error.code]).toEqual([422, 'ATTACHMENT_GONE'])
  })
  test('lists updates in pages, newest first', async () => {
    const p = await made()
    for (const body of ['one', 'two', 'three']) await makeProjectUpdate(server.db, p, { by: engineer, body })
    type Page = { items: { body: string }[]; nextCursor: string | null }
    const first = (await call<Page>('GET', `/projects/${p.id}/updates?limit=2`, owner)).body
    const rest = (await call<Page>('GET', `/projects/${p.id}/updates?limit=2&cursor=${first.nextCursor}`, owner)).body
    expect([...first.items, ...rest.items].map((u) => u.body)).toEqual(['three', 'two', 'one'])
    expect(rest.nextCursor).toBe(null)
  })
})
