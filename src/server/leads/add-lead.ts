import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { contract } from '../../contract/index.ts'
import { systemOf } from '../platform/database/db.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { countUnrequested } from '../platform/mail/unrequested-mail.ts'
import { checkFormToken } from './form-token.ts'
import { MAIL_LEAD } from './policy.ts'

/**
 * Stores a lead from a public form, mails it to the team and confirms it to the sender. A bot, which fills the hidden
 * field or sends the form within two seconds, gets the same response, but nothing is stored. A form that is sent twice
 * is stored once. Throws TooMany, and FORM_TOO_OLD after a day.
 */
export const addLead = action(contract.leads.addLead, async ({ platform, header, address, requestId }, input) => {
  await platform.limits.form(input.kind, address)
  const verdict = 'token' in input ? checkFormToken(platform, input.token) : 'good'
  if (input.website !== '' || verdict === 'robot') {
    platform.log.info({ requestId, address, page: input.page }, 'form rejected as automated')
    return { received: true as const }
  }
  if (verdict === 'old') throw refuse('FORM_TOO_OLD')
  await platform.db.system.transaction().execute(async (db) => {
    const provider = await db.selectFrom('companies').select('id').where('is_internal', '=', true).executeTakeFirst()
    if (!provider) throw new Error('There is no provider yet: run npm run admin -- create <email> first.')
    const id = uuid()
    const optional = (text: string) => text || null
    const inserted = await db
      .insertInto('leads')
      .values({
        company_id: provider.id,
        id,
        kind: input.kind,
        email: input.email.toLowerCase(),
        page: input.page,
        form: 'token' in input ? input.token : `notice ${input.email.toLowerCase()} ${input.page}`,
        ip: address || null,
        user_agent: header('user-agent')?.slice(0, 500) ?? null,
        ...(input.kind === 'contact'
          ? {
              name: input.name,
              organization: optional(input.company),
              phone: optional(input.phone),
              about: optional(input.about),
              message: input.message,
            }
          : {}),
        ...(input.kind === 'voice'
          ? { name: input.name, organization: input.company, phone: input.phone, call_volume: input.callVolume }
          : {}),
      })
      .onConflict((c) => c.columns(['company_id', 'form']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return
    await publish(db, systemOf(provider.id), {
      companyId: provider.id,
      topic: 'lead',
      kind: 'received',
      subjectId: id,
      staffOnly: true,
    })
    await platform.jobs.send(db, MAIL_LEAD, { companyId: provider.id, leadId: id, to: 'team' })
    // An address gets at most one confirmation an hour, however many forms name it.
    const { recent } = await db
      .selectFrom('leads')
      .select((e) => e.fn.countAll<number>().as('recent'))
      .where('company_id', '=', provider.id)
      .where('email', '=', input.email.toLowerCase())
      .where('created_at', '>', sql<string>`now() - interval '1 hour'`)
      .executeTakeFirstOrThrow()
    if (recent <= 1 && (await countUnrequested(platform, db, input.email, { needed: false })))
      await platform.jobs.send(db, MAIL_LEAD, { companyId: provider.id, leadId: id, to: 'sender' })
  })
  return { received: true as const }
})
