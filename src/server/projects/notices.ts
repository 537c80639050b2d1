// Whom something that happened in a project concerns, and in which words they are told.
import type { Db } from '../platform/db.ts'
import type { Block } from '../platform/mail.ts'
import type { HappenedEvent, Notice, Teller } from '../platform/notices.ts'
import type { Platform } from '../platform/platform.ts'
import { unmarkedLine } from '../platform/words.ts'
import { ref } from './present.ts'

const HEALTH: Record<string, string> = { on_track: 'on track', at_risk: 'at risk', delayed: 'delayed' }
const STATUS: Record<string, string> = {
  planned: 'planned',
  active: 'active',
  waiting_on_partner: 'waiting on the partner',
  on_hold: 'on hold',
  cancelled: 'cancelled',
}

type Facts = NonNullable<Awaited<ReturnType<typeof factsOf>>>
const factsOf = (db: Db, e: HappenedEvent) =>
  db
    .selectFrom('projects as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .select(['p.id', 'p.company_id', 'p.number', 'p.name', 'p.lead_id', 'c.name as company'])
    .where('p.company_id', '=', e.companyId)
    .where('p.id', '=', e.subjectId)
    .executeTakeFirst()

/** Somebody who can sign in; `partner`: of the project's company. */
type Somebody = { id: string; partner: boolean }
async function active(db: Db, p: Facts, ids: readonly (string | null)[]): Promise<Somebody[]> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return []
  const found = await db
    .selectFrom('profiles as f')
    .innerJoin('companies as c', 'c.id', 'f.company_id')
    .select(['f.id', 'f.company_id', 'c.is_internal'])
    .where('f.id', 'in', wanted)
    .where('f.deactivated_at', 'is', null)
    .execute()
  // Whoever moved to another company has no part in this one's projects.
  return found
    .filter((f) => f.is_internal || f.company_id === p.company_id)
    .map((f) => ({ id: f.id, partner: !f.is_internal }))
}
const watchersOf = async (db: Db, p: Facts): Promise<string[]> =>
  (
    await db
      .selectFrom('project_watchers')
      .select('user_id')
      .where('company_id', '=', p.company_id)
      .where('project_id', '=', p.id)
      .execute()
  ).map((w) => w.user_id)

const nameOf = async (db: Db, id: string | null): Promise<string> =>
  (id && (await db.selectFrom('profiles').select('full_name').where('id', '=', id).executeTakeFirst())?.full_name) ||
  'Somebody'
const taskOf = (db: Db, p: Facts, id: unknown) =>
  db
    .selectFrom('project_tasks')
    .select(['id', 'title', 'body', 'side', 'assignee_id', 'status'])
    .where('company_id', '=', p.company_id)
    .where('id', '=', String(id))
    .executeTakeFirst()

type Told = {
  kind: Notice['kind']
  title: string
  body: string
  lead: string
  more?: Block[]
  button: string
  path: string
}

const notices = (
  platform: Platform,
  event: HappenedEvent,
  p: Facts,
  people: readonly Somebody[],
  told: Told,
): Notice[] =>
  [...new Map(people.map((one) => [one.id, one])).values()]
    .filter((one) => one.id !== event.actorId)
    .map((one) => ({
      to: { userId: one.id },
      kind: told.kind,
      title: told.title,
      body: unmarkedLine(told.body, 300),
      path: told.path,
      mail: {
        id: '',
        subject: `[${ref(p.number)}] ${told.title}`,
        blocks: [
          told.lead,
          ...(told.more ?? []),
          { button: told.button, href: new URL(told.path, platform.env.publicUrl).href },
        ],
        foot: `You get this because of project ${ref(p.number)}.`,
      },
    }))

/** A task was given to somebody, waits for the partner, or was finished by the other side. */
async function ofTask(platform: Platform, db: Db, event: HappenedEvent, p: Facts): Promise<Notice[]> {
  const { waits, given, finished } = event.data as Partial<Record<'waits' | 'given' | 'finished', boolean>>
  if (!waits && !given && !finished) return []
  const task = await taskOf(db, p, event.data.aboutId)
  if (!task) return []
  const path = `/my-projects/${p.id}?task=${task.id}`
  const by = await nameOf(db, event.actorId)
  const tell = (people: Somebody[], told: Pick<Told, 'title' | 'body' | 'lead' | 'more'>) =>
    notices(platform, event, p, people, { kind: 'project_task', button: 'Open the task', path, ...told })
  if (finished) {
    const [actor] = await active(db, p, [event.actorId])
    // Each side hears what the other finished.
    const people = (await active(db, p, [p.lead_id, task.assignee_id])).filter((one) => one.partner !== actor?.partner)
    return tell(people, {
      title: `Done: ${task.title}`,
      body: `${by} finished it.`,
      lead: `${by} finished “${task.title}” of the project “${p.name}”.`,
    })
  }
  if (waits) {
    const named = await active(db, p, [task.assignee_id])
    const people = (named.length > 0 ? named : await active(db, p, await watchersOf(db, p))).filter(
      (one) => one.partner,
    )
    return tell(people, {
      title: `Waits for you: ${task.title}`,
      body: `${p.name}. Finish it in the portal, or ask there.`,
      lead: `“${task.title}” of the project “${p.name}” waits for ${named.length > 0 ? 'you' : 'your company'}.`,
      ...(task.body ? { more: [{ markdown: task.body }] } : {}),
    })
  }
  return tell(await active(db, p, [task.assignee_id]), {
    title: `Yours: ${task.title}`,
    body: `${by} gave it to you. ${p.name}`,
    lead: `${by} gave you “${task.title}” of the project “${p.name}”.`,
    ...(task.body ? { more: [{ markdown: task.body }] } : {}),
  })
}

async function ofComment(platform: Platform, db: Db, event: HappenedEvent, p: Facts): Promise<Notice[]> {
  const comment = await db
    .selectFrom('project_comments')
    .select(['task_id', 'body', 'staff_only', 'author_id'])
    .where('company_id', '=', p.company_id)
    .where('id', '=', String(event.data.commentId))
    .executeTakeFirst()
  const task = comment && (await taskOf(db, p, comment.task_id))
  if (!comment || !task) return []
  const before = await db
    .selectFrom('project_comments')
    .select('author_id')
    .distinct()
    .where('company_id', '=', p.company_id)
    .where('task_id', '=', task.id)
    .where('staff_only', '=', false)
    .execute()
  const forCompany = task.side === 'partner' && task.assignee_id === null ? await watchersOf(db, p) : []
  const concerned = [p.lead_id, task.assignee_id, ...before.map((c) => c.author_id), ...forCompany]
  const people = (await active(db, p, concerned)).filter((one) => !comment.staff_only || !one.partner)
  const by = await nameOf(db, comment.author_id)
  return notices(platform, event, p, people, {
    kind: 'project_task',
    title: `${by} on “${task.title}”`,
    body: comment.body,
    lead: `${by} wrote${comment.staff_only ? ' a note' : ''} on “${task.title}” of the project “${p.name}”:`,
    more: [{ markdown: comment.body }],
    button: 'Open the task',
    path: `/my-projects/${p.id}?task=${task.id}`,
  })
}

async function tell(platform: Platform, db: Db, event: HappenedEvent): Promise<Notice[]> {
  const p = await factsOf(db, event)
  if (!p) return []
  const path = `/my-projects/${p.id}`
  const watching = async () => active(db, p, await watchersOf(db, p))
  switch (event.kind) {
    case 'task_added':
    case 'task_edited':
    case 'task_status':
      return ofTask(platform, db, event, p)
    case 'comment':
    case 'note':
      return ofComment(platform, db, event, p)
    case 'update': {
      const update = await db
        .selectFrom('project_updates')
        .select(['health', 'body', 'author_id', 'tasks_done', 'tasks_total'])
        .where('company_id', '=', p.company_id)
        .where('id', '=', String(event.data.updateId))
        .executeTakeFirst()
      if (!update) return []
      const health = HEALTH[update.health] ?? update.health
      const by = await nameOf(db, update.author_id)
      return notices(platform, event, p, await watching(), {
        kind: 'project_update',
        title: `${p.name} is ${health}`,
        body: update.body,
        lead: `${by} on how “${p.name}” stands: ${health}, ${update.tasks_done} of ${update.tasks_total} tasks done.`,
        more: [{ markdown: update.body }],
        button: 'Open the project',
        path: `${path}?tab=updates`,
      })
    }
    case 'done':
      return notices(platform, event, p, await watching(), {
        kind: 'project_done',
        title: `Done: ${p.name}`,
        body: 'All of it is in the portal: what was done, files, and the time it took.',
        lead: `The project “${p.name}” is done. What was done, its files and the time it took stay in the portal.`,
        button: 'Open the project',
        path,
      })
    case 'status': {
      const status = STATUS[String(event.data.status)]
      const reason = typeof event.data.reason === 'string' ? event.data.reason : ''
      // That work begins is no news to those who planned it.
      if (!status || event.data.status === 'planned') return []
      return notices(platform, event, p, await watching(), {
        kind: 'project_update',
        title: `${p.name} is ${status}`,
        body: reason,
        lead: `The project “${p.name}” of ${p.company} is ${status} now.`,
        ...(reason ? { more: [{ markdown: reason }] } : {}),
        button: 'Open the project',
        path,
      })
    }
  }
  return []
}

/** Tells both sides of what happens in projects. */
export const projectTeller: Teller = { topic: 'project', tell }
