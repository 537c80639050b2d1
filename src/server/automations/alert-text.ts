// What a ticket says of an automation that fails or keeps silent. What the automation sent is shown as it is, never as Markdown.
import { momentIn, runText } from './run-text.ts'
import type { WholeRun } from './runs.ts'

type About = { name: string; timeZone: string }

/** A number of minutes as an interval, after the word every: `30 minutes`, `hour`, `26 hours`, `7 days`. */
export function showInterval(minutes: number): string {
  const many = (n: number, one: string) => (n === 1 ? one : `${n.toLocaleString('en-US')} ${one}s`)
  if (minutes < 120 && minutes !== 60) return many(minutes, 'minute')
  if (minutes < 48 * 60) return many(Math.round(minutes / 60), 'hour')
  return many(Math.round(minutes / 1_440), 'day')
}

const FREE = 'Repairing this is on us: work on this ticket never draws hours.'

/** Subject and description of the ticket of an automation that fails. */
export function failingText(
  { name, timeZone }: About,
  facts: { failed: number; of: number },
  limit: { percent: number; runs: number },
  last: WholeRun | undefined,
): { subject: string; description: string } {
  return {
    subject: `“${name}” is failing: ${facts.failed} of the last ${facts.of} runs failed`,
    description: [
      `${facts.failed} of the last ${facts.of} runs failed. The limit is ${limit.percent}% of the last ${limit.runs}.`,
      ...(last ? ['**The last run that failed**', runText(last, timeZone)] : []),
      FREE,
    ].join('\n\n'),
  }
}

/** Subject and description of the ticket of an automation of which nothing is heard. */
export function silentText(
  { name, timeZone }: About,
  facts: { expectedMinutes: number; lastRunAt: string | null },
): { subject: string; description: string } {
  return {
    subject: `“${name}” has not run when it should have`,
    description: [
      `There should be a run at least every ${showInterval(facts.expectedMinutes)}. ${facts.lastRunAt ? `The last one ended ${momentIn(facts.lastRunAt, timeZone)}.` : 'None has come in yet.'}`,
      FREE,
    ].join('\n\n'),
  }
}

/** What the ticket is told when it works again. */
export const recoveredText = (kind: 'failing' | 'silent', resolved: boolean): string =>
  [
    kind === 'failing' ? 'It works again: the last runs succeeded.' : 'It is back: a run has come in.',
    resolved
      ? 'Nobody had begun here, so this is resolved by itself. Reopen it if something still has to be done.'
      : 'The ticket stays as it is, for whoever works on it.',
  ].join(' ')
