import { makeAttachment } from '../factories/files.ts'
import { makeMessage, makeTicket } from '../factories/tickets.ts'
import { makeEstimate } from '../factories/time.ts'
import type { Samples } from './samples.ts'

export const ticketSamples: Samples = {
  async ofProvider({ db, world }) {
    const reply = { name: 'Thanks', shortcut: 'thanks', body: 'Thank you.' }
    await db
      .insertInto('canned_replies')
      .values({ company_id: world.provider.id, id: crypto.randomUUID(), ...reply })
      .execute()
  },
  async ofCompany({ server, db, world, of }) {
    const company_id = of.company.id
    const ticket = await makeTicket(db, { requester: of.owner, tags: ['backup'] })
    const linked = await makeTicket(db, { requester: of.owner })
    const ends = { ticket_id: ticket.id, other_company_id: company_id, other_id: linked.id }
    await db
      .insertInto('ticket_links')
      .values({ company_id, id: crypto.randomUUID(), ...ends, kind: 'related' })
      .execute()
    const reply = await makeMessage(db, { ticket, author: of.owner, byStaff: false })
    const by = { author: world.engineer, byStaff: true }
    const note = await makeMessage(db, { ticket, ...by, kind: 'note', body: 'between us' })
    const file = { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a'), by: of.owner }
    const { storage } = server.platform
    await makeAttachment(db, storage, { ...file, on: { ticket, messageId: reply.id } })
    await makeAttachment(db, storage, { ...file, on: { ticket, messageId: note.id, staffOnly: true } })
    await makeEstimate(db, { ticket, by: world.engineer })
    const inTicket = { company_id, ticket_id: ticket.id }
    await db
      .insertInto('ticket_watchers')
      .values([
        { ...inTicket, id: crypto.randomUUID(), user_id: of.member.id },
        { ...inTicket, id: crypto.randomUUID(), user_id: world.engineer.id },
      ])
      .execute()
    await db
      .insertInto('mentions')
      .values([
        { ...inTicket, message_id: reply.id, user_id: of.member.id },
        { ...inTicket, message_id: note.id, user_id: world.admin.id, staff_only: true },
      ])
      .execute()
    const version = { message_id: reply.id, body: 'before', written_at: 'now' }
    await db
      .insertInto('message_versions')
      .values({ company_id, id: crypto.randomUUID(), ...version })
      .execute()
    const draft = { user_id: of.owner.id, kind: 'new', revision: crypto.randomUUID() }
    await db
      .insertInto('ticket_drafts')
      .values({ company_id, id: crypto.randomUUID(), ...draft })
      .execute()
    await db
      .insertInto('inbound_mails')
      .values({
        company_id,
        id: crypto.randomUUID(),
        fingerprint: company_id.replaceAll('-', '').repeat(2),
        door: 'smtp',
        size: 1,
      })
      .execute()
    await db
      .insertInto('ticket_presence')
      .values({ ...inTicket, user_id: world.engineer.id })
      .execute()
    await db
      .insertInto('ticket_undos')
      .values({ company_id, id: crypto.randomUUID(), user_id: world.engineer.id, entries: '[]' })
      .execute()
  },
}
