import type { z } from 'zod'
import type { Agreement } from '../../contract/agreements.ts'
import type { Actored } from '../platform/api.ts'
import { can } from './policy.ts'
import { bare, termsIn } from './present.ts'
import { termsOf } from './terms.ts'
import { acting, changeRow, holdingRevision, keep, openRevision, prepare, reviseRow, wrongStatus } from './write.ts'

type Which = { id: string; version: number }

/**
 * Prepares a new text from the last: from what was given back, or as an amendment from what holds. CONFLICT,
 * WRONG_STATUS.
 */
export const revise = (context: Actored, input: Which): Promise<z.infer<typeof Agreement>> =>
  acting(context, input, async (db, row) => {
    const { actor } = context
    if (!can(actor, row).revise) throw await wrongStatus(db, actor, row.id)
    const from = row.open ? await openRevision(db, row) : await holdingRevision(db, row)
    if (!from) throw await wrongStatus(db, actor, row.id)
    const kept = termsIn(from.terms)
    // An amendment begins with what holds now: its first day and its end have moved on since the signature.
    const terms = row.revision === null ? bare(kept) : row.open ? bare(kept) : termsOf(row)
    const text = row.revision === null ? terms : { ...terms, startsOn: row.starts_on }
    const next = await prepare(db, actor, row, {
      kept: { ...text, name: kept.name, type: kept.type, slaName: kept.slaName },
      body: from.body,
      source: from.source ?? from.body,
    })
    if (row.open && from.summary) await reviseRow(db, row.company_id, next.id).set({ summary: from.summary }).execute()
    await changeRow(db, row).execute()
    await keep(db, context, row, {
      kind: row.revision === null ? 'revised' : 'amended',
      before: { revision: from.revision },
      after: { revision: next.revision },
      staffOnly: true,
    })
  })

/** Throws away what is prepared; what was given back, or holds, is there again. CONFLICT, WRONG_STATUS. */
export const discard = (context: Actored, input: Which): Promise<z.infer<typeof Agreement>> =>
  acting(context, input, async (db, row) => {
    const { actor } = context
    if (!can(actor, row).discard) throw await wrongStatus(db, actor, row.id)
    const draft = await openRevision(db, row)
    await reviseRow(db, row.company_id, draft.id).set({ status: 'withdrawn' }).execute()
    await changeRow(db, row).execute()
    await keep(db, context, row, { kind: 'discarded', before: { revision: draft.revision }, staffOnly: true })
  })
