import { useInfiniteQuery } from '@tanstack/react-query'
import { ActList } from '../platform/act-list.tsx'
import { describeAgreementChange } from './act-text.ts'
import { agreementHistoryOptions } from './agreement-queries.ts'

/** The activity of an agreement, newest first: who changed what, when and why. */
export function History({ id }: { id: string }) {
  return (
    <ActList
      query={useInfiniteQuery(agreementHistoryOptions(id))}
      words={(act) => {
        const { text, more } = describeAgreementChange(act)
        const why = act.reason ?? more
        return { text, more: why ? [why] : [] }
      }}
    />
  )
}
