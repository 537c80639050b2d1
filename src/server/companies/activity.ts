import type { z } from 'zod'
import type { ACTIVITY_KINDS, Activity } from '../../contract/companies.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import { FORMER } from '../platform/words.ts'
import { SUBJECTS } from './policy.ts'

type Page = { items: z.infer<typeof Activity>[]; nextCursor: string | null }
/** The log numbers its entries; a cursor also wants an id. */
const NO_ID = '00000000-0000-0000-0000-000000000000'
type Input = { id: string; kind?: (typeof ACTIVITY_KINDS)[number][]; limit: number; cursor?: string }

/** Who did what at a company, newest first, for staff. NOT_FOUND for a company that is not there. */
export function activity({ platform, actor }: Actored, { id, kind, limit, cursor }: Input): Promise<Page> {
  const after = decodeCursor(cursor, 'activity', 'number')
  return platform.db.asActor(actor, async (db) => {
    if (!(await db.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst()))
      throw refuse('NOT_FOUND')
    let query = db
      .selectFrom('audit_log as l')
      .select([
        'l.id',
        'l.created_at',
        'l.actor_id',
        'l.actor_role',
        'l.action',
        'l.subject_type',
        'l.subject_id',
        'l.before',
        'l.after',
        'l.reason',
      ])
      .select((e) => [
        e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'l.actor_id').as('actor'),
        e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'l.subject_id').as('person'),
        e.selectFrom('tickets as t').select('t.number').whereRef('t.id', '=', 'l.subject_id').as('ticket'),
        e.selectFrom('contacts as o').select('o.full_name').whereRef('o.id', '=', 'l.subject_id').as('contact'),
        e.selectFrom('clients as c').select('c.name').whereRef('c.id', '=', 'l.subject_id').as('client'),
        e.selectFrom('api_keys as k').select('k.name').whereRef('k.id', '=', 'l.subject_id').as('key'),
      ])
      .where('l.company_id', '=', id)
      .orderBy('l.id', 'desc')
      .limit(limit + 1)
    if (kind)
      query = query.where(
        'l.subject_type',
        'in',
        kind.flatMap((k) => SUBJECTS[k]),
      )
    if (after) query = query.where('l.id', '<', Number(after.value))
    const found = await query.execute()
    const page = pageOf(found, limit, (last) => ({ order: 'activity', value: String(last.id), id: NO_ID }))
    return {
      items: page.rows.map((row) => ({
        id: String(row.id),
        at: row.created_at,
        actor: row.actor_id ? { id: row.actor_id, name: row.actor ?? FORMER } : null,
        actorRole: row.actor_role,
        action: row.action,
        subjectType: row.subject_type,
        subjectId: row.subject_id,
        subjectName: row.ticket ? `T-${row.ticket}` : (row.person ?? row.contact ?? row.client ?? row.key),
        before: row.before as Record<string, unknown> | null,
        after: row.after as Record<string, unknown> | null,
        reason: row.reason,
      })),
      nextCursor: page.nextCursor,
    }
  })
}
