import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RelativeTime, useTimeZone } from '../../ui/text/relative-time.tsx'
import type { TimeChange } from './model.ts'
import { describeTimeField, fieldNames } from './time-form.ts'
import { entryHistoryOptions } from './time-queries.ts'

const did: Record<TimeChange['action'], string> = {
  book: 'logged this entry',
  edit: 'edited this entry',
  remove: 'deleted this entry',
  move: 'moved this entry to another ticket',
}

/** The history of an entry: who logged and changed it, when and why. */
export function TimeHistory({ id, open }: { id: string; open: boolean }) {
  const timeZone = useTimeZone()
  const { data, isPending, isError } = useQuery(entryHistoryOptions(id))
  return (
    <details open={open} className="border-line border-t pt-3">
      <summary className="flex min-h-9 cursor-pointer items-center rounded-sm text-muted text-xs hover:text-text">
        History
      </summary>
      {isPending && <Skeleton className="mt-2 h-10" />}
      {isError && <p className="text-muted text-xs">Couldn’t load the history.</p>}
      {data && data.items.length === 0 && <p className="text-muted text-xs">No changes yet.</p>}
      <ol className="mt-1 flex flex-col gap-3 text-xs">
        {data?.items.map((change) => (
          <li key={change.at + change.action}>
            <p>
              <span className="font-medium">{change.who}</span> {did[change.action]}{' '}
              <RelativeTime iso={change.at} className="text-muted" />
            </p>
            {change.reason && <p className="[overflow-wrap:anywhere]">“{change.reason}”</p>}
            {change.action === 'edit' && (
              <ul className="text-muted [overflow-wrap:anywhere]">
                {fieldNames
                  .filter((f) => change.before?.[f] !== change.after?.[f])
                  .map((f) => {
                    const to = describeTimeField(f, change.after?.[f], timeZone)
                    return (
                      <li key={f}>
                        {to.name}: {describeTimeField(f, change.before?.[f], timeZone).text} → {to.text}
                      </li>
                    )
                  })}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
