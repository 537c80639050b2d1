import { brand } from '../../../brand.config.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { checkCanned, readCanned } from './canned-queries.ts'
import { CannedProblem, firstName, renderCanned, SAMPLE } from './canned-template.ts'
import { rows } from './queries.ts'

/** A canned reply with the names and numbers of one ticket, as Markdown to go on writing from. */
export function renderCannedReply(
  { platform, actor }: Actored,
  { id, cannedReplyId }: { id: string; cannedReplyId: string },
): Promise<{ text: string }> {
  return platform.db.asActor(actor, async (db) => {
    const [ticket, me] = await Promise.all([
      rows(db).where('t.id', '=', id).executeTakeFirst(),
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
}

/** A text as it would read, with names made up. UNPROCESSABLE, beside the body, for one that cannot be used. */
export async function previewCannedReply(_: Actored, { body }: { body: string }): Promise<{ text: string }> {
  checkCanned(body)
  return { text: renderCanned(body, { ...SAMPLE, provider: { name: brand.shortName } }) }
}
