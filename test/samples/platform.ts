import type { Samples } from './samples.ts'

export const platformSamples: Samples = {
  async ofCompany({ db, of }) {
    const company_id = of.company.id
    const event = { company_id, topic: 'ticket', kind: 'opened', subject_id: crypto.randomUUID() }
    await db
      .insertInto('events')
      .values([event, { ...event, kind: 'note', staff_only: true }])
      .execute()
    await db.insertInto('audit_log').values({ company_id, action: 'ticket.open', subject_type: 'ticket' }).execute()
    await db
      .insertInto('idempotency_keys')
      .values({ company_id, user_id: of.owner.id, key: 'k', operation: 'x', body_hash: 'h' })
      .execute()
    await db
      .insertInto('findings')
      .values({ company_id, id: crypto.randomUUID(), kind: 'hours_balance', title: 'Balance' })
      .execute()
  },
}
