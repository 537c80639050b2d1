import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { client } from '../platform/api.ts'
import { TheirsNotice } from '../platform/theirs-notice.tsx'
import { useSending } from '../platform/use-sending.ts'
import { type Project, type Status, statusLooks } from './model.ts'
import { refreshProjects } from './project-queries.ts'

interface StatusDialogProps {
  project: Project
  /** The status that was asked for; else it is chosen here. */
  wanted: Status | undefined
  onClose: () => void
}

/** Says where a project stands, with what follows from it. */
export function StatusDialog({ project, wanted, onClose }: StatusDialogProps) {
  const { pending, errors, problem, theirs, under, send, keepMine } = useSending<Project>()
  // What the reader decided on: what comes in live meanwhile must not pass for it.
  const [first] = useState(project)
  const base = under ?? first
  const [status, setStatus] = useState<Status | undefined>(wanted ?? base.can.statuses[0])
  const [reason, setReason] = useState('')
  const ends = status === 'done' || status === 'cancelled'
  const open = base.tasksTotal - base.tasksDone
  async function save() {
    if (!status) return
    const ok = await send(() => client.projects.setStatus({ id: base.id, version: base.version, status, reason }))
    if (!ok) return
    void refreshProjects()
    toast({ title: `The project is ${statusLooks[status].label.toLowerCase()}`, tone: 'good' })
    onClose()
  }
  return (
    <ActFrame
      size="md"
      title={status === 'done' ? 'Finish the project' : wanted === 'active' ? 'Set it to active' : 'Change status'}
      description={base.name}
      confirm={status === 'done' ? 'Finish project' : 'Change status'}
      pending={pending}
      problem={problem}
      disabled={theirs !== undefined}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {theirs && (
        <TheirsNotice
          title="Somebody else changed this project meanwhile"
          choice={{
            label: 'Go on with theirs',
            onChoose: () => {
              if (!status || !theirs.can.statuses.includes(status)) setStatus(theirs.can.statuses[0])
              keepMine()
              void refreshProjects()
            },
          }}
        >
          {`It is ${statusLooks[theirs.status].label.toLowerCase()} now. Before: ${statusLooks[base.status].label.toLowerCase()}.`}
        </TheirsNotice>
      )}
      {!wanted && (
        <Field label="Status" {...(errors.status ? { error: errors.status } : {})}>
          <Select value={status} onChange={(event) => setStatus(event.currentTarget.value as Status)}>
            {base.can.statuses.map((s) => (
              <option key={s} value={s}>
                {statusLooks[s].label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {status === 'done' && open > 0 && (
        <Banner tone="warn">{open === 1 ? 'One task is not done yet.' : `${open} tasks are not done yet.`}</Banner>
      )}
      {status === 'done' && base.agreement?.billsOnCompletion && (
        <Banner title={`This invoices A-${base.agreement.number} ${base.agreement.name}`}>
          The price is invoiced at once if no other project of the agreement is open.
        </Banner>
      )}
      <Field
        label={status === 'done' ? 'A word for the partner' : 'Why'}
        optional={status !== 'on_hold' && status !== 'cancelled'}
        required={status === 'on_hold' || status === 'cancelled'}
        hint={ends ? 'Everybody who watches is told.' : 'The partner reads it.'}
        {...(errors.reason ? { error: errors.reason } : {})}
      >
        <TextArea
          rows={3}
          maxLength={1_000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
    </ActFrame>
  )
}
