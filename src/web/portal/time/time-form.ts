import { formatMinutes } from '../../../contract/durations.ts'
import { formatWeekDay, parseDuration } from '../../ui/text/duration.ts'
import { freeLabels, workLabels } from './labels.ts'
import type { FreeReason, TimeEntry, WorkType } from './model.ts'

/** A time entry as the form holds it. */
export type TimeForm = {
  minutes: string
  workedOn: string
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

const two = (n: number) => String(n).padStart(2, '0')
/** Returns the time of day in the browser's time zone. */
const clockOf = (iso: string | null) => {
  if (!iso) return ''
  const at = new Date(iso)
  return `${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Converts an entry to form values. */
export const toTimeForm = (e: Facts): TimeForm => ({
  minutes: formatMinutes(e.minutes),
  workedOn: e.workedOn,
  start: clockOf(e.startedAt),
  workType: e.workType,
  billable: e.billable,
  reason: e.reason ?? '',
  note: e.note,
  internalNote: e.internalNote ?? '',
  changeReason: '',
})

/** Converts form values to API input. `before` is the previous start, whose seconds are kept if it was not changed. */
export function toTimeInput(f: TimeForm, before?: string | null): Facts {
  const began = f.start ? new Date(`${f.workedOn}T${f.start}`) : undefined
  const same = before && clockOf(before) === f.start && new Date(before).toDateString() === began?.toDateString()
  return {
    minutes: parseDuration(f.minutes) ?? 0,
    workedOn: f.workedOn,
    startedAt: same ? before : began && !Number.isNaN(began.getTime()) ? began.toISOString() : null,
    workType: f.workType,
    billable: f.billable,
    reason: f.billable ? null : f.reason || null,
    note: f.note.trim(),
    internalNote: f.internalNote.trim() || null,
  }
}

const words: { [K in keyof Facts]: [name: string, say: (value: never) => string] } = {
  minutes: ['Time', (v: number) => formatMinutes(v)],
  workedOn: ['Date', (v: string) => formatWeekDay(v, '')],
  startedAt: ['Start time', (v: string | null) => clockOf(v) || 'None'],
  workType: ['Work type', (v: WorkType) => workLabels[v]],
  billable: ['Billable', (v: boolean) => (v ? 'Yes' : 'No')],
  reason: ['Non-billable reason', (v: FreeReason | null) => (v ? freeLabels[v] : 'None')],
  note: ['Note', (v: string) => v || 'None'],
  internalNote: ['Internal note', (v: string | null) => v ?? 'None'],
}
/** The fields of an entry in form order. */
export const fieldNames = Object.keys(words) as (keyof Facts)[]

/** Returns the label of a field, and a value of it as text. */
export function describeTimeField(field: keyof Facts, value: unknown): { name: string; text: string } {
  const [name, say] = words[field]
  return { name, text: value === undefined ? 'None' : say(value as never) }
}

/** Lists the fields that differ between the base, their version and my version. */
export function compareTimeForms(base: Facts, theirs: Facts, mine: Facts) {
  return fieldNames.flatMap((field) => {
    const theirsNew = theirs[field] !== base[field]
    const mineNew = mine[field] !== base[field]
    if (!theirsNew && !mineNew) return []
    return [
      {
        name: describeTimeField(field, base[field]).name,
        before: describeTimeField(field, base[field]).text,
        theirs: describeTimeField(field, theirs[field]).text,
        mine: mineNew ? describeTimeField(field, mine[field]).text : undefined,
        both: theirsNew && mineNew && theirs[field] !== mine[field],
      },
    ]
  })
}

/** Returns only the fields that the form changed. */
export const listTimeChanges = (base: Facts, mine: Facts): Partial<Facts> =>
  Object.fromEntries(fieldNames.filter((f) => mine[f] !== base[f]).map((f) => [f, mine[f]]))
