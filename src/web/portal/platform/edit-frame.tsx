import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import type { Difference } from '../../ui/conflict-view.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'

const ConfirmDialog = lazy(() => import('../../ui/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

interface EditFrameProps {
  title: string
  description?: string
  dirty: boolean
  pending: boolean
  problem: string | undefined
  /** What somebody else saved meanwhile, beside what I want. */
  conflict: { rows: readonly Difference[]; onTheirs: () => void; onMine: () => void } | undefined
  save: string
  onSave: () => void
  onClose: () => void
  /** Left in the foot. */
  more?: ReactNode
  children: ReactNode
}

/** A form in a dialog: nothing typed is lost by a key or a click beside it, and two people's changes stand side by side. */
export function EditFrame(props: EditFrameProps) {
  const { title, description, dirty, pending, problem, conflict, save, onSave, onClose, more, children } = props
  const [leaving, setLeaving] = useState(false)
  const close = () => (dirty ? setLeaving(true) : onClose())
  return (
    <>
      {conflict ? (
        <ConflictDialog {...conflict} problem={problem} pending={pending} onClose={close} />
      ) : (
        <Dialog
          open
          onOpenChange={(open) => !open && close()}
          size="xl"
          phone="full"
          title={title}
          description={description}
          footer={
            <>
              {more}
              <Button onClick={close}>Cancel</Button>
              <Button variant="primary" pending={pending} onClick={onSave}>
                {save}
              </Button>
            </>
          }
        >
          {problem && (
            <div className="mb-4">
              <Banner tone="bad">{problem}</Banner>
            </div>
          )}
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              onSave()
            }}
            className="flex flex-col gap-5"
          >
            {children}
            {/* Enter in a field saves; the visible button stands in the foot. */}
            <button type="submit" hidden />
          </form>
        </Dialog>
      )}
      {leaving && (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={setLeaving}
            title="Leave without saving?"
            description="What you changed is not saved yet."
            confirmLabel="Leave"
            onConfirm={onClose}
          />
        </Suspense>
      )}
    </>
  )
}
