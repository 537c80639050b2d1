import { TriangleAlert } from 'lucide-react'
import { cx } from './cx.ts'

/** A field that another user changed, or that the reader wants to change, with values as text. */
export interface Difference {
  name: string
  before: string
  theirs: string
  /** Undefined when only the other user changed it. */
  mine: string | undefined
  /** Whether both changed it, to different values. */
  both: boolean
}

/** Shows the other user's changes and the reader's own side by side; on phones below the field name. */
export function ConflictView({ rows }: { rows: readonly Difference[] }) {
  const clash = rows.some((r) => r.both)
  return (
    <>
      <div className="overflow-clip rounded-md border border-line">
        <table className="w-full table-fixed border-collapse text-left">
          <thead className="text-muted text-xs">
            <tr className="border-line border-b max-sm:grid max-sm:grid-cols-2">
              <th scope="col" className="w-28 px-3 py-2 font-medium max-sm:sr-only">
                Field
              </th>
              <th scope="col" className="px-3 py-2 font-medium">
                Theirs
              </th>
              <th scope="col" className="px-3 py-2 font-medium">
                Yours
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(({ name, before, theirs, mine, both }) => (
              <tr
                key={name}
                className={cx('align-top [overflow-wrap:anywhere] max-sm:grid max-sm:grid-cols-2', both && 'bg-warn/6')}
              >
                <th
                  scope="row"
                  className="px-3 py-2.5 font-normal text-muted max-sm:col-span-2 max-sm:pb-0 max-sm:text-xs"
                >
                  {name}
                  {both && (
                    <TriangleAlert
                      role="img"
                      aria-label="You both changed this field"
                      className="ml-1.5 inline size-3.5 align-[-2px] text-warn"
                    />
                  )}
                </th>
                <td className="min-w-0 px-3 py-2.5 max-sm:pt-1">
                  {theirs === before ? (
                    <span className="text-muted">Unchanged</span>
                  ) : (
                    <>
                      {theirs}
                      <span className="block text-muted text-xs">was {before}</span>
                    </>
                  )}
                </td>
                <td className="min-w-0 px-3 py-2.5 max-sm:pt-1">
                  {mine ?? <span className="text-muted">Unchanged</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {clash && (
        <p className="mt-3 text-muted text-xs">
          If you both changed the same field, applying your changes replaces theirs.
        </p>
      )}
    </>
  )
}
