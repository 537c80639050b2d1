import { useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Field, TextArea } from '../../../ui/forms/field.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { client } from '../../platform/data/api.ts'
import { useSending } from '../../platform/data/use-sending.ts'
import { ActFrame } from '../../platform/forms/act-frame.tsx'
import { TheirsNotice } from '../../platform/forms/theirs-notice.tsx'
import { refreshAutomations } from '../automation-queries.ts'
import { type Automation, automationStatusLooks, type Status } from '../model.ts'
import { moveText } from './staff-text.ts'

const explanations: Partial<Record<Status, string>> = {
  provisioning: 'The partner sees that an engineer has started.',
  live: 'Monitoring starts: failed or missing runs open a ticket.',
  paused: 'Runs that still arrive are recorded, but no alerts are sent. An open alert ends.',
  retired: 'It no longer accepts runs. Its history is kept. You can’t undo this.',
}

/** Sets a status. Explains the effect and asks for the reason or message that the partner gets. */
export function AutomationStatusDialog({
  automation: a,
  to,
  onClose,
}: {
  automation: Automation
  to: Status
  onClose: () => void
}) {
  // The version that the reader saw. Live updates must not replace it, or a conflict would go unnoticed.
  const [{ version }] = useState(a)
  const [reason, setReason] = useState('')
  const { pending, errors, problem, theirs, under, send, setErrors, keepMine } = useSending<Automation>()
  // True if someone else set a status from which this change is not possible, or which is already the wanted one.
  const over = theirs !== undefined && !theirs.can.statuses.includes(to)
  const needed = to === 'paused' || to === 'retired'
  async function go() {
    if (needed && reason.trim() === '') return setErrors({ reason: 'Enter a reason. The partner sees it.' })
    const ok = await send(() =>
      client.automations.setStatus({ id: a.id, version: under?.version ?? version, status: to, reason }),
    )
    void refreshAutomations()
    if (!ok) return
    showToast({
      tone: 'good',
      title: `${a.name}: ${automationStatusLooks[to].label}`,
      description: 'We notified the partner.',
    })
    onClose()
  }
  return (
    <ActFrame
      title={`${moveText(a.status, to)}: ${a.name}`}
      description={explanations[to]}
      confirm={moveText(a.status, to)}
      danger={to === 'retired'}
      pending={pending}
      problem={problem}
      disabled={theirs !== undefined}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      {theirs && (
        <TheirsNotice
          title="Someone else changed this automation"
          choice={over ? { label: 'Close', onChoose: onClose } : { label: 'Continue', onChoose: keepMine }}
        >
          {`Its status is ${theirs.status === to ? 'already' : 'now'} ${automationStatusLooks[theirs.status].label.toLowerCase()}.${over ? ' You can’t make this change anymore.' : ''}`}
        </TheirsNotice>
      )}
      {a.asked && (
        <Banner title={`${a.askedBy?.name ?? 'The partner'} asked us to ${a.asked} this automation`}>
          {a.askedReason ?? 'No reason given.'} Changing the status closes the request.
        </Banner>
      )}
      {to === 'retired' && a.agreement && (
        <Banner tone="warn">{`Agreement A-${a.agreement.number} continues to be billed until you cancel it.`}</Banner>
      )}
      <Field
        label={needed ? 'Reason' : 'Message to the partner'}
        {...(needed ? { required: true } : { optional: true })}
        {...(errors.reason ? { error: errors.reason } : {})}
        hint="The partner sees this."
      >
        <TextArea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
    </ActFrame>
  )
}
