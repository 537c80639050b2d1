// Texts of the ticket of a failing or silent automation. What the automation sent is shown literally, never as
// Markdown.
import { formatCount } from '../../../contract/plain/counts.ts'
import { formatTime } from '../../../contract/plain/dates.ts'
import { runText } from '../runs/run-text.ts'
import type { WholeRun } from '../runs/runs.ts'

type About = { name: string; timeZone: string }

/** Formats minutes as an interval that follows the word "every": `30 minutes`, `hour`, `26 hours`, `7 days`. */
function showInterval(minutes: number): string {
  const many = (n: number, one: string) => (n === 1 ? one : formatCount(n, one))
  if (minutes < 120 && minutes !== 60) return many(minutes, 'minute')
  if (minutes < 48 * 60) return many(Math.round(minutes / 60), 'hour')
  return many(Math.round(minutes / 1_440), 'day')
}

/** Returns sentences that say how often runs are expected and when the last one ended. */
export const silenceText = (expectedMinutes: number, lastRunAt: string | null, timeZone: string): string =>
  `We expect a run at least every ${showInterval(expectedMinutes)}. ${lastRunAt ? `The last one ended ${formatTime(lastRunAt, timeZone)}.` : 'None has arrived yet.'}`

const FREE = 'The repair is free: work on this ticket uses no hours.'

/** Returns subject and description of the ticket of a failing automation. */
export function failingText(
  { name, timeZone }: About,
  facts: { failed: number; of: number },
  limit: { percent: number; runs: number },
  last: WholeRun | undefined,
): { subject: string; description: string } {
  return {
    subject: `“${name}” is failing: ${facts.failed} of the last ${formatCount(facts.of, 'run')} failed`,
    description: [
      `${facts.failed} of the last ${formatCount(facts.of, 'run')} failed. The limit is ${limit.percent}% of the last ${formatCount(limit.runs, 'run')}.`,
      ...(last ? ['**Last failed run**', runText(last, timeZone)] : []),
      FREE,
    ].join('\n\n'),
  }
}

/** Returns subject and description of the ticket of an automation that reports no runs. */
export function silentText(
  { name, timeZone }: About,
  facts: { expectedMinutes: number; lastRunAt: string | null },
): { subject: string; description: string } {
  return {
    subject: `“${name}” has stopped reporting`,
    description: [silenceText(facts.expectedMinutes, facts.lastRunAt, timeZone), FREE].join('\n\n'),
  }
}

/** Returns the ticket message for an automation that works again. */
export const recoveredText = (kind: 'failing' | 'silent', resolved: boolean): string =>
  [
    kind === 'failing'
      ? 'The automation is working again: its last runs succeeded.'
      : 'The automation is reporting runs again.',
    resolved
      ? 'No one had started work on this ticket, so it was resolved automatically. Reopen it if there is more to do.'
      : 'The status of this ticket has not changed.',
  ].join(' ')
