import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { getNowDate } from '../../ui/clock.ts'
import { Checkbox, Field, Select, TextArea, TextInput } from '../../ui/forms/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { formatWeekDay, parseDuration, toDay } from '../../ui/text/duration.ts'
import { useTimeZone } from '../../ui/text/relative-time.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { ActFrame } from '../platform/forms/act-frame.tsx'
import { ConflictDialog } from '../platform/forms/conflict-dialog.tsx'
import { EditFrame } from '../platform/forms/edit-frame.tsx'
import { DrawHint, EXHAUSTED } from './draw-hint.tsx'
import { freeLabels, freeReasons, workLabels, workTypes } from './labels.ts'
import { formatWorkName, formatWorkNumber, type TimeEntry, type Timer, type WorkedOn } from './model.ts'
import { compareTimeForms, isOldDate, listTimeChanges, type TimeForm, toTimeForm, toTimeInput } from './time-form.ts'
import { TimeHistory } from './time-history.tsx'
import { refreshTime, refreshTimer } from './time-queries.ts'

const NOTE_MAX = 1_000
const REASON_MAX = 500
const DURATION_HINT = 'Enter a time between 1 minute and 24 hours, such as 45m, 1h 30 or 1:30.'

/** The approved minutes of a ticket and how many of them are used. */
export type Budget = { minutes: number; used: number }

interface TimeDialogProps {
  on: WorkedOn
  /** The entry to edit. Undefined logs a new one. */
  entry?: TimeEntry
  /** Initial values of a new entry. */
  begin?: { minutes?: number | undefined; workedOn?: string; startedAt?: string; timer?: Timer }
  budget?: Budget | null | undefined
  onClose: () => void
}

/** Books time on a ticket or a task, or edits and deletes an entry. Shows its history. */
export function TimeDialog({ on, entry, begin, budget, onClose }: TimeDialogProps) {
  const timeZone = useTimeZone()
  const [today] = useState(() => toDay(getNowDate(), timeZone))
  // Keeps the version that the form started from, so that live updates do not change the form.
  const [base, setBase] = useState(entry)
  const [blank] = useState<TimeForm>(() => ({
    ...toTimeForm(
      {
        minutes: begin?.minutes ?? 0,
        workedOn: begin?.workedOn ?? today,
        startedAt: begin?.startedAt ?? null,
        workType: 'remote',
        billable: true,
        reason: null,
        note: '',
        internalNote: null,
      },
      timeZone,
    ),
    ...(begin?.minutes ? {} : { minutes: '' }),
  }))
  const form = useForm<TimeForm>({ defaultValues: base ? toTimeForm(base, timeZone) : blank })
  const { register, handleSubmit, watch, setError, setValue, formState } = form
  const { errors, isSubmitting, isDirty } = formState
  const [keys] = useState(createOnceKeys)
  const [problem, setProblem] = useState<string>()
  const [theirs, setTheirs] = useState<TimeEntry>()
  const [removing, setRemoving] = useState(false)
  const billable = watch('billable')
  const workedOn = watch('workedOn')
  const old = isOldDate(workedOn, today) && workedOn !== base?.workedOn
  const minutes = parseDuration(watch('minutes') ?? '')
  const name = formatWorkNumber(on)

  const refuse = (e: unknown) => {
    const failure = parseFailure(e)
    if (failure?.code === 'CONFLICT' && failure.data?.current) return setTheirs(failure.data.current as TimeEntry)
    const fields = Object.entries(failure?.data?.fields ?? {})
    const next = failure?.code === 'HOURS_EXHAUSTED' ? ` ${EXHAUSTED}` : ''
    for (const [field, [message]] of fields)
      setError(
        field === 'startedAt' ? 'start' : (field as keyof TimeForm),
        message === undefined ? {} : { message: message + next },
        { shouldFocus: true },
      )
    if (fields.length === 0) setProblem(failure?.message ?? 'The time entry was not saved. Try again.')
    if (failure?.code === 'TIMER_GONE') void refreshTimer()
  }
  const started = { workedOn: blank.workedOn, startedAt: begin?.startedAt ?? null }
  const confirmed = ({ oldDateConfirmed }: TimeForm) => (oldDateConfirmed ? { oldDateConfirmed } : {})
  async function save(values: TimeForm, over: TimeEntry | undefined) {
    setProblem(undefined)
    try {
      if (over && base) {
        const changes = listTimeChanges(base, toTimeInput(values, timeZone, base))
        const changeReason = values.changeReason.trim() || undefined
        if (Object.keys(changes).length > 0)
          await client.time.edit({
            id: over.id,
            version: over.version,
            ...changes,
            changeReason,
            ...confirmed(values),
          })
        showToast({ title: 'Time entry updated', tone: 'good' })
      } else {
        const input = {
          ...toTimeInput(values, timeZone, started),
          ...confirmed(values),
          ...(begin?.timer ? { timerId: begin.timer.id } : {}),
        }
        const context = { idempotencyKey: keys.keyFor(input) }
        if (on.task) await client.time.bookOnTask({ taskId: on.task.id, ...input }, { context })
        else if (on.ticket) await client.time.book({ ticketId: on.ticket.id, ...input }, { context })
        keys.done()
        if (begin?.timer) void refreshTimer()
        showToast({ title: `${formatMinutes(input.minutes)} logged on ${name}`, tone: 'good' })
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
        rows={compareTimeForms(base, theirs, toTimeInput(form.getValues(), timeZone, base), timeZone)}
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
          form.reset(toTimeForm(current, timeZone))
          setProblem('Someone else changed this entry. Review the changes before you delete it.')
        }}
        onDone={onClose}
      />
    )

  const about = `${name} ${formatWorkName(on)}`
  if (base && !base.can.change)
    return (
      <Dialog
        open
        onOpenChange={(next) => !next && onClose()}
        phone="full"
        title={`Time logged by ${base.user.name}`}
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
      title={base ? 'Edit time' : 'Log time'}
      description={about}
      dirty={isDirty}
      leaving={
        begin?.timer ? 'Your timer stays paused. You can log it later.' : `Your changes for ${name} haven’t been saved.`
      }
      pending={isSubmitting}
      problem={problem}
      save={base ? 'Save changes' : 'Log time'}
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
        <Banner tone="warn" title={`The timer ran for ${formatMinutes(Math.floor(begin.timer.seconds / 60))}`}>
          It looks like you forgot to stop it. Enter the time you actually worked.
        </Banner>
      )}
      <div className="grid gap-5 sm:grid-cols-3">
        <Field
          label="Time"
          error={errors.minutes?.message}
          hint={begin?.timer && !begin.timer.forgotten ? 'From your timer.' : undefined}
        >
          <TextInput
            autoFocus
            autoComplete="off"
            placeholder="1h 30"
            {...register('minutes', { validate: (v) => parseDuration(v) !== undefined || DURATION_HINT })}
          />
        </Field>
        <Field label="Date" error={errors.workedOn?.message}>
          <TextInput
            type="date"
            max={today}
            {...register('workedOn', {
              validate: (v) => /^\d{4}-\d{2}-\d{2}$/.test(v) || 'Choose a date.',
              // The confirmation was for another date.
              onChange: () => setValue('oldDateConfirmed', false),
            })}
          />
        </Field>
        <Field label="Start time" optional error={errors.start?.message}>
          <TextInput type="time" {...register('start')} />
        </Field>
      </div>
      {old && (
        <Checkbox
          label={`The work was done on ${formatWeekDay(workedOn, today)}`}
          description="This date is more than 90 days ago."
          error={errors.oldDateConfirmed?.message}
          {...register('oldDateConfirmed', { validate: (v) => v || !old || 'Confirm the date, or change it.' })}
        />
      )}
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
          {`${formatMinutes(beyond)} more than the ${formatMinutes(budget.minutes)} the partner approved.`}
        </Banner>
      )}
      <Field label="Work type" error={errors.workType?.message}>
        <Select {...register('workType')}>
          {workTypes.map((w) => (
            <option key={w} value={w}>
              {workLabels[w]}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox label="Billable" {...register('billable')} />
      {!billable && (
        <Field label="Non-billable reason" hint="Visible to the partner." error={errors.reason?.message}>
          <Select {...register('reason', { validate: (v) => v !== '' || 'Choose why it’s non-billable.' })}>
            <option value="">Choose a reason</option>
            {freeReasons.map((r) => (
              <option key={r} value={r}>
                {freeLabels[r]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label="Note" optional hint="Visible to the partner." error={errors.note?.message}>
        <TextArea
          rows={2}
          {...register('note', { maxLength: { value: NOTE_MAX, message: `At most ${NOTE_MAX} characters.` } })}
        />
      </Field>
      <Field label="Internal note" optional hint="Visible only to our team." error={errors.internalNote?.message}>
        <TextArea
          rows={2}
          {...register('internalNote', {
            maxLength: { value: NOTE_MAX, message: `At most ${NOTE_MAX} characters.` },
          })}
        />
      </Field>
      {base?.can.needsReason && (
        <Field label="Reason for the change" hint="Logged more than a day ago." error={errors.changeReason?.message}>
          <TextInput
            {...register('changeReason', {
              validate: (v) => v.trim() !== '' || 'Enter a reason.',
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

/** Asks for confirmation before an entry is deleted, and for a reason if one is required. */
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
      showToast({ title: 'Time entry deleted', tone: 'good' })
      void refreshTime()
      onDone()
    } catch (e) {
      const failure = parseFailure(e)
      const current = failure?.data?.current as TimeEntry | undefined
      if (current) return onConflict(current)
      const message = failure?.data?.fields?.changeReason?.[0]
      if (message) setError('changeReason', { message }, { shouldFocus: true })
      else setProblem(failure?.message ?? 'The time entry was not deleted. Try again.')
    }
  })
  return (
    <ActFrame
      title={`Delete ${formatMinutes(entry.minutes)} on ${formatWorkNumber(entry)}?`}
      description="The partner can no longer see this entry, and its time no longer counts. Staff can still see it in the history."
      confirm="Delete time entry"
      danger
      leave="Back"
      pending={formState.isSubmitting}
      problem={problem}
      onSubmit={() => void remove()}
      onClose={onBack}
    >
      <Field
        label="Reason"
        optional={!entry.can.needsReason}
        hint={entry.can.needsReason ? 'Logged more than a day ago.' : undefined}
        error={formState.errors.changeReason?.message}
      >
        <TextInput
          {...register('changeReason', {
            validate: (v) => !entry.can.needsReason || v.trim() !== '' || 'Enter a reason.',
            maxLength: { value: REASON_MAX, message: `At most ${REASON_MAX} characters.` },
          })}
        />
      </Field>
    </ActFrame>
  )
}
