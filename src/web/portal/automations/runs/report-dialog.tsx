import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formatTime } from '../../../../contract/plain/dates.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Select, TextArea } from '../../../ui/forms/field.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { useTimeZone } from '../../../ui/text/relative-time.tsx'
import { client } from '../../platform/data/api.ts'
import { createOnceKeys } from '../../platform/data/once.ts'
import { useSending } from '../../platform/data/use-sending.ts'
import { EditFrame } from '../../platform/forms/edit-frame.tsx'
import { RunMark } from '../marks.tsx'
import type { Automation, RunRow } from '../model.ts'

interface ReportDialogProps {
  automation: Pick<Automation, 'id' | 'name'>
  /** The run that the report is about. Its details are sent along. */
  run: Pick<RunRow, 'id' | 'status' | 'startedAt' | 'message'> | undefined
  onClose: () => void
}
const URGENCIES = [
  { value: 'low', label: 'Low: it can wait' },
  { value: 'medium', label: 'Medium: it slows work down' },
  { value: 'high', label: 'High: work has stopped' },
] as const
type Urgency = (typeof URGENCIES)[number]['value']

/** Reports a problem with an automation as a ticket, then opens the ticket. */
export function ReportDialog({ automation: a, run, onClose }: ReportDialogProps) {
  const navigate = useNavigate()
  const timeZone = useTimeZone()
  const [description, setDescription] = useState('')
  const [urgency, setUrgency] = useState<Urgency>('medium')
  const [without, setWithout] = useState(false)
  const [keys] = useState(createOnceKeys)
  const { pending, errors, problem, send, setErrors } = useSending<never>()
  const about = without ? undefined : run
  async function go() {
    if (description.trim() === '') return setErrors({ description: 'Describe the problem.' })
    const input = { id: a.id, description, urgency, ...(about ? { runId: about.id } : {}) }
    let opened: { id: string; number: number } | undefined
    const done = await send(async () => {
      opened = (await client.automations.report(input, { context: { idempotencyKey: keys.keyFor(input) } })).ticket
    })
    if (!done || !opened) return
    keys.done()
    showToast({
      title: `Ticket T-${opened.number} created`,
      description: 'We’ll look into it and reply there.',
      tone: 'good',
    })
    onClose()
    void navigate(`/tickets/${opened.id}`)
  }
  return (
    <EditFrame
      title={`Report a problem with ${a.name}`}
      description="We’ll create a ticket. Repairs of automations that we host are free."
      dirty={description.trim() !== ''}
      pending={pending}
      problem={problem ?? errors.runId}
      conflict={undefined}
      save="Create ticket"
      onSave={() => void go()}
      onClose={onClose}
    >
      {about && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line p-3">
          <span className="min-w-0 flex-1 basis-64">
            <span className="flex flex-wrap items-center gap-x-3 text-xs">
              <RunMark status={about.status} />
              <span className="text-muted">{formatTime(about.startedAt, timeZone)}</span>
            </span>
            <span className="mt-1 block [overflow-wrap:anywhere]">{about.message ?? 'No message'}</span>
          </span>
          <Button size="sm" onClick={() => setWithout(true)}>
            Remove run
          </Button>
        </div>
      )}
      {without && run && (
        <Banner
          action={
            <Button size="sm" onClick={() => setWithout(false)}>
              Add run back
            </Button>
          }
        >
          The ticket will not include the run.
        </Banner>
      )}
      <Field
        label="What went wrong"
        required
        error={errors.description}
        hint="What you expected and what happened instead. Don’t include passwords."
      >
        <TextArea
          rows={6}
          maxLength={20_000}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </Field>
      <Field label="Urgency" error={errors.urgency}>
        <Select value={urgency} onChange={(event) => setUrgency(event.currentTarget.value as Urgency)}>
          {URGENCIES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </EditFrame>
  )
}
