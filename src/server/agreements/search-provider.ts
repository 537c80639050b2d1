import { AgreementFilter } from '../../contract/agreements/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { type SearchResult, toHit } from '../platform/search/search-providers.ts'
import { AGREEMENT_STATUSES } from './company-export.ts'
import { filterAgreements } from './filter.ts'
import { agreementRef, presentAgreementRow } from './present.ts'

/** Returns the agreements whose number, name or company matches the words, most recently changed first. */
export async function findAgreements(db: Db, actor: Actor, words: string, limit: number): Promise<SearchResult> {
  const rows = await filterAgreements(db, AgreementFilter.parse({ q: words }), undefined, limit).execute()
  const staff = actor.kind === 'staff'
  return {
    items: rows.map((r) => {
      const { status } = presentAgreementRow(r)
      return toHit(words, {
        kind: 'agreement',
        id: r.id,
        title: r.name,
        detail: [agreementRef(r.number), staff && r.company, AGREEMENT_STATUSES[status]].filter(Boolean).join(' · '),
        path: `${staff ? '/agreements' : '/my-agreements'}/${r.id}`,
      })
    }),
  }
}
