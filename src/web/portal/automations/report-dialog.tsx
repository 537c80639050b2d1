import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { client } from '../platform/api.ts'
import { EditFrame } from '../platform/edit-frame.tsx'
import { useSending } from '../platform/use-sending.ts'
import { RunMark } from './marks.tsx'
import type { Automation, RunRow } from './model.ts'

interface ReportDialogProps {
  automation: Pick<Automation, 'id' | 'name'>
  /** The run that it is about, whose facts go along. */
  run: Pick<RunRow, 'id' | 'status' | 'startedAt' | 'message'> | undefined
  onClose: () => void
}
const URGENCIES = [
  { value: 'low', label: 'It can wait' },
  { value: 'medium', label: 'It gets in the way' },
  { value: 'high', label: 'Work stands still' },
] as const
type Urgency = (typeof URGENCIES)[number]['value']

/** Opens a ticket about an automation and leads to it. */
export function ReportDialog({ automation: a, run, onClose }: ReportDialogProps) {
  const navigate = useNavigate()
  const [description, setDescription] = useState('')
  const [urgency, setUrgency] = useState<Urgency>('medium')
  const [without, setWithout] = useState(false)
  const key = useRef(crypto.randomUUID())
  const { pending, errors, problem, send, setErrors } = useSending<never>()
  const about = without ? undefined : run
  async function go() {
    if (description.trim() === '') return setErrors({ description: 'Say what is wrong.' })
    const input = { id: a.id, description, urgency, ...(about ? { runId: about.id } : {}) }
    let opened: { id: string; number: number } | undefined
    const done = await send(async () => {
      opened = (await client.automations.report(input, { context: { idempotencyKey: key.current } })).ticket
    })
    // What is changed after a refusal is another report.
    key.current = crypto.randomUUID()
    if (!done || !opened) return
    toast({ title: `T-${opened.number} is open`, description: 'We look at it and answer there.', tone: 'good' })
    onClose()
    void navigate(`/tickets/${opened.id}`)
  }
  return (
    <EditFrame
      title={`Report a problem with ${a.name}`}
      description="It becomes a ticket. Repairing what we built costs you nothing."
      dirty={description.trim() !== ''}
      pending={pending}
      problem={problem ?? errors.runId}
      conflict={undefined}
      save="Open the ticket"
      onSave={() => void go()}
      onClose={onClose}
    >
      {about && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line p-3">
          <span className="min-w-0 flex-1 basis-64">
            <span className="flex flex-wrap items-center gap-x-3 text-xs">
              <RunMark status={about.status} />
              <span className="text-muted">{new Date(about.startedAt).toLocaleString('en-US')}</span>
            </span>
            <span className="mt-1 block [overflow-wrap:anywhere]">{about.message ?? 'It said nothing.'}</span>
          </span>
          <Button size="sm" className="max-md:!h-11" onClick={() => setWithout(true)}>
            Leave it out
          </Button>
        </div>
      )}
      {without && run && (
        <Banner
          action={
            <Button size="sm" className="max-md:!h-11" onClick={() => setWithout(false)}>
              Put it back
            </Button>
          }
        >
          The run does not go along.
        </Banner>
      )}
      <Field
        label="What is wrong"
        required
        error={errors.description}
        hint="What you expected, and what happened. No passwords, please."
      >
        <TextArea
          rows={6}
          maxLength={20_000}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </Field>
      <Field label="How urgent it is" error={errors.urgency}>
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
