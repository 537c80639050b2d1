import type { InstallationCan, RunFigures } from '../../contract/automations.ts'
import { USUAL_RATE_CENTS } from '../../contract/rates.ts'

type Reader = { kind: 'tenant' | 'staff'; role: string }
type Standing = { status: string; asked: string | null; questions: number; answered: boolean }

/** Statuses in which it works, or should. */
const RUNNING = ['live', 'failing']

/** What may be asked for now: to pause what runs, to resume what is paused. Null: nothing. */
export const askable = (status: string): 'pause' | 'resume' | null =>
  RUNNING.includes(status) ? 'pause' : status === 'paused' ? 'resume' : null

/**
 * Whether its questions can be answered now: until it is set up, and what nobody has answered as long as it is there. What
 * staff installed by hand may run long before.
 */
export const answerable = ({ status, answered }: { status: string; answered: boolean }): boolean =>
  inSetup(status) || (!answered && status !== 'retired')
/** Whether it is still to be set up. */
export const inSetup = (status: string): boolean => status === 'requested' || status === 'provisioning'

/** What the reader may do with an automation; `staff-policy.ts` says what staff may beside it. */
export function can(reader: Reader, { status, questions, answered }: Standing): InstallationCanOf {
  const partner = reader.kind === 'tenant'
  const there = status !== 'retired'
  return {
    answer: reader.role === 'owner' && questions > 0 && answerable({ status, answered }),
    ask: partner && askable(status) !== null,
    report: partner && there,
    setClients: there && (!partner || reader.role === 'owner'),
  }
}
type InstallationCanOf = Pick<(typeof InstallationCan)['_output'], 'answer' | 'ask' | 'report' | 'setClients'>

/** Which share of the runs that tried it succeeded, 0 to 1 with four digits; null when none tried. */
export const successRate = (succeeded: number, failed: number): number | null =>
  succeeded + failed === 0 ? null : Math.round((succeeded / (succeeded + failed)) * 10_000) / 10_000

/** What runs came to, from their counts. */
export const figures = (succeeded: number, failed: number, skipped: number, minutesSaved: number): RunFiguresOf => ({
  runs: succeeded + failed + skipped,
  succeeded,
  failed,
  skipped,
  successRate: successRate(succeeded, failed),
  minutesSaved,
})
type RunFiguresOf = (typeof RunFigures)['_output']

/** What saved time is worth, in cents: minutes × rate ÷ 60. */
export const savedCents = (minutes: number, rateCents: number): number => Math.round((minutes * rateCents) / 60)

/** What an hour is counted with: the company's own figure, else the usual one. */
export const rateFor = (own: number | null): { rateCents: number; rateOf: 'company' | 'house' } =>
  own === null ? { rateCents: USUAL_RATE_CENTS, rateOf: 'house' } : { rateCents: own, rateOf: 'company' }

/**
 * The price of a time: by the month for as many months as it was live in it, once if it was bought in it. Null on request.
 */
export const priceOf = (
  { model, cents }: { model: string; cents: number | null },
  { months, bought }: { months: number; bought: boolean },
): number | null => (cents === null ? null : model === 'monthly' ? Math.round(cents * months) : bought ? cents : 0)
