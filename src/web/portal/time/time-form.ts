import { dayText, parseDuration } from '../../ui/duration.ts'
import { showMinutes } from '../../ui/minutes-text.ts'
import { freeLabels, workLabels } from './labels.ts'
import type { FreeReason, TimeEntry, WorkType } from './model.ts'

/** Time as it stands in the form. */
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
/** The time of day of an instant, as the browser's clock shows it. */
const clockOf = (iso: string | null) => {
  if (!iso) return ''
  const at = new Date(iso)
  return `${two(at.getHours())}:${two(at.getMinutes())}`
}

/** An entry as the form shows it. */
export const formOf = (e: Facts): TimeForm => ({
  minutes: showMinutes(e.minutes),
  workedOn: e.workedOn,
  start: clockOf(e.startedAt),
  workType: e.workType,
  billable: e.billable,
  reason: e.reason ?? '',
  note: e.note,
  internalNote: e.internalNote ?? '',
  changeReason: '',
})

/** What the form says, as it is sent. `before` keeps the seconds of a start that was not touched. */
export function factsOf(f: TimeForm, before?: string | null): Facts {
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
  minutes: ['Time', (v: number) => showMinutes(v)],
  workedOn: ['Day', (v: string) => dayText(v, '')],
  startedAt: ['Start', (v: string | null) => clockOf(v) || 'None'],
  workType: ['Work', (v: WorkType) => workLabels[v]],
  billable: ['Charged', (v: boolean) => (v ? 'Yes' : 'No')],
  reason: ['Why not charged', (v: FreeReason | null) => (v ? freeLabels[v] : 'None')],
  note: ['Note', (v: string) => v || 'None'],
  internalNote: ['Internal note', (v: string | null) => v ?? 'None'],
}
/** The fields of an entry in the order of the form. */
export const fieldNames = Object.keys(words) as (keyof Facts)[]

/** The name of a field, and a value of it in words. */
export function said(field: keyof Facts, value: unknown): { name: string; text: string } {
  const [name, say] = words[field]
  return { name, text: value === undefined ? 'None' : say(value as never) }
}

/** What two versions of an entry differ in, and what the form wants: for deciding between them. */
export function differences(base: Facts, theirs: Facts, mine: Facts) {
  return fieldNames.flatMap((field) => {
    const theirsNew = theirs[field] !== base[field]
    const mineNew = mine[field] !== base[field]
    if (!theirsNew && !mineNew) return []
    return [
      {
        name: said(field, base[field]).name,
        before: said(field, base[field]).text,
        theirs: said(field, theirs[field]).text,
        mine: mineNew ? said(field, mine[field]).text : undefined,
        both: theirsNew && mineNew && theirs[field] !== mine[field],
      },
    ]
  })
}

/** Only what the form changes. */
export const changesOf = (base: Facts, mine: Facts): Partial<Facts> =>
  Object.fromEntries(fieldNames.filter((f) => mine[f] !== base[f]).map((f) => [f, mine[f]]))
