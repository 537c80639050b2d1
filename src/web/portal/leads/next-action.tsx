import { CalendarClock, Check } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { lazy } from '../platform/loading/lazy.ts'
import { isOverdue } from './due.ts'
import { DueDate } from './marks.tsx'
import type { Lead } from './model.ts'

const loadForm = () => import('./next-action-form.tsx')
const NextActionForm = lazy(() => loadForm().then((m) => ({ default: m.NextActionForm })))

/** Shows the next action of a lead and when it is due. */
export function NextAction({ lead, onDone }: { lead: Lead; onDone: () => void }) {
  const [editing, setEditing] = useState(false)
  const change = useRef<HTMLButtonElement>(null)
  const { can, nextAction, nextActionAt } = lead
  const close = () => {
    setEditing(false)
    requestAnimationFrame(() => change.current?.focus())
  }
  if (lead.status === 'won') return null
  const late = nextAction !== null && isOverdue(nextActionAt) && lead.status === 'open'
  return (
    <section
      aria-labelledby="next"
      className={cx('rounded-md border bg-surface p-4', late ? 'border-bad/40' : 'border-line')}
    >
      <h2 id="next" className="flex items-center gap-2 font-semibold text-sm">
        <CalendarClock aria-hidden className={cx('size-4', late ? 'text-bad' : 'text-muted')} />
        Next action
      </h2>
      {editing ? (
        <Suspense fallback={<Skeleton className="mt-3 h-44" />}>
          <NextActionForm lead={lead} onClose={close} />
        </Suspense>
      ) : nextAction ? (
        <>
          <p className="mt-2 [overflow-wrap:anywhere]">{nextAction}</p>
          {nextActionAt ? (
            <DueDate iso={nextActionAt} className="mt-1" />
          ) : (
            <p className="mt-1 text-muted text-xs">No due date</p>
          )}
          {can.edit && (
            <div className="mt-3 flex gap-2">
              <Button size="sm" icon={<Check aria-hidden className="size-4" />} onClick={onDone}>
                Done
              </Button>
              <Button ref={change} size="sm" variant="ghost" onClick={() => setEditing(true)}>
                Change
              </Button>
            </div>
          )}
        </>
      ) : (
        <>
          <p className="mt-2 text-muted">No next action planned.</p>
          {can.edit && (
            <Button ref={change} size="sm" className="mt-3" onClick={() => setEditing(true)}>
              Plan next action
            </Button>
          )}
        </>
      )}
    </section>
  )
}
