import { useInfiniteQuery } from '@tanstack/react-query'
import { ActList } from '../platform/act-list.tsx'
import { actText } from './act-text.ts'
import { historyOptions } from './agreement-queries.ts'

/** Who did what to an agreement, when and why; newest first. */
export function History({ id }: { id: string }) {
  return (
    <ActList
      query={useInfiniteQuery(historyOptions(id))}
      words={(act) => {
        const { text, more } = actText(act)
        const why = act.reason ?? more
        return { text, more: why ? [why] : [] }
      }}
    />
  )
}
