import { getNowDate } from '../../ui/clock.ts'
import { Select, TextInput } from '../../ui/forms/field.tsx'
import { toDay } from '../../ui/text/duration.ts'
import { useAddress } from '../platform/use-address.ts'
import {
  findHoursPeriodName,
  getHoursPeriod,
  LEDGER_PERIODS,
  ledgerPeriodLabels,
  type Period,
  type PeriodName,
} from './words.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const OWN = 'own'

const day = (text: string | null) => (text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined)

/** Returns the period from the address and a function that changes it. */
export function usePeriod(): {
  period: Period
  change: (next: { from?: string | undefined; to?: string | undefined }) => void
} {
  const [address, set] = useAddress()
  const [from, to] = [day(address.get('from')), day(address.get('to'))]
  const period: Period = { ...(from ? { from } : {}), ...(to ? { to } : {}) }
  return { period, change: set }
}

type PeriodFieldProps = ReturnType<typeof usePeriod> & {
  /** The time zone of the days that are filtered. Today can be another day than where the reader is. */
  timeZone: string
}

/** Chooses a period by name or by its first and last day. */
export function PeriodField({ period, change, timeZone }: PeriodFieldProps) {
  const today = toDay(getNowDate(), timeZone)
  const name = findHoursPeriodName(period, today)
  return (
    <div data-screen-only="" className="flex flex-wrap items-center gap-2 max-sm:w-full">
      <div className="w-40 max-sm:w-full">
        <Select
          aria-label="Period"
          value={name ?? OWN}
          onChange={(event) => {
            const next = event.currentTarget.value
            if (next === OWN) change({ from: getHoursPeriod('quarter', today).from })
            else change({ from: undefined, to: undefined, ...getHoursPeriod(next as PeriodName, today) })
          }}
        >
          {LEDGER_PERIODS.map((p) => (
            <option key={p} value={p}>
              {ledgerPeriodLabels[p]}
            </option>
          ))}
          <option value={OWN}>Custom</option>
        </Select>
      </div>
      {name === undefined && (
        <div className="flex items-center gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
          <TextInput
            type="date"
            aria-label="From"
            className="!w-38"
            max={period.to ?? today}
            value={period.from ?? ''}
            onChange={(event) => change({ from: event.currentTarget.value })}
          />
          <span className="text-muted max-sm:!flex-none">to</span>
          <TextInput
            type="date"
            aria-label="To"
            className="!w-38"
            min={period.from}
            value={period.to ?? ''}
            onChange={(event) => change({ to: event.currentTarget.value })}
          />
        </div>
      )}
    </div>
  )
}
