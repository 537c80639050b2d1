import { useState } from 'react'
import { Field, TextArea } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { client } from '../platform/api.ts'
import { TheirsNotice } from '../platform/theirs-notice.tsx'
import { useSending } from '../platform/use-sending.ts'
import { refreshAutomations } from './automation-queries.ts'
import type { Automation } from './model.ts'

interface AskDialogProps {
  automation: Automation
  want: 'pause' | 'resume'
  open: boolean
  onClose: () => void
}

/** Asks us to pause an automation, or to let it run again. */
export function AskDialog({ automation: a, want, open, onClose }: AskDialogProps) {
  const [reason, setReason] = useState('')
  const { pending, errors, problem, theirs, send } = useSending<Automation>()
  async function go() {
    const version = theirs?.version ?? a.version
    const done = await send(() => client.automations.ask({ id: a.id, want, reason: reason.trim() || null, version }))
    void refreshAutomations()
    if (!done) return
    toast({ title: want === 'pause' ? 'We will pause it' : 'We will let it run again', tone: 'good' })
    onClose()
  }
  return (
    <ActFrame
      open={open}
      title={want === 'pause' ? `Ask to pause ${a.name}?` : `Ask to resume ${a.name}?`}
      description={
        want === 'pause'
          ? 'An engineer stops it so that nothing is left half done. You are told when it stands still, and what you pay for it stays as agreed.'
          : 'An engineer looks that everything is in place and lets it run again. You are told when it does.'
      }
      confirm={want === 'pause' ? 'Ask to pause' : 'Ask to resume'}
      pending={pending}
      problem={problem ?? errors.want}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      {theirs && <TheirsNotice title="It was changed meanwhile">Look at it again, then send once more.</TheirsNotice>}
      <Field label="Why" optional error={errors.reason} hint="It helps us to do it at the right moment.">
        <TextArea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
    </ActFrame>
  )
}
