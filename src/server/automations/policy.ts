import type { InstallationCan, RunFigures } from '../../contract/automations/index.ts'
import { USUAL_RATE_CENTS } from '../../contract/plain/rates.ts'
import { roundShare } from '../../contract/plain/shares.ts'

type Reader = { kind: 'tenant' | 'staff'; role: string }
type Standing = { status: string; asked: string | null; questions: number; answered: boolean }

/** Statuses in which an automation runs, or should. */
const RUNNING = ['live', 'failing']

/** Returns what a partner can request in a status: to pause a running automation, to resume a paused one, or null. */
export const requestableStatus = (status: string): 'pause' | 'resume' | null =>
  RUNNING.includes(status) ? 'pause' : status === 'paused' ? 'resume' : null

/**
 * Returns whether the questions can be answered: during setup, and afterward if they were never answered, until the
 * automation is retired. An automation that staff added can be live before its questions are answered.
 */
export const canAnswerQuestions = ({ status, answered }: { status: string; answered: boolean }): boolean =>
  isInSetUp(status) || (!answered && status !== 'retired')
/** Returns whether an automation is not set up yet. */
export const isInSetUp = (status: string): boolean => status === 'requested' || status === 'provisioning'

/** Returns what the reader may do with an automation. `staff-policy.ts` adds what staff may do. */
export function automationPermissions(reader: Reader, { status, questions, answered }: Standing): InstallationCanOf {
  const partner = reader.kind === 'tenant'
  const active = status !== 'retired'
  return {
    answer: reader.role === 'owner' && questions > 0 && canAnswerQuestions({ status, answered }),
    ask: partner && requestableStatus(status) !== null,
    report: partner && active,
    setClients: active && (!partner || reader.role === 'owner'),
  }
}
type InstallationCanOf = Pick<(typeof InstallationCan)['_output'], 'answer' | 'ask' | 'report' | 'setClients'>

/**
 * Returns the share of runs that succeeded, skipped ones left out: 0 to 1 with four decimals, 1 only if none failed;
 * null without any.
 */
export const successRate = (succeeded: number, failed: number): number | null =>
  succeeded + failed === 0 ? null : roundShare(succeeded, succeeded + failed, 10_000) / 10_000

/** Returns the figures of runs for these counts. */
export const runFigures = (succeeded: number, failed: number, skipped: number, minutesSaved: number): RunFiguresOf => ({
  runs: succeeded + failed + skipped,
  succeeded,
  failed,
  skipped,
  successRate: successRate(succeeded, failed),
  minutesSaved,
})
type RunFiguresOf = (typeof RunFigures)['_output']

/** Returns the value of saved time in cents: minutes × rate ÷ 60, rounded. */
export const savedCents = (minutes: number, rateCents: number): number => Math.round((minutes * rateCents) / 60)

/** Returns the hourly rate to calculate with: the company's own, or the default. */
export const rateFor = (own: number | null): { rateCents: number; rateOf: 'company' | 'house' } =>
  own === null ? { rateCents: USUAL_RATE_CENTS, rateOf: 'house' } : { rateCents: own, rateOf: 'company' }
