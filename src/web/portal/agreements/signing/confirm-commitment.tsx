import { type ReactNode, useCallback, useState } from 'react'
import type { z } from 'zod'
import type { Commitment } from '../../../../contract/signing.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

interface Question {
  company: string
  commitment: z.infer<typeof Commitment>
  /** The label of the button that signs. */
  label: string
}

/**
 * Asks for confirmation before a signature, naming the commitment in money and months. Returns `ask`, which resolves to
 * whether the user confirmed, and the dialog to render.
 */
export function useConfirmCommitment(): { ask: (question: Question) => Promise<boolean>; dialog: ReactNode } {
  const [asked, setAsked] = useState<Question & { answer: (confirmed: boolean) => void }>()
  const [open, setOpen] = useState(false)
  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>((answer) => {
        setAsked({ ...question, answer })
        setOpen(true)
      }),
    [],
  )
  const close = (confirmed: boolean) => {
    setOpen(false)
    asked?.answer(confirmed)
  }
  const dialog = asked && (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) close(false)
      }}
      title="Confirm what you’re signing"
      description={`By signing, you commit ${asked.company} to the following.`}
      footer={
        <>
          <Button onClick={() => close(false)}>Cancel</Button>
          <Button variant="primary" onClick={() => close(true)}>
            {asked.label}
          </Button>
        </>
      }
    >
      <dl className="divide-y divide-line rounded-md border border-line">
        {asked.commitment.map(({ label, text }) => (
          <div key={label} className="flex flex-col gap-0.5 px-4 py-2.5 sm:flex-row sm:gap-4">
            <dt className="shrink-0 text-muted sm:w-32">{label}</dt>
            <dd className="tabular min-w-0 [overflow-wrap:anywhere]">{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
  return { ask, dialog }
}
