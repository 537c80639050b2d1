import { shortMinutes } from './minutes-text.ts'

/** Minutes at an axis, where there is little room: "30m", "2h 30m", and from ten hours on in hours alone, "25h" or "12.5h". */
export const axisMinutes = (minutes: number): string =>
  minutes >= 600 ? `${(Math.round(minutes / 6) / 10).toLocaleString('en-US')}h` : shortMinutes(Math.round(minutes))
