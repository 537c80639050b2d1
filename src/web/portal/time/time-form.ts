import { addDays } from '../../../contract/plain/days.ts'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { formatWeekDay, parseDuration, toClock, toMoment } from '../../ui/text/duration.ts'
import { freeLabels, workLabels } from './labels.ts'
import type { FreeReason, TimeEntry, WorkType } from './model.ts'

/** A time entry as the form holds it. */
export type TimeForm = {
  minutes: string
  workedOn: string
  oldDateConfirmed: boolean
  start: string
  workType: WorkType
  billable: boolean
  reason: FreeReason | ''
  note: string
  internalNote: string
  changeReason: string
}
type Facts = Pick<
  TimeEntry,
  'minutes' | 'workedOn' | 'startedAt' | 'workType' | 'billable' | 'reason' | 'note' | 'internalNote'
>

const clockOf = (iso: string | null, timeZone: string | undefined) => (iso ? toClock(new Date(iso), timeZone) : '')

/** Converts an entry to form values. Its start is shown in the reader's time zone. */
export const toTimeForm = (e: Facts, timeZone: string | undefined): TimeForm => ({
  minutes: formatMinutes(e.minutes),
  workedOn: e.workedOn,
  oldDateConfirmed: false,
  start: clockOf(e.startedAt, timeZone),
  workType: e.workType,
  billable: e.billable,
  reason: e.reason ?? '',
  note: e.note,
  internalNote: e.internalNote ?? '',
  changeReason: '',
})

/** After this many days, a date has to be confirmed, as in the API. */
const OLD_DAYS = 90
/** Returns whether the API accepts a date only when it is confirmed. */
export const isOldDate = (day: string, today: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && day < addDays(today, -OLD_DAYS)

/**
 * Converts form values to API input. `before` is what the form began with: its start is kept, with its seconds, when
 * neither it nor the date was changed.
 */
export function toTimeInput(
  f: TimeForm,
  timeZone: string | undefined,
  before?: Pick<Facts, 'workedOn' | 'startedAt'>,
): Facts {
  const same = before?.startedAt && clockOf(before.startedAt, timeZone) === f.start && before.workedOn === f.workedOn
  const began = f.start ? toMoment(f.workedOn, f.start, timeZone) : undefined
  return {
    minutes: parseDuration(f.minutes) ?? 0,
    workedOn: f.workedOn,
    startedAt: same ? before.startedAt : (began?.toISOString() ?? null),
    workType: f.workType,
    billable: f.billable,
    reason: f.billable ? null : f.reason || null,
    note: f.note.trim(),
    internalNote: f.internalNote.trim() || null,
  }
}

const words: { [K in keyof Facts]: [name: string, say: (value: never, timeZone: string | undefined) => string] } = {
  minutes: ['Time', (v: number) => formatMinutes(v)],
  workedOn: ['Date', (v: string) => formatWeekDay(v, '')],
  startedAt: ['Start time', (v: string | null, timeZone) => clockOf(v, timeZone) || 'None'],
  workType: ['Work type', (v: WorkType) => workLabels[v]],
  billable: ['Billable', (v: boolean) => (v ? 'Yes' : 'No')],
  reason: ['Non-billable reason', (v: FreeReason | null) => (v ? freeLabels[v] : 'None')],
  note: ['Note', (v: string) => v || 'None'],
  internalNote: ['Internal note', (v: string | null) => v ?? 'None'],
}
/** The fields of an entry in form order. */
export const fieldNames = Object.keys(words) as (keyof Facts)[]

/** Returns the label of a field, and a value of it as text. */
export function describeTimeField(
  field: keyof Facts,
  value: unknown,
  timeZone: string | undefined,
): { name: string; text: string } {
  const [name, say] = words[field]
  return { name, text: value === undefined ? 'None' : say(value as never, timeZone) }
}

/** Lists the fields that differ between the base, their version and my version. */
export function compareTimeForms(base: Facts, theirs: Facts, mine: Facts, timeZone: string | undefined) {
  const describeField = (field: keyof Facts, value: unknown) => describeTimeField(field, value, timeZone)
  return fieldNames.flatMap((field) => {
    const theirsNew = theirs[field] !== base[field]
    const mineNew = mine[field] !== base[field]
    if (!theirsNew && !mineNew) return []
    return [
      {
        name: describeField(field, base[field]).name,
        before: describeField(field, base[field]).text,
        theirs: describeField(field, theirs[field]).text,
        mine: mineNew ? describeField(field, mine[field]).text : undefined,
        both: theirsNew && mineNew && theirs[field] !== mine[field],
      },
    ]
  })
}

/** Returns only the fields that the form changed. */
export const listTimeChanges = (base: Facts, mine: Facts): Partial<Facts> =>
  Object.fromEntries(fieldNames.filter((f) => mine[f] !== base[f]).map((f) => [f, mine[f]]))
