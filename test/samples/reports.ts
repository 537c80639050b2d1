import { makeClient } from '../factories/contacts.ts'
import type { Samples } from './samples.ts'

export const reportSamples: Samples = {
  async ofCompany({ db, world, of }) {
    const own = { company_id: of.company.id, id: crypto.randomUUID() }
    const month = '2026-10-01'
    await db
      .insertInto('report_papers')
      .values({ ...own, from_day: month, to_day: month })
      .execute()
    await db
      .insertInto('report_mails')
      .values({ ...own, first_month: month })
      .execute()
    await db
      .insertInto('report_recipients')
      .values({ ...own, mail_id: own.id, user_id: of.owner.id })
      .execute()
    await db
      .insertInto('report_sends')
      .values({ ...own, month, name: 'A', email: 'a@x.test' })
      .execute()
    const client = await makeClient(db, { company_id: of.company.id })
    const day = { company_id: of.company.id, client_id: client.id, day: month }
    await db
      .insertInto('report_days')
      .values({ ...day, dimension: 'priority', value: 'P3' })
      .execute()
    await db
      .insertInto('report_hours')
      .values({ ...day, category: 'other' })
      .execute()
    await db
      .insertInto('report_people')
      .values({ company_id: of.company.id, user_id: world.engineer.id, day: month, resolved: 1 })
      .execute()
  },
}
