import { AgreementFilter } from '../../contract/agreements.ts'
import type { Actor, Db } from '../platform/db.ts'
import { type Finding, named } from '../platform/finders.ts'
import { filtered } from './filter.ts'
import { presentRow, ref } from './present.ts'

/** Agreements by number, name or company, for the palette: what changed last comes first. */
export async function findAgreements(db: Db, actor: Actor, words: string, limit: number): Promise<Finding> {
  const rows = await filtered(db, AgreementFilter.parse({ q: words }), undefined, limit).execute()
  const staff = actor.kind === 'staff'
  return {
    items: rows.map((r) => {
      const { status } = presentRow(r)
      return named(words, {
        kind: 'agreement',
        id: r.id,
        title: r.name,
        detail: [ref(r.number), staff && r.company, status].filter(Boolean).join(' · '),
        path: `${staff ? '/agreements' : '/my-agreements'}/${r.id}`,
      })
    }),
  }
}
