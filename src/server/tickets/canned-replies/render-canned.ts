import { brand } from '../../../../brand.config.ts'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { ticketRows } from '../queries.ts'
import { checkCanned, readCanned } from './canned-queries.ts'
import { CannedProblem, firstName, renderCanned, SAMPLE } from './canned-template.ts'

/**
 * Returns a canned reply filled in for one ticket, as Markdown that the engineer can edit before sending. Throws
 * NOT_FOUND when the ticket or the canned reply does not exist, and UNPROCESSABLE when its text cannot be filled in.
 */
export const renderCannedReply = action(contract.tickets.renderCannedReply, ({ platform, actor }, input) => {
  const { id, cannedReplyId } = input
  return platform.db.asActor(actor, async (db) => {
    const [ticket, me] = await Promise.all([
      ticketRows(db).where('t.id', '=', id).executeTakeFirst(),
      db.selectFrom('people').select('full_name').where('id', '=', actor.userId).executeTakeFirst(),
    ])
    if (!ticket) throw refuse('NOT_FOUND')
    const canned = await readCanned(db, cannedReplyId)
    const requester = ticket.requester ?? ''
    const own = me?.full_name ?? ''
    try {
      return {
        text: renderCanned(canned.body, {
          requester: { name: requester, first_name: firstName(requester) },
          ticket: {
            number: `T-${ticket.number}`,
            subject: ticket.subject,
            priority: ticket.priority,
            url: new URL(`/tickets/${id}`, platform.env.publicUrl).href,
          },
          company: { name: ticket.company ?? '' },
          me: { name: own, first_name: firstName(own) },
          provider: { name: brand.shortName },
        }),
      }
    } catch (e) {
      if (e instanceof CannedProblem) throw refuse('UNPROCESSABLE', { fields: { body: [e.message] } })
      throw e
    }
  })
})

/**
 * Returns a preview of a text with sample values. Throws UNPROCESSABLE, on the field `body`, when the template cannot
 * be used.
 */
export const previewCannedReply = action(contract.tickets.previewCannedReply, async (_, { body }) => {
  checkCanned(body)
  return { text: renderCanned(body, { ...SAMPLE, provider: { name: brand.shortName } }) }
})
