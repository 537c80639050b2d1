import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Field, Select, TextArea } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client } from '../platform/data/api.ts'
import { useSending } from '../platform/data/use-sending.ts'
import { ActFrame } from '../platform/forms/act-frame.tsx'
import { TheirsNotice } from '../platform/forms/theirs-notice.tsx'
import { type Project, projectStatusLooks, type Status } from './model.ts'
import { refreshProjects } from './project-queries.ts'

interface StatusDialogProps {
  project: Project
  /** The requested status. If undefined, the dialog asks for it. */
  wanted: Status | undefined
  onClose: () => void
}

/** Sets the status of a project and explains what happens. */
export function ProjectStatusDialog({ project, wanted, onClose }: StatusDialogProps) {
  const { pending, errors, problem, theirs, under, send, keepMine } = useSending<Project>()
  // The version that the reader saw. Live updates must not replace it, or a conflict would go unnoticed.
  const [first] = useState(project)
  const base = under ?? first
  const [status, setStatus] = useState<Status | undefined>(wanted ?? base.can.statuses[0])
  const [reason, setReason] = useState('')
  const ends = status === 'done' || status === 'canceled'
  const title =
    status === 'done'
      ? 'Complete project'
      : status !== 'active' || !wanted
        ? 'Change status'
        : base.status === 'done'
          ? 'Reopen project'
          : base.status === 'planned'
            ? 'Start project'
            : 'Resume project'
  const open = base.tasksTotal - base.tasksDone
  async function save() {
    if (!status) return
    const ok = await send(() => client.projects.setStatus({ id: base.id, version: base.version, status, reason }))
    if (!ok) return
    void refreshProjects()
    showToast({ title: `Status changed to ${projectStatusLooks[status].label.toLowerCase()}`, tone: 'good' })
    onClose()
  }
  return (
    <ActFrame
      size="md"
      title={title}
      description={base.name}
      confirm={title}
      pending={pending}
      problem={problem}
      disabled={theirs !== undefined}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {theirs && (
        <TheirsNotice
          title="Someone else changed this project while you were editing"
          choice={{
            label: 'Use their version',
            onChoose: () => {
              if (!status || !theirs.can.statuses.includes(status)) setStatus(theirs.can.statuses[0])
              keepMine()
              void refreshProjects()
            },
          }}
        >
          {`The status is now ${projectStatusLooks[theirs.status].label.toLowerCase()}. It was ${projectStatusLooks[base.status].label.toLowerCase()}.`}
        </TheirsNotice>
      )}
      {!wanted && (
        <Field label="Status" {...(errors.status ? { error: errors.status } : {})}>
          <Select value={status} onChange={(event) => setStatus(event.currentTarget.value as Status)}>
            {base.can.statuses.map((s) => (
              <option key={s} value={s}>
                {projectStatusLooks[s].label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {status === 'done' && open > 0 && (
        <Banner tone="warn">{open === 1 ? 'One task is not done yet.' : `${open} tasks are not done yet.`}</Banner>
      )}
      {status === 'done' && base.agreement?.billsOnCompletion && (
        <Banner title={`Completing this project invoices A-${base.agreement.number} ${base.agreement.name}`}>
          The price is invoiced immediately if no other project of the agreement is open.
        </Banner>
      )}
      <Field
        label={status === 'done' ? 'Message to the partner' : 'Reason'}
        optional={status !== 'on_hold' && status !== 'canceled'}
        required={status === 'on_hold' || status === 'canceled'}
        hint={ends ? 'Everyone who watches the project is notified.' : 'The partner sees this.'}
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
