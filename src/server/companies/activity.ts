import type { z } from 'zod'
import type { CompanyActivity } from '../../contract/companies/index.ts'
import { contract } from '../../contract/index.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { FORMER } from '../platform/words.ts'
import { SUBJECTS } from './policy.ts'

type Via = NonNullable<z.infer<typeof CompanyActivity>['via']>['kind']

/** Audit log entries have a number but no UUID, which a cursor needs. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Returns the audit log of a company, newest first, for staff. Throws NOT_FOUND when the company does not exist. */
export const listCompanyActivity = action(
  contract.companies.activity,
  ({ platform, actor }, { id, kind, limit, cursor }) => {
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
          'l.via',
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
          e.selectFrom('shared_tickets as t').select('t.number').whereRef('t.id', '=', 'l.subject_id').as('ticket'),
          e
            .selectFrom('shared_contacts as o')
            .select('o.full_name')
            .whereRef('o.id', '=', 'l.subject_id')
            .as('contact'),
          e.selectFrom('shared_clients as c').select('c.name').whereRef('c.id', '=', 'l.subject_id').as('client'),
          e.selectFrom('api_keys as k').select('k.name').whereRef('k.id', '=', 'l.subject_id').as('key'),
          e.selectFrom('api_keys as k').select('k.name').whereRef('k.id', '=', 'l.via_id').as('via_key'),
          e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'l.via_id').as('viewed'),
        ])
        .where('l.company_id', '=', id)
        .orderBy('l.id', 'desc')
        .limit(limit + 1)
      // Sign-ins and sign-outs would hide the other entries.
      if (!kind) query = query.where('l.action', 'not in', ['user.sign-in', 'user.sign-in-failed', 'user.sign-out'])
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
          via: row.via ? { kind: row.via as Via, name: row.via_key ?? row.viewed } : null,
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
  },
)
