// Dates of next actions: as the reader types them, in the reader's own time.

const DAY = 86_400_000
const pad = (n: number) => String(n).padStart(2, '0')

/** An instant as a `datetime-local` input wants it. Empty without one. */
export function toInput(iso: string | null): string {
  if (!iso) return ''
  const at = new Date(iso)
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`
}

/** What a `datetime-local` input holds as an instant; null when it is empty or no date. */
export function fromInput(text: string): string | null {
  const at = text ? new Date(text) : undefined
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : null
}

/** Nine in the morning, so many days from now. */
export function inDays(days: number, now = new Date()): string {
  const at = new Date(now.getTime() + days * DAY)
  at.setHours(9, 0, 0, 0)
  return toInput(at.toISOString())
}

/** Nine in the morning of the next Monday. */
export function nextMonday(now = new Date()): string {
  return inDays((8 - now.getDay()) % 7 || 7, now)
}

/** Whether an instant has passed. */
export const isOverdue = (iso: string | null, now = Date.now()): boolean => iso !== null && Date.parse(iso) < now

const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' })
const dayOfYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const startOf = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()

/** When something is due, in few words: "today, 3:00 PM", "tomorrow", "Mon, Dec 1". */
export function dueText(iso: string, now = new Date()): string {
  const at = new Date(iso)
  const days = Math.round((startOf(at) - startOf(now)) / DAY)
  if (days === 0) return `today, ${time.format(at)}`
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  return at.getFullYear() === now.getFullYear() ? day.format(at) : dayOfYear.format(at)
}
