import { formatCount } from '../../../contract/plain/counts.ts'
import { formatTime } from '../../../contract/plain/dates.ts'
import type { WholeRun } from './runs.ts'

/** Maximum length of a message or an output in a ticket, in characters. */
const MOST = 4_000

/** Returns a Markdown code block that shows the text literally, even if it contains backticks. */
function codeBlock(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(Math.max(3, longest + 1))
  return `${fence}text\n${text.replaceAll('\r', '')}\n${fence}`
}

const cut = (text: string) => (text.length > MOST ? `${text.slice(0, MOST).toWellFormed()}\n… (truncated)` : text)

const STATUS = { succeeded: 'succeeded', failed: 'failed', skipped: 'was skipped' } as const

/**
 * Returns the description of a run for a ticket: Markdown in which everything that the automation sent is literal text.
 */
export function runText(run: WholeRun, timeZone: string): string {
  const seconds = Math.round((Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000)
  const parts = [
    `The run on ${formatTime(run.startedAt, timeZone)} ${STATUS[run.status]} after ${formatCount(seconds, 'second')}. Its external ID:`,
    codeBlock(run.externalId),
  ]
  if (run.message) parts.push('Message:', codeBlock(cut(run.message)))
  if (run.output !== null && run.output !== undefined)
    parts.push('Output:', codeBlock(cut(JSON.stringify(run.output, null, 2))))
  return parts.join('\n\n')
}
