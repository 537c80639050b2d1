import { makeNotification } from '../factories/notifications.ts'
import type { Samples } from './samples.ts'

export const notificationSamples: Samples = {
  async ofCompany({ db, of }) {
    for (const person of [of.owner, of.member]) await makeNotification(db, person)
    const own = { company_id: of.company.id, user_id: of.owner.id }
    await db
      .insertInto('notification_preferences')
      .values({ ...own, kind: 'ticket_reply', bell: true, mail: 'off' })
      .execute()
    await db
      .insertInto('notification_digests')
      .values({ ...own, hour: 8 })
      .execute()
    const refused = { topic: 'ticket', subject_id: crypto.randomUUID(), email: 'gone@client.test' }
    await db
      .insertInto('mail_refusals')
      .values({ company_id: of.company.id, ...refused })
      .execute()
  },
}
