import { CalendarClock, Check } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isOverdue } from './due.ts'
import { Due } from './marks.tsx'
import type { Lead } from './model.ts'

const loadForm = () => import('./next-action-form.tsx')
const NextActionForm = lazy(() => loadForm().then((m) => ({ default: m.NextActionForm })))

/** What comes next with a lead, and by when. */
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
            <Due iso={nextActionAt} className="mt-1" />
          ) : (
            <p className="mt-1 text-muted text-xs">Without a date</p>
          )}
          {can.edit && (
            <div className="mt-3 flex gap-2">
              <Button
                size="sm"
                className="max-md:!h-11"
                icon={<Check aria-hidden className="size-4" />}
                onClick={onDone}
              >
                Done
              </Button>
              <Button ref={change} size="sm" variant="ghost" className="max-md:!h-11" onClick={() => setEditing(true)}>
                Change
              </Button>
            </div>
          )}
        </>
      ) : (
        <>
          <p className="mt-2 text-muted">Nothing is planned.</p>
          {can.edit && (
            <Button ref={change} size="sm" className="mt-3 max-md:!h-11" onClick={() => setEditing(true)}>
              Plan the next action
            </Button>
          )}
        </>
      )}
    </section>
  )
}
