import type { WholeRun } from './runs.ts'

/** Most of a message and of an output that goes into a ticket, in characters. */
const MOST = 4_000

/** Text as a block of code: shown as it is, whatever stands in it. */
export function fenced(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(Math.max(3, longest + 1))
  return `${fence}text\n${text.replaceAll('\r', '')}\n${fence}`
}

const cut = (text: string) => (text.length > MOST ? `${text.slice(0, MOST).toWellFormed()}\n… (cut)` : text)

const STATUS = { succeeded: 'succeeded', failed: 'failed', skipped: 'was skipped' } as const

/** A moment in the automation's own time zone: `Nov 22, 2026, 9:05 AM CST`. */
export const momentIn = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(iso))

/** What a run was, for a ticket: Markdown in which nothing of what the automation sent is more than text. */
export function runText(run: WholeRun, timeZone: string): string {
  const seconds = Math.round((Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000)
  const parts = [
    `The run of ${momentIn(run.startedAt, timeZone)} ${STATUS[run.status]} after ${seconds.toLocaleString('en-US')} ${seconds === 1 ? 'second' : 'seconds'}. As the automation calls it:`,
    fenced(run.externalId),
  ]
  if (run.message) parts.push('Message:', fenced(cut(run.message)))
  if (run.output !== null && run.output !== undefined)
    parts.push('Output:', fenced(cut(JSON.stringify(run.output, null, 2))))
  return parts.join('\n\n')
}
