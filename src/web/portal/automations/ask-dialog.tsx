import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { client } from '../platform/api.ts'
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
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="sm"
      title={want === 'pause' ? `Ask to pause ${a.name}?` : `Ask to resume ${a.name}?`}
      description={
        want === 'pause'
          ? 'An engineer stops it so that nothing is left half done. You are told when it stands still, and what you pay for it stays as agreed.'
          : 'An engineer looks that everything is in place and lets it run again. You are told when it does.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" pending={pending} onClick={() => void go()}>
            {want === 'pause' ? 'Ask to pause' : 'Ask to resume'}
          </Button>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void go()
        }}
        className="flex flex-col gap-4"
      >
        {theirs && (
          <Banner tone="warn" title="It was changed meanwhile">
            Look at it again, then send once more.
          </Banner>
        )}
        {(problem || errors.want) && <Banner tone="bad">{problem ?? errors.want}</Banner>}
        <Field label="Why" optional error={errors.reason} hint="It helps us to do it at the right moment.">
          <TextArea
            rows={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
