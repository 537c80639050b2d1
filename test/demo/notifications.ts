import type { Platform } from '../../src/server/platform/platform.ts'
import { makeNotification } from '../factories/notifications.ts'
import type { MadeCompany, MadeUser, Owner } from '../factories/people.ts'
import { idAt } from '../factories/tickets.ts'

type Cast = { companies: Map<string, MadeCompany>; people: Map<string, MadeUser>; now: number }

const HOUR = 3_600_000
/** Writes notifications about the existing conversations. Those of the last half day are unread. */
export async function seedNotifications(
  db: Owner,
  _platform: Platform,
  { companies, people, now }: Cast,
): Promise<void> {
  const provider = [...companies.values()].find((c) => c.is_internal)
  const messages = await db
    .selectFrom('messages as m')
    .innerJoin('tickets as t', (j) => j.onRef('t.company_id', '=', 'm.company_id').onRef('t.id', '=', 'm.ticket_id'))
    .select([
      'm.author_id',
      'm.author_name',
      'm.author_kind',
      'm.kind',
      'm.body',
      'm.created_at',
      't.id',
      't.number',
      't.subject',
      't.requester_id',
      't.assignee_id',
    ])
    .where('m.kind', 'in', ['reply', 'note'])
    .orderBy('m.created_at', 'desc')
    .limit(120)
    .execute()
  for (const m of messages) {
    for (const person of people.values()) {
      const staff = person.companyId === provider?.id
      if (person.id === m.author_id || (m.kind === 'note' && !staff)) continue
      if (person.id !== m.requester_id && person.id !== m.assignee_id) continue
      const at = new Date(m.created_at)
      await makeNotification(db, person, {
        id: idAt(at),
        kind: m.kind === 'note' ? 'ticket_note' : 'ticket_reply',
        title: `${m.author_name} ${m.kind === 'note' ? 'added a note' : 'replied'}: T-${m.number} ${m.subject}`.slice(
          0,
          200,
        ),
        body: m.body.replace(/[*`]/g, '').replace(/\s+/g, ' ').slice(0, 300),
        path: `${staff ? '/admin' : ''}/tickets/${m.id}`,
        subject_id: m.id,
        created_at: at.toISOString(),
        read_at: now - at.getTime() > 12 * HOUR ? new Date(at.getTime() + HOUR / 2).toISOString() : null,
      })
    }
  }
  const tickets = await db
    .selectFrom('tickets')
    .select([
      'id',
      'number',
      'subject',
      'status',
      'requester_id',
      'assignee_id',
      'updated_at',
      'created_at',
      'company_id',
    ])
    .where('status', 'in', ['resolved', 'closed', 'waiting_on_partner', 'in_progress', 'new'])
    .orderBy('updated_at', 'desc')
    .limit(60)
    .execute()
  const byId = new Map([...people.values()].map((p) => [p.id, p]))
  const names = new Map([...companies.values()].map((c) => [c.id, c.name]))
  for (const t of tickets) {
    const requester = byId.get(t.requester_id)
    const assignee = t.assignee_id ? byId.get(t.assignee_id) : undefined
    const heading = { resolved: 'Resolved', closed: 'Closed', waiting_on_partner: 'Awaiting your reply' }[t.status]
    if (requester && heading)
      await makeNotification(db, requester, {
        id: idAt(new Date(t.updated_at)),
        kind: 'ticket_status',
        title: `${heading}: T-${t.number} ${t.subject}`.slice(0, 200),
        body: heading === 'Awaiting your reply' ? 'We need your reply to continue.' : '',
        path: `/tickets/${t.id}`,
        subject_id: t.id,
        created_at: t.updated_at,
        read_at: now - Date.parse(t.updated_at) > 6 * HOUR ? t.updated_at : null,
      })
    if (assignee)
      await makeNotification(db, assignee, {
        id: idAt(new Date(t.created_at)),
        kind: 'ticket_assigned',
        title: `Helen Castellano assigned you T-${t.number} ${t.subject}`.slice(0, 200),
        body: names.get(t.company_id) ?? '',
        path: `/admin/tickets/${t.id}`,
        subject_id: t.id,
        created_at: t.created_at,
        read_at: now - Date.parse(t.created_at) > 24 * HOUR ? t.created_at : null,
      })
  }
}
