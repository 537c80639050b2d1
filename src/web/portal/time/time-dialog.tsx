import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { dayOf, parseDuration } from '../../ui/duration.ts'
import { Checkbox, Field, Select, TextArea, TextInput } from '../../ui/field.tsx'
import { showMinutes } from '../../ui/minutes-text.ts'
import { useTimeZone } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { client, failureOf } from '../platform/api.ts'
import { ConflictDialog } from '../platform/conflict-dialog.tsx'
import { EditFrame } from '../platform/edit-frame.tsx'
import { onceKeys } from '../platform/once.ts'
import { DrawHint, EXHAUSTED } from './draw-hint.tsx'
import { freeLabels, freeReasons, workLabels, workTypes } from './labels.ts'
import { nameOf, numberOf, type TimeEntry, type Timer, type WorkedOn } from './model.ts'
import { changesOf, differences, factsOf, formOf, type TimeForm } from './time-form.ts'
import { TimeHistory } from './time-history.tsx'
import { refreshTime, refreshTimer } from './time-queries.ts'

const NOTE_MAX = 1_000
const REASON_MAX = 500
const DURATION_HINT = 'Write a time between 1 minute and 24 hours, such as 45m, 1h 30 or 1:30.'

/** What was approved for the ticket, and how much of it is used. */
export type Budget = { minutes: number; used: number }

interface TimeDialogProps {
  on: WorkedOn
  /** The entry to change. Without it a new one is booked. */
  entry?: TimeEntry
  /** What a new one begins with. */
  begin?: { minutes?: number | undefined; workedOn?: string; startedAt?: string; timer?: Timer }
  budget?: Budget | null | undefined
  onClose: () => void
}

/** Books time on a ticket or a task, or changes and deletes an entry, with its history. */
export function TimeDialog({ on, entry, begin, budget, onClose }: TimeDialogProps) {
  const timeZone = useTimeZone()
  const [today] = useState(() => dayOf(new Date(), timeZone))
  // The form keeps the entry it began with: what comes in live must not change under the hands.
  const [base, setBase] = useState(entry)
  const [blank] = useState<TimeForm>(() => ({
    ...formOf({
      minutes: begin?.minutes ?? 0,
      workedOn: begin?.workedOn ?? today,
      startedAt: begin?.startedAt ?? null,
      workType: 'remote',
      billable: true,
      reason: null,
      note: '',
      internalNote: null,
    }),
    ...(begin?.minutes ? {} : { minutes: '' }),
  }))
  const form = useForm<TimeForm>({ defaultValues: base ? formOf(base) : blank })
  const { register, handleSubmit, watch, setError, formState } = form
  const { errors, isSubmitting, isDirty } = formState
  const [keys] = useState(onceKeys)
  const [problem, setProblem] = useState<string>()
  const [theirs, setTheirs] = useState<TimeEntry>()
  const [removing, setRemoving] = useState(false)
  const billable = watch('billable')
  const minutes = parseDuration(watch('minutes') ?? '')
  const name = numberOf(on)

  const refuse = (e: unknown) => {
    const failure = failureOf(e)
    if (failure?.code === 'CONFLICT' && failure.data?.current) return setTheirs(failure.data.current as TimeEntry)
    const fields = Object.entries(failure?.data?.fields ?? {})
    const next = failure?.code === 'HOURS_EXHAUSTED' ? ` ${EXHAUSTED}` : ''
    for (const [field, [message]] of fields)
      setError(field as keyof TimeForm, message === undefined ? {} : { message: message + next }, { shouldFocus: true })
    if (fields.length === 0) setProblem(failure?.message ?? 'Something went wrong. Try again.')
    if (failure?.code === 'TIMER_GONE') void refreshTimer()
  }
  async function save(values: TimeForm, over: TimeEntry | undefined) {
    setProblem(undefined)
    try {
      if (over && base) {
        const changes = changesOf(base, factsOf(values, base.startedAt))
        const changeReason = values.changeReason.trim() || undefined
        if (Object.keys(changes).length > 0)
          await client.time.edit({ id: over.id, version: over.version, ...changes, changeReason })
        toast({ title: 'Time changed', tone: 'good' })
      } else {
        const input = {
          ...factsOf(values, begin?.startedAt),
          ...(begin?.timer ? { timerId: begin.timer.id } : {}),
        }
        const context = { idempotencyKey: keys.keyFor(input) }
        if (on.task) await client.time.bookOnTask({ taskId: on.task.id, ...input }, { context })
        else if (on.ticket) await client.time.book({ ticketId: on.ticket.id, ...input }, { context })
        keys.done()
        if (begin?.timer) void refreshTimer()
        toast({ title: `${showMinutes(input.minutes)} booked on ${name}`, tone: 'good' })
      }
      void refreshTime()
      onClose()
    } catch (e) {
      refuse(e)
    }
  }

  if (theirs && base) {
    return (
      <ConflictDialog
        what="this entry"
        over={theirs.removed ? `${theirs.removed.by} deleted it.` : undefined}
        rows={differences(base, theirs, factsOf(form.getValues(), base.startedAt))}
        pending={isSubmitting}
        onClose={() => setTheirs(undefined)}
        onTheirs={() => {
          void refreshTime()
          onClose()
        }}
        onMine={() =>
          void handleSubmit(async (values) => {
            setTheirs(undefined)
            await save(values, theirs)
          })()
        }
      />
    )
  }
  if (removing && base)
    return (
      <RemoveDialog
        entry={base}
        onBack={() => setRemoving(false)}
        onConflict={(current) => {
          setRemoving(false)
          setBase(current)
          form.reset(formOf(current))
          setProblem('Somebody changed this entry meanwhile. Check it before you delete it.')
        }}
        onDone={onClose}
      />
    )

  const about = `${name} ${nameOf(on)}`
  if (base && !base.can.change)
    return (
      <Dialog
        open
        onOpenChange={(next) => !next && onClose()}
        phone="full"
        title={`Time of ${base.user.name}`}
        description={about}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <div className="flex flex-col gap-5">
          {base.note && <p className="[overflow-wrap:anywhere]">{base.note}</p>}
          <TimeHistory id={base.id} open />
        </div>
      </Dialog>
    )

  const beyond =
    budget && minutes !== undefined && billable ? budget.used - (base?.minutes ?? 0) + minutes - budget.minutes : 0
  return (
    <EditFrame
      size="md"
      title={base ? 'Change time' : 'Book time'}
      description={about}
      dirty={isDirty}
      leaving={
        begin?.timer ? 'Your timer stays, paused. You can book it later.' : `What you wrote about ${name} is not saved.`
      }
      pending={isSubmitting}
      problem={problem}
      save={base ? 'Save changes' : 'Book time'}
      onSave={() => void handleSubmit((values) => save(values, base))()}
      onClose={onClose}
      more={
        base && (
          <Button variant="danger" className="md:mr-auto" onClick={() => setRemoving(true)}>
            Delete
          </Button>
        )
      }
    >
      {begin?.timer?.forgotten && (
        <Banner tone="warn" title={`The timer ran for ${showMinutes(Math.floor(begin.timer.seconds / 60))}`}>
          That looks forgotten. Write how long you really worked.
        </Banner>
      )}
      <div className="grid gap-5 sm:grid-cols-3">
        <Field
          label="Time"
          error={errors.minutes?.message}
          hint={begin?.timer && !begin.timer.forgotten ? 'From your timer' : undefined}
        >
          <TextInput
            autoFocus
            autoComplete="off"
            placeholder="1h 30"
            {...register('minutes', { validate: (v) => parseDuration(v) !== undefined || DURATION_HINT })}
          />
        </Field>
        <Field label="Day" error={errors.workedOn?.message}>
          <TextInput
            type="date"
            max={today}
            {...register('workedOn', { validate: (v) => /^\d{4}-\d{2}-\d{2}$/.test(v) || 'Choose a day.' })}
          />
        </Field>
        <Field label="Start" optional error={errors.start?.message}>
          <TextInput type="time" {...register('start')} />
        </Field>
      </div>
      {billable && (
        <div className="-mt-3 empty:hidden">
          <DrawHint
            ticketId={on.ticket?.id}
            taskId={on.task?.id}
            minutes={minutes}
            workType={watch('workType')}
            entryId={base?.id}
          />
        </div>
      )}
      {beyond > 0 && budget && (
        <Banner tone="warn">
          {`${showMinutes(beyond)} more than the ${showMinutes(budget.minutes)} that the partner approved.`}
        </Banner>
      )}
      <Field label="Work" error={errors.workType?.message}>
        <Select {...register('workType')}>
          {workTypes.map((w) => (
            <option key={w} value={w}>
              {workLabels[w]}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox label="Charge it to the partner" {...register('billable')} />
      {!billable && (
        <Field label="Why it is not charged" hint="The partner reads it." error={errors.reason?.message}>
          <Select {...register('reason', { validate: (v) => v !== '' || 'Say why it is not charged.' })}>
            <option value="">Choose</option>
            {freeReasons.map((r) => (
              <option key={r} value={r}>
                {freeLabels[r]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label="Note" optional hint="The partner reads it." error={errors.note?.message}>
        <TextArea
          rows={2}
          {...register('note', { maxLength: { value: NOTE_MAX, message: `At most ${NOTE_MAX} characters.` } })}
        />
      </Field>
      <Field label="Internal note" optional hint="Only our team reads it." error={errors.internalNote?.message}>
        <TextArea
          rows={2}
          {...register('internalNote', {
            maxLength: { value: NOTE_MAX, message: `At most ${NOTE_MAX} characters.` },
          })}
        />
      </Field>
      {base?.can.needsReason && (
        <Field label="Why it changes" hint="Booked more than a day ago." error={errors.changeReason?.message}>
          <TextInput
            {...register('changeReason', {
              validate: (v) => v.trim() !== '' || 'Say why.',
              maxLength: { value: REASON_MAX, message: `At most ${REASON_MAX} characters.` },
            })}
          />
        </Field>
      )}
      {base && <TimeHistory id={base.id} open={false} />}
    </EditFrame>
  )
}

interface RemoveDialogProps {
  entry: TimeEntry
  onBack: () => void
  onConflict: (current: TimeEntry) => void
  onDone: () => void
}

/** Asks before an entry is deleted, and for the reason where one is due. */
function RemoveDialog({ entry, onBack, onConflict, onDone }: RemoveDialogProps) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { changeReason: '' } })
  const [problem, setProblem] = useState<string>()
  const remove = handleSubmit(async ({ changeReason }) => {
    try {
      await client.time.remove({
        id: entry.id,
        version: entry.version,
        changeReason: changeReason.trim() || undefined,
      })
      toast({ title: `${showMinutes(entry.minutes)} deleted`, tone: 'good' })
      void refreshTime()
      onDone()
    } catch (e) {
      const failure = failureOf(e)
      const current = failure?.data?.current as TimeEntry | undefined
      if (current) return onConflict(current)
      const message = failure?.data?.fields?.changeReason?.[0]
      if (message) setError('changeReason', { message }, { shouldFocus: true })
      else setProblem(failure?.message ?? 'Something went wrong. Try again.')
    }
  })
  return (
    <ActFrame
      title={`Delete ${showMinutes(entry.minutes)} on ${numberOf(entry)}?`}
      description="The partner does not see it any more, and it counts no more. It stays in our history."
      confirm="Delete time"
      danger
      leave="Back"
      pending={formState.isSubmitting}
      problem={problem}
      onSubmit={() => void remove()}
      onClose={onBack}
    >
      <Field
        label="Why"
        optional={!entry.can.needsReason}
        hint={entry.can.needsReason ? 'Booked more than a day ago.' : undefined}
        error={formState.errors.changeReason?.message}
      >
        <TextInput
          {...register('changeReason', {
            validate: (v) => !entry.can.needsReason || v.trim() !== '' || 'Say why.',
            maxLength: { value: REASON_MAX, message: `At most ${REASON_MAX} characters.` },
          })}
        />
      </Field>
    </ActFrame>
  )
}
