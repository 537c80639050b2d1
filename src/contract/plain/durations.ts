// Formats durations, in one way for text and in one way for columns. Plain functions without a schema, so that screens
// can use them directly.

const MINUS = '−'
const count = (n: number) => n.toLocaleString('en-US')

/** Formats minutes for text, labels and mails: "45 min", "2 h", "1 h 30 min". */
export function formatMinutes(minutes: number): string {
  const whole = Math.round(Math.abs(minutes))
  const [h, m] = [Math.floor(whole / 60), whole % 60]
  const text = h === 0 ? `${m} min` : m === 0 ? `${count(h)} h` : `${count(h)} h ${m} min`
  return minutes < 0 && whole > 0 ? `${MINUS}${text}` : text
}

/** Formats minutes as hours and minutes for table cells, chart axes and other columns of figures: "0:00", "3:30". */
export function formatHoursMinutes(minutes: number): string {
  const whole = Math.round(Math.abs(minutes))
  const text = `${count(Math.floor(whole / 60))}:${String(whole % 60).padStart(2, '0')}`
  return minutes < 0 && whole > 0 ? `${MINUS}${text}` : text
}

const signed = (format: (minutes: number) => string) => (minutes: number) =>
  `${Math.round(minutes) > 0 ? '+' : ''}${format(minutes)}`

/** Formats a change for text: "+2 h", "−45 min". */
export const formatSignedMinutes = signed(formatMinutes)

/** Formats a change for a column: "+2:00", "−0:45". */
export const formatSignedHoursMinutes = signed(formatHoursMinutes)

/** Returns the head of a column of durations. Adds "(h:mm)" to a name that does not mention hours or time. */
export const nameHoursColumn = (name: string): string => (/\b(hours?|time)\b/i.test(name) ? name : `${name} (h:mm)`)
