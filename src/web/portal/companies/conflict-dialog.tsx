import { TriangleAlert } from 'lucide-react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { Difference } from './form-model.ts'

interface ConflictDialogProps {
  rows: readonly Difference[]
  problem: string | undefined
  pending: boolean
  onClose: () => void
  /** Shows what is saved now and forgets what was typed. */
  onTheirs: () => void
  /** Saves what was typed on top of theirs. */
  onMine: () => void
}

/** Two people saved the same profile: what the other one changed stands beside what I wanted. */
export function ConflictDialog({ rows, problem, pending, onClose, onTheirs, onMine }: ConflictDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      phone="full"
      title="Somebody else saved this profile meanwhile"
      description="Nothing of yours is saved yet. Compare and decide."
      footer={
        <>
          <Button onClick={onTheirs}>Take theirs</Button>
          <Button variant="primary" pending={pending} onClick={onMine}>
            Keep theirs and apply mine
          </Button>
        </>
      }
    >
      {problem && (
        <div className="mb-4">
          <Banner tone="bad">{problem}</Banner>
        </div>
      )}
      <div className="overflow-clip rounded-md border border-line">
        <table className="w-full table-fixed border-collapse text-left">
          <thead className="text-muted text-xs">
            <tr className="border-line border-b">
              <th scope="col" className="w-28 px-3 py-2 font-medium">
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
              <tr key={name} className={cx('align-top [overflow-wrap:anywhere]', both && 'bg-warn/6')}>
                <th scope="row" className="px-3 py-2.5 font-normal text-muted">
                  {name}
                  {both && (
                    <TriangleAlert
                      role="img"
                      aria-label="Both changed it"
                      className="ml-1.5 inline size-3.5 align-[-2px] text-warn"
                    />
                  )}
                </th>
                <td className="px-3 py-2.5">
                  {theirs === before ? (
                    <span className="text-muted">Unchanged</span>
                  ) : (
                    <>
                      {theirs}
                      <span className="block text-muted text-xs">was {before}</span>
                    </>
                  )}
                </td>
                <td className="px-3 py-2.5">{mine ?? <span className="text-muted">Unchanged</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}
