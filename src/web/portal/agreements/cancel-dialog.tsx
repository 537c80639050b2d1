import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { ReasonDialog } from '../platform/reason-dialog.tsx'
import { refreshAgreements } from './agreement-queries.ts'

interface CancelDialogProps {
  title: string
  description: string
  /** Asks for a last day as well: today, unless somebody chooses another. */
  lastDay:
    | {
        today: string
        latest: string | null
        /** What is billed already, and until when. */
        billed: { to: string; words: string } | null
      }
    | undefined
  act: (reason: string, lastDay: string | null) => Promise<unknown>
  onClose: () => void
}

/** Cancels an agreement: why, and by when one that runs ends. */
export function CancelDialog({ lastDay, act, ...dialog }: CancelDialogProps) {
  const [day, setDay] = useState(lastDay?.today ?? '')
  return (
    <ReasonDialog
      {...dialog}
      label="Reason"
      max={2_000}
      confirm="Cancel agreement"
      danger
      done="Cancelled"
      act={(reason) => act(reason, day || null)}
      refresh={refreshAgreements}
    >
      {(errors) =>
        lastDay && (
          <>
            <Field label="Last day" error={errors.lastDay} hint="It runs through this day.">
              <TextInput
                type="date"
                className="[color-scheme:dark]"
                min={lastDay.today}
                {...(lastDay.latest ? { max: lastDay.latest } : {})}
                value={day}
                onChange={(event) => setDay(event.currentTarget.value)}
              />
            </Field>
            {lastDay.billed && day !== '' && day < lastDay.billed.to && (
              <Banner tone="warn" title="These days are billed already">
                {lastDay.billed.words}
              </Banner>
            )}
          </>
        )
      }
    </ReasonDialog>
  )
}
