import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { client } from '../platform/api.ts'
import { TheirsNotice } from '../platform/theirs-notice.tsx'
import { useSending } from '../platform/use-sending.ts'
import { refreshAutomations } from './automation-queries.ts'
import { type Automation, type Status, statusLooks } from './model.ts'
import { moveText } from './staff-text.ts'

const said: Partial<Record<Status, string>> = {
  provisioning: 'The partner sees that an engineer has begun.',
  live: 'From now on runs are waited for, and failures open a ticket.',
  paused: 'Runs that still come in are kept, and nobody is alarmed. An open alert ends.',
  retired: 'This is the end of it: it takes no more runs, and cannot be brought back. What it did stays.',
}

/** Sets a status: says what follows, and what the partner reads. */
export function StatusDialog({
  automation: a,
  to,
  onClose,
}: {
  automation: Automation
  to: Status
  onClose: () => void
}) {
  // What the reader decided on: what comes in live meanwhile must not pass for it.
  const [{ version }] = useState(a)
  const [reason, setReason] = useState('')
  const { pending, errors, problem, theirs, under, send, setErrors, keepMine } = useSending<Automation>()
  // Where they left it, this cannot be done any more, or is done.
  const over = theirs !== undefined && !theirs.can.statuses.includes(to)
  const needed = to === 'paused' || to === 'retired'
  async function go() {
    if (needed && reason.trim() === '') return setErrors({ reason: 'Say why. The partner reads it.' })
    const ok = await send(() =>
      client.automations.setStatus({ id: a.id, version: under?.version ?? version, status: to, reason }),
    )
    void refreshAutomations()
    if (!ok) return
    toast({
      tone: 'good',
      title: `${a.name}: ${statusLooks[to].label.toLowerCase()}`,
      description: 'The partner is told.',
    })
    onClose()
  }
  return (
    <ActFrame
      title={`${moveText(a.status, to)}: ${a.name}`}
      description={said[to]}
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
          title="Somebody else changed it meanwhile"
          choice={over ? { label: 'Close', onChoose: onClose } : { label: 'Go on', onChoose: keepMine }}
        >
          {`It is ${statusLooks[theirs.status].label.toLowerCase()} ${theirs.status === to ? 'already' : 'now'}${over ? ': there is nothing left to do here' : ''}.`}
        </TheirsNotice>
      )}
      {a.asked && (
        <Banner title={`${a.askedBy?.name ?? 'The partner'} asked to ${a.asked} it`}>
          {a.askedReason ?? 'Without a reason.'} This answers it.
        </Banner>
      )}
      {to === 'retired' && a.agreement && (
        <Banner tone="warn">{`Agreement A-${a.agreement.number} is billed until it is cancelled.`}</Banner>
      )}
      <Field
        label={needed ? 'Why' : 'A word to the partner'}
        {...(needed ? { required: true } : { optional: true })}
        {...(errors.reason ? { error: errors.reason } : {})}
        hint="The partner reads it."
      >
        <TextArea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
    </ActFrame>
  )
}
