import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Agreement, AgreementType, TermsPart } from '../../contract/agreements.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { can } from './policy.ts'
import { bare, termsIn } from './present.ts'
import { termsOf } from './terms.ts'
import {
  acting,
  changeRow,
  checked,
  keep,
  merged,
  openRevision,
  proposedColumns,
  reviseRow,
  wrongStatus,
} from './write.ts'

type Edit = {
  id: string
  version: number
  type?: z.infer<typeof AgreementType> | undefined
  name?: string | undefined
  terms?: z.infer<typeof TermsPart> | undefined
  source?: string | undefined
  summary?: string | null | undefined
}

/**
 * Changes the text and terms that are prepared; what is left out stays. CONFLICT when somebody was faster, WRONG_STATUS
 * when nothing is prepared, UNPROCESSABLE beside what does not fit.
 */
export const edit = (context: Actored, input: Edit): Promise<z.infer<typeof Agreement>> =>
  acting(context, input, async (db, row) => {
    const { actor } = context
    if (!can(actor, row).edit) throw await wrongStatus(db, actor, row.id)
    const draft = await openRevision(db, row)
    const before = termsIn(draft.terms)
    const type = input.type ?? before.type
    const amends = row.revision !== null
    if (amends && type !== before.type)
      throw refuse('UNPROCESSABLE', { fields: { type: ['The kind stays as it was signed. Make a new agreement.'] } })
    const source = input.source ?? draft.source ?? draft.body
    const summary = input.summary === undefined ? draft.summary : input.summary?.trim() || null
    const { kept, body } = await checked(
      db,
      { type, name: input.name ?? before.name, terms: merged(bare(before), input.terms), source },
      row,
      amends ? termsOf(row) : undefined,
    )
    if (isDeepStrictEqual(kept, before) && source === draft.source && summary === draft.summary) return
    await reviseRow(db, row.company_id, draft.id)
      .set({ terms: JSON.stringify(kept), body, source, summary })
      .execute()
    // What was sent once is seen by the partner: it shows what was proposed, until the next text is.
    await changeRow(db, row)
      .set(row.status === 'draft' ? proposedColumns(kept) : {})
      .execute()
    const changed = (a: object, b: object) =>
      Object.fromEntries(Object.entries(a).filter(([k, v]) => !isDeepStrictEqual(v, (b as Record<string, unknown>)[k])))
    await keep(db, context, row, {
      kind: 'edited',
      before: changed(before, kept),
      after: { ...changed(kept, before), ...(source === draft.source ? {} : { text: 'changed' }) },
      staffOnly: true,
      data: { revision: draft.revision },
    })
  })
