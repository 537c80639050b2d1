import { useState } from 'react'
import { Field, TextArea } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client } from '../platform/data/api.ts'
import { useSending } from '../platform/data/use-sending.ts'
import { ActFrame } from '../platform/forms/act-frame.tsx'
import { TheirsNotice } from '../platform/forms/theirs-notice.tsx'
import { refreshAutomations } from './automation-queries.ts'
import type { Automation } from './model.ts'

interface AskDialogProps {
  automation: Automation
  want: 'pause' | 'resume'
  open: boolean
  onClose: () => void
}

/** Asks the provider to pause or resume an automation. */
export function AskDialog({ automation: a, want, open, onClose }: AskDialogProps) {
  const [reason, setReason] = useState('')
  const { pending, errors, problem, theirs, send } = useSending<Automation>()
  async function go() {
    const version = theirs?.version ?? a.version
    const done = await send(() => client.automations.ask({ id: a.id, want, reason: reason.trim() || null, version }))
    void refreshAutomations()
    if (!done) return
    showToast({ title: want === 'pause' ? 'Pause requested' : 'Resume requested', tone: 'good' })
    onClose()
  }
  return (
    <ActFrame
      open={open}
      title={want === 'pause' ? `Ask us to pause ${a.name}?` : `Ask us to resume ${a.name}?`}
      description={
        want === 'pause'
          ? 'An engineer will pause it at a safe point, and we’ll let you know when it’s paused. The price doesn’t change while it’s paused.'
          : 'An engineer will check that everything is in place and resume it. We’ll let you know when it runs again.'
      }
      confirm={want === 'pause' ? 'Ask to pause' : 'Ask to resume'}
      pending={pending}
      problem={problem ?? errors.want}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      {theirs && (
        <TheirsNotice title="Someone else changed this automation">
          Review it, then send your request again.
        </TheirsNotice>
      )}
      <Field label="Reason" optional error={errors.reason} hint="A reason helps us choose a good time.">
        <TextArea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
    </ActFrame>
  )
}
