import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import type { ReportMail } from '../../contract/reports.ts'
import { shareClient, welcomeContacts } from '../contacts/index.ts'
import type { Db } from '../platform/database/db.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'
import { mailsOf } from './mail-queries.ts'

type Input = { client: string | null; recipients: string[]; version?: number | undefined }

/**
 * Returns which of these people may get the mail: contacts of the end client with an email, or active users of the
 * company.
 */
async function allowed(db: Db, companyId: string, clientId: string | null, ids: string[]): Promise<Set<string>> {
  const rows = clientId
    ? await db
        .selectFrom('shared_contacts')
        .select('id')
        .where('company_id', '=', companyId)
        .where('client_id', '=', clientId)
        .where('archived_at', 'is', null)
        .where('email', 'is not', null)
        .where(sql<boolean>`id = any(${ids}::uuid[])`)
        .execute()
    : await db
        .selectFrom('profiles')
        .select('id')
        .where('company_id', '=', companyId)
        .where('deactivated_at', 'is', null)
        .where(sql<boolean>`id = any(${ids}::uuid[])`)
        .execute()
  return new Set(rows.map((r) => r.id))
}

/**
 * Turns the monthly mail on, or changes its recipients, and returns it. The first report is for the current month.
 * Recipients who unsubscribed stay unsubscribed while they are on the list. Throws NOT_FOUND for another company's end
 * client, UNPROCESSABLE for an archived client, people who cannot get it, or when the daily limit of consent questions
 * is reached, and CONFLICT when the mail has changed since `version`.
 */
export function setMail(context: ActorContext, input: Input): Promise<z.infer<typeof ReportMail>> {
  const { platform, actor } = context
  const companyId = actor.companyId
  return platform.db.asActor(actor, async (db) => {
    if (input.client) {
      const client = await shareClient(db, companyId, input.client)
      if (!client) throw refuse('NOT_FOUND')
      if (client.archived_at)
        throw refuse('UNPROCESSABLE', { fields: { client: ['This client is archived. Restore it first.'] } })
    }
    const wanted = [...new Set(input.recipients)]
    const may = await allowed(db, companyId, input.client, wanted)
    if (wanted.some((id) => !may.has(id)))
      throw refuse('UNPROCESSABLE', {
        fields: {
          recipients: [
            input.client
              ? 'Choose contacts of this client who have an email address.'
              : 'Choose users of your company.',
          ],
        },
      })
    if (input.client) await welcomeContacts({ platform, db, actor }, companyId, wanted, 'recipients')
    const before = await db
      .selectFrom('report_mails')
      .select(['id', 'version'])
      .where('company_id', '=', companyId)
      .where('client_id', input.client ? '=' : 'is', input.client)
      .forUpdate()
      .executeTakeFirst()
    if (before && input.version !== undefined && before.version !== input.version)
      throw refuse('CONFLICT', { current: (await mailsOf(db, companyId, before.id))[0] })
    const id = before?.id ?? uuid()
    const consent = { consent_by: actor.userId, consent_at: sql<string>`now()` }
    if (before)
      await db
        .updateTable('report_mails')
        .set({ ...consent, version: before.version + 1, updated_at: sql<string>`now()` })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute()
    else {
      const first = await db
        .insertInto('report_mails')
        .values({
          ...consent,
          company_id: companyId,
          id,
          client_id: input.client,
          first_month: sql<string>`date_trunc('month', now() at time zone company_zone(${companyId}::uuid))::date`,
        })
        .onConflict((c) => c.columns(['company_id', 'client_id']).doNothing())
        .executeTakeFirst()
      // Another user turned it on at the same moment.
      if (!first.numInsertedOrUpdatedRows)
        throw refuse('CONFLICT', {
          current: (await mailsOf(db, companyId)).find((m) => (m.client?.id ?? null) === input.client),
        })
    }
    const person = input.client ? ('contact_id' as const) : ('user_id' as const)
    await db
      .deleteFrom('report_recipients')
      .where('company_id', '=', companyId)
      .where('mail_id', '=', id)
      .where(sql<boolean>`not ${sql.ref(person)} = any(${wanted}::uuid[])`)
      .execute()
    await db
      .insertInto('report_recipients')
      .values(wanted.map((who) => ({ company_id: companyId, id: uuid(), mail_id: id, [person]: who })))
      .onConflict((c) => c.columns(['company_id', 'mail_id', 'user_id', 'contact_id']).doNothing())
      .execute()
    await recordAudit(db, context, {
      companyId,
      action: before ? 'report-mail.edit' : 'report-mail.create',
      subjectType: 'report_mail',
      subjectId: id,
      after: { clientId: input.client, recipients: wanted, consent: true },
    })
    await publish(db, actor, { companyId, topic: 'report', kind: 'mail', subjectId: id })
    const [made] = await mailsOf(db, companyId, id)
    return made as z.infer<typeof ReportMail>
  })
}

/** The action that calls `setMail`. */
export const setMailAction = action(contract.reports.setMail, setMail)

/** Turns a monthly mail off. Throws NOT_FOUND when the company has no such mail. */
export const removeMail = action(contract.reports.removeMail, (context, { id }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const gone = await db
      .deleteFrom('report_mails')
      .where('company_id', '=', actor.companyId)
      .where('id', '=', id)
      .returning(['client_id'])
      .executeTakeFirst()
    if (!gone) throw refuse('NOT_FOUND')
    await recordAudit(db, context, {
      companyId: actor.companyId,
      action: 'report-mail.remove',
      subjectType: 'report_mail',
      subjectId: id,
      before: { clientId: gone.client_id },
    })
    await publish(db, actor, { companyId: actor.companyId, topic: 'report', kind: 'mail', subjectId: id })
    return { deleted: true as const }
  })
})
