import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import { ReasonDialog } from '../platform/forms/reason-dialog.tsx'
import { refreshAgreements } from './agreement-queries.ts'

interface CancelDialogProps {
  title: string
  description: string
  /** Also asks for a last day, which is today by default. */
  lastDay:
    | {
        today: string
        latest: string | null
        /** The last billed day and an explanation. Null if nothing is billed. */
        billed: { to: string; words: string } | null
      }
    | undefined
  act: (reason: string, lastDay: string | null) => Promise<unknown>
  onClose: () => void
}

/** Cancels an agreement with a reason. An active agreement also gets a last day. */
export function CancelDialog({ lastDay, act, ...dialog }: CancelDialogProps) {
  const [day, setDay] = useState(lastDay?.today ?? '')
  return (
    <ReasonDialog
      {...dialog}
      label="Reason"
      max={2_000}
      confirm="Cancel agreement"
      danger
      done="Agreement canceled"
      act={(reason) => act(reason, day || null)}
      refresh={refreshAgreements}
    >
      {(errors) =>
        lastDay && (
          <>
            <Field label="Last day" error={errors.lastDay} hint="The agreement runs through this day.">
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
              <Banner tone="warn" title="Days after this date are already billed">
                {lastDay.billed.words}
              </Banner>
            )}
          </>
        )
      }
    </ReasonDialog>
  )
}
