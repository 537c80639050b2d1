/** Minutes as people read them: "45 min", "2 h", "1 h 30 min"; below zero with a minus sign. */
export function showMinutes(minutes: number): string {
  if (minutes < 0) return `−${showMinutes(-minutes)}`
  const h = Math.floor(minutes / 60)
  const m = minutes % 60
  if (h === 0) return `${m} min`
  return m === 0 ? `${h.toLocaleString('en-US')} h` : `${h.toLocaleString('en-US')} h ${m} min`
}

/** The same where there is little room: "45m", "2h", "1h 30m". */
export const shortMinutes = (minutes: number): string => showMinutes(minutes).replace(' h', 'h').replace(' min', 'm')

/** As a change: "+2 h", "−45 min". */
export const signedMinutes = (minutes: number): string => (minutes > 0 ? '+' : '') + showMinutes(minutes)
