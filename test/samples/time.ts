import { makeTicket } from '../factories/tickets.ts'
import { makeTime } from '../factories/time.ts'
import type { Samples } from './samples.ts'

export const timeSamples: Samples = {
  async ofCompany({ db, world, of }) {
    const ticket = await makeTicket(db, { requester: of.owner })
    await makeTime(db, { ticket, by: world.engineer })
    // Each person can have only one timer, so the two companies use different staff.
    const { id: user_id } = of === world.north ? world.engineer : world.admin
    await db
      .insertInto('timers')
      .values({ company_id: of.company.id, id: crypto.randomUUID(), ticket_id: ticket.id, user_id })
      .execute()
  },
}
