// Who is notified about an event in a project, and with which text.
import type { Db } from '../platform/database/db.ts'
import type { Notice, Notifier, PublishedEvent } from '../platform/events/notifiers.ts'
import type { Block } from '../platform/mail/mail-blocks.ts'
import type { Platform } from '../platform/platform.ts'
import { unmarkedLine } from '../platform/words.ts'
import { projectRef } from './present.ts'

const HEALTH: Record<string, string> = { on_track: 'on track', at_risk: 'at risk', delayed: 'delayed' }
const STATUS: Record<string, string> = {
  planned: 'planned',
  active: 'active',
  on_hold: 'on hold',
  canceled: 'canceled',
}

type Facts = NonNullable<Awaited<ReturnType<typeof factsOf>>>
const factsOf = (db: Db, e: PublishedEvent) =>
  db
    .selectFrom('projects as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .select(['p.id', 'p.company_id', 'p.number', 'p.name', 'p.lead_id', 'c.name as company'])
    .where('p.company_id', '=', e.companyId)
    .where('p.id', '=', e.subjectId)
    .executeTakeFirst()

/** An active user. `partner` is true for users of the project's company. */
type Recipient = { id: string; partner: boolean }
async function active(db: Db, p: Facts, ids: readonly (string | null)[]): Promise<Recipient[]> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return []
  const found = await db
    .selectFrom('profiles as f')
    .innerJoin('companies as c', 'c.id', 'f.company_id')
    .select(['f.id', 'f.company_id', 'c.is_internal'])
    .where('f.id', 'in', wanted)
    .where('f.deactivated_at', 'is', null)
    .execute()
  // Users who moved to another company are not notified about this company's projects.
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
  'Someone'
const taskOf = (db: Db, p: Facts, id: unknown) =>
  db
    .selectFrom('project_tasks')
    .select(['id', 'title', 'body', 'side', 'assignee_id', 'status'])
    .where('company_id', '=', p.company_id)
    .where('id', '=', String(id))
    .executeTakeFirst()

type NoticeContent = {
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
  event: PublishedEvent,
  p: Facts,
  people: readonly Recipient[],
  content: NoticeContent,
): Notice[] =>
  [...new Map(people.map((one) => [one.id, one])).values()]
    .filter((one) => one.id !== event.actorId)
    .map((one) => ({
      to: { userId: one.id },
      kind: content.kind,
      title: content.title,
      body: unmarkedLine(content.body, 300),
      path: content.path,
      mail: {
        id: '',
        subject: `[${projectRef(p.number)}] ${content.title}`,
        blocks: [
          content.lead,
          ...(content.more ?? []),
          { button: content.button, href: new URL(content.path, platform.env.publicUrl).href },
        ],
        foot: `You’re receiving this because of project ${projectRef(p.number)}.`,
      },
    }))

/** Returns the notices when a task was assigned, waits for the partner, or was finished by the other side. */
async function ofTask(platform: Platform, db: Db, event: PublishedEvent, p: Facts): Promise<Notice[]> {
  const { waits, given, finished } = event.data as Partial<Record<'waits' | 'given' | 'finished', boolean>>
  if (!waits && !given && !finished) return []
  const task = await taskOf(db, p, event.data.aboutId)
  if (!task) return []
  const path = `/my-projects/${p.id}?task=${task.id}`
  const by = await nameOf(db, event.actorId)
  const noticesFor = (people: Recipient[], content: Pick<NoticeContent, 'title' | 'body' | 'lead' | 'more'>) =>
    notices(platform, event, p, people, { kind: 'project_task', button: 'View task', path, ...content })
  if (finished) {
    const [actor] = await active(db, p, [event.actorId])
    // Notify only the other side about a finished task.
    const people = (await active(db, p, [p.lead_id, task.assignee_id])).filter((one) => one.partner !== actor?.partner)
    return noticesFor(people, {
      title: `Done: ${task.title}`,
      body: `${by} marked it as done.`,
      lead: `${by} marked “${task.title}” in the project “${p.name}” as done.`,
    })
  }
  if (waits) {
    const named = await active(db, p, [task.assignee_id])
    const people = (named.length > 0 ? named : await active(db, p, await watchersOf(db, p))).filter(
      (one) => one.partner,
    )
    return noticesFor(people, {
      title: `Waiting on you: ${task.title}`,
      body: `${p.name}. Complete it in the portal or ask a question there.`,
      lead: `“${task.title}” in the project “${p.name}” is waiting on ${named.length > 0 ? 'you' : 'your company'}.`,
      ...(task.body ? { more: [{ markdown: task.body }] } : {}),
    })
  }
  return noticesFor(await active(db, p, [task.assignee_id]), {
    title: `Assigned to you: ${task.title}`,
    body: `${by} assigned you this task in “${p.name}”.`,
    lead: `${by} assigned you “${task.title}” in the project “${p.name}”.`,
    ...(task.body ? { more: [{ markdown: task.body }] } : {}),
  })
}

async function ofComment(platform: Platform, db: Db, event: PublishedEvent, p: Facts): Promise<Notice[]> {
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
    title: `${by} ${comment.staff_only ? 'wrote an internal note' : 'commented'} on “${task.title}”`,
    body: comment.body,
    lead: `${by} ${comment.staff_only ? 'wrote an internal note' : 'commented'} on “${task.title}” in the project “${p.name}”:`,
    more: [{ markdown: comment.body }],
    button: 'View task',
    path: `/my-projects/${p.id}?task=${task.id}`,
  })
}

async function collectNotices(platform: Platform, db: Db, event: PublishedEvent): Promise<Notice[]> {
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
        lead: `${by} posted an update on “${p.name}”: ${health}, ${update.tasks_done} of ${update.tasks_total} tasks done.`,
        more: [{ markdown: update.body }],
        button: 'View project',
        path: `${path}?tab=updates`,
      })
    }
    case 'done':
      return notices(platform, event, p, await watching(), {
        kind: 'project_done',
        title: `Done: ${p.name}`,
        body: 'Its tasks, files and time are in the portal.',
        lead: `The project “${p.name}” is done. Its tasks, files and time stay in the portal.`,
        button: 'View project',
        path,
      })
    case 'status': {
      const status =
        event.data.status === 'waiting_on_partner' ? `waiting on ${p.company}` : STATUS[String(event.data.status)]
      const reason = typeof event.data.reason === 'string' ? event.data.reason : ''
      // Going back to planned needs no notification. `done` has an event of its own.
      if (!status || event.data.status === 'planned') return []
      return notices(platform, event, p, await watching(), {
        kind: 'project_update',
        title: `${p.name} is ${status}`,
        body: reason,
        lead: `The project “${p.name}” for ${p.company} is now ${status}.`,
        ...(reason ? { more: [{ markdown: reason }] } : {}),
        button: 'View project',
        path,
      })
    }
  }
  return []
}

/** Notifies both sides about events in projects. */
export const projectNotifier: Notifier = { topic: 'project', collectNotices }
