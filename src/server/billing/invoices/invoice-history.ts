import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { FORMER } from '../../platform/words.ts'

/** Maximum number of entries. No invoice has as many. */
const MOST = 200

/** Returns who did what with an invoice and its order, when and why, newest first. Throws NOT_FOUND. */
export const invoiceHistory = action(contract.billing.invoiceHistory, ({ platform, actor }, { id }) => {
  return platform.db.asActor(actor, async (db) => {
    const invoice = await db
      .selectFrom('invoices')
      .select(['company_id', 'order_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!invoice) throw refuse('NOT_FOUND')
    const rows = await db
      .selectFrom('audit_log as a')
      .select(['a.id', 'a.created_at', 'a.actor_id', 'a.action', 'a.reason', 'a.after'])
      .select((e) =>
        e.selectFrom('profiles as p').select('p.full_name').whereRef('p.id', '=', 'a.actor_id').as('actor'),
      )
      .where('a.company_id', '=', invoice.company_id)
      .where('a.subject_type', 'in', ['invoice', 'order'])
      .where('a.subject_id', 'in', [id, invoice.order_id])
      .orderBy('a.id', 'desc')
      .limit(MOST)
      .execute()
    return {
      items: rows.map((r) => ({
        id: String(r.id),
        at: r.created_at,
        actor: r.actor_id ? { id: r.actor_id, name: r.actor ?? FORMER } : null,
        action: r.action,
        reason: r.reason,
        after: r.after as Record<string, unknown> | null,
      })),
    }
  })
})
