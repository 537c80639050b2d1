import { sql } from 'kysely'
import type { z } from 'zod'
import type { Agreement, Sign } from '../../contract/agreements.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { SLA_CHANGED, type SlaChangedData } from '../sla/index.ts'
import { entitle } from './entitle.ts'
import { can, consentFor } from './policy.ts'
import { termsIn } from './present.ts'
import { fullRevisions, providerDay, rows } from './queries.ts'
import { read } from './read.ts'
import { changeRow, checksum, keep, take, wrongStatus } from './write.ts'
import { writeSignature } from './write-signature.ts'

/**
 * An owner signs the text that is open. Evidence, terms and what follows from them (hours, invoices, the first month)
 * are one transaction. TEXT_CHANGED when the screen had another text, OVER when its end has passed, WRONG_STATUS when it
 * does not wait for a signature any more: of two who sign at once, one does.
 */
export function sign(context: Actored, input: z.infer<typeof Sign>): Promise<z.infer<typeof Agreement>> {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const row = await take(db, actor, input.id)
    if (!can(actor, row).sign || row.open?.id !== input.revisionId) throw await wrongStatus(db, actor, row.id)
    const consent = consentFor(row.company)
    if (input.consent !== consent)
      throw refuse('UNPROCESSABLE', { fields: { consent: ['Tick the sentence above to sign.'] } })
    const text = await fullRevisions(db)
      .where('r.company_id', '=', row.company_id)
      .where('r.id', '=', input.revisionId)
      .executeTakeFirstOrThrow()
    if (text.sha256 !== input.sha256 || checksum(text.body) !== input.sha256)
      throw refuse('TEXT_CHANGED', { current: await read(db, actor, row.id) })
    const kept = termsIn(text.terms)
    const today = await providerDay(db)
    if (kept.endsOn && kept.endsOn < today) throw refuse('OVER')
    const amends = row.revision !== null
    const signatureId = await writeSignature(db, context, row, { ...input, revisionId: text.id, consent }, today)
    const startsOn = amends ? (row.starts_on as string) : (kept.startsOn ?? today)
    const begins = startsOn <= today
    await changeRow(db, row)
      .set(
        amends
          ? {}
          : {
              signed_at: sql<string>`now()`,
              status: begins ? 'active' : 'signed',
              activated_at: begins ? sql<string>`now()` : null,
            },
      )
      .execute()
    await keep(db, context, row, {
      kind: 'signed',
      before: { status: row.status, revision: row.revision },
      after: { revision: text.revision, sha256: input.sha256, name: input.name, signatureId, startsOn },
      data: { revisionId: text.id, revision: text.revision, amendment: amends, name: input.name },
    })
    // Another service level may hold now: the clocks of open tickets follow.
    const promises: SlaChangedData = { companyId: row.company_id }
    await context.platform.jobs.send(db, SLA_CHANGED, promises)
    if (!amends) await entitle(db, context, await rows(db).where('a.id', '=', row.id).executeTakeFirstOrThrow(), today)
    return read(db, actor, row.id)
  })
}
