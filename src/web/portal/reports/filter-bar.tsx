import { Suspense } from 'react'
import { getNowDate } from '../../ui/clock.ts'
import { Checkbox, Field, Select, TextInput } from '../../ui/forms/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toDay } from '../../ui/text/duration.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useAddress } from '../platform/use-address.ts'
import type { Asked, Report } from './model.ts'
import { findPeriodName, getPeriodByName, type PeriodName, REPORT_PERIODS, reportPeriodLabels } from './words.ts'

const ClientField = lazy(() => import('./company-fields.tsx').then((m) => ({ default: m.ReportClientField })))
const CompanyField = lazy(() => import('./company-fields.tsx').then((m) => ({ default: m.ReportCompanyField })))

/** The size of a field for a company or client, with its label. */
const whoseClass = 'h-15.5 max-md:h-17.5 lg:w-60'
const OWN = 'own'
const DAY = /^\d{4}-\d{2}-\d{2}$/
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns the report parameters from the address, and a function that changes them. */
export function useAsked(): { asked: Asked; change: (next: Record<string, string | undefined>) => void } {
  const [address, change] = useAddress()
  const get = (key: string, shape: RegExp) => {
    const text = address.get(key)
    return text && shape.test(text) ? { [key]: text } : {}
  }
  const asked: Asked = {
    ...get('company', ID),
    ...get('client', ID),
    ...get('from', DAY),
    ...get('to', DAY),
    ...(address.get('compare') === 'false' ? { compare: false } : {}),
  }
  return { asked, change }
}

interface FilterBarProps extends ReturnType<typeof useAsked> {
  staff: boolean
  /** The loaded report, which has the names of the company and client. */
  report: Report | undefined
}

/** The filters of a report: company, client, period and comparison. All are in the address. */
export function FilterBar({ asked, change, staff, report }: FilterBarProps) {
  // The report's days are in its time zone, so its months can begin before or after those of this device.
  const today = toDay(getNowDate(), report?.timeZone)
  const name = findPeriodName(asked, today)
  const named = (id: string | undefined, known: { id: string; name: string } | null | undefined) =>
    id ? { id, name: known?.id === id ? known.name : '…' } : null
  return (
    <search className="grid items-end gap-3 sm:grid-cols-2 lg:flex lg:flex-wrap">
      <Field label="Period" className="lg:w-44">
        <Select
          value={name ?? OWN}
          onChange={(event) => {
            const next = event.currentTarget.value
            if (next === OWN) change({ from: getPeriodByName('quarter', today).from, to: today })
            else if (next === 'month') change({ from: undefined, to: undefined })
            else change(getPeriodByName(next as PeriodName, today))
          }}
        >
          {REPORT_PERIODS.map((p) => (
            <option key={p} value={p}>
              {reportPeriodLabels[p]}
            </option>
          ))}
          <option value={OWN}>Custom</option>
        </Select>
      </Field>
      {name === undefined && (
        <div className="flex items-end gap-2 max-sm:[&>*]:flex-1">
          <Field label="From" className="lg:w-38">
            <TextInput
              type="date"
              max={asked.to ?? today}
              value={asked.from ?? ''}
              onChange={(event) => change({ from: event.currentTarget.value || undefined })}
            />
          </Field>
          <Field label="To" className="lg:w-38">
            <TextInput
              type="date"
              min={asked.from ?? ''}
              value={asked.to ?? ''}
              onChange={(event) => change({ to: event.currentTarget.value || undefined })}
            />
          </Field>
        </div>
      )}
      {staff && (
        <Suspense fallback={<Skeleton className={whoseClass} />}>
          <CompanyField
            className="lg:w-60"
            value={named(asked.company, report?.company)}
            onChange={(choice) => change({ company: choice?.id, client: undefined })}
          />
        </Suspense>
      )}
      {(!staff || asked.company) && (
        <Suspense fallback={<Skeleton className={whoseClass} />}>
          <ClientField
            className="lg:w-60"
            company={asked.company}
            value={named(asked.client, report?.client)}
            onChange={(choice) => change({ client: choice?.id })}
          />
        </Suspense>
      )}
      <Checkbox
        className="lg:h-9 lg:pt-2"
        label="Compare with previous period"
        checked={asked.compare !== false}
        onChange={(event) => change({ compare: event.currentTarget.checked ? undefined : 'false' })}
      />
    </search>
  )
}
