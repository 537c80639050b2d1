import { useQuery } from '@tanstack/react-query'
import { Lock, Plus } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { brand } from '../../../../brand.config.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { getNowDate } from '../../ui/clock.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatZone } from '../../ui/forms/time-zones.ts'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Badge } from '../../ui/status.tsx'
import { formatHoursRange, formatWeekHours } from '../../ui/text/week-hours.ts'
import { client, parseFailure } from '../platform/data/api.ts'
import { handleOf, loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { useLive } from '../platform/live/use-live.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { useAddress } from '../platform/use-address.ts'
import { type Calendar, clockLabels, clocks, type Policy, targetPriorities } from './model.ts'
import { calendarsOptions, policiesOptions, refreshSla } from './sla-queries.ts'
import { formatHoliday, formatTarget } from './target-text.ts'

const PolicyDialog = lazy(() => import('./policy-dialog.tsx').then((m) => ({ default: m.PolicyDialog })))
const CalendarDialog = lazy(() => import('./calendar-dialog.tsx').then((m) => ({ default: m.CalendarDialog })))
const HistoryDialog = lazy(() => import('./history-dialog.tsx').then((m) => ({ default: m.HistoryDialog })))
const AssignDialog = lazy(() => import('./assign-dialog.tsx').then((m) => ({ default: m.AssignDialog })))
const ReasonDialog = lazy(() =>
  import('../platform/forms/reason-dialog.tsx').then((m) => ({ default: m.ReasonDialog })),
)

export const meta = () => [{ title: `SLA policies · Settings · ${brand.shortName}` }]
const reads: ScreenReads = () => [policiesOptions(), calendarsOptions()]
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

/** `/settings/service-levels`: policies and calendars. Administrators edit them, engineers can only read. */
export default function ServiceLevels() {
  const { isInternalUser } = useAuth()
  if (!isInternalUser)
    return (
      <EmptyState
        icon={<Lock />}
        title="Only our team can see this page"
        action={<LinkButton href="/settings">Back to your profile</LinkButton>}
      >
        Each of your tickets shows when it’s due.
      </EmptyState>
    )
  return <Levels />
}

type Open = 'policy' | 'calendar' | 'history' | 'give' | 'default' | 'remove' | 'take'

function Levels() {
  const policies = useQuery(policiesOptions())
  const calendars = useQuery(calendarsOptions())
  useLive(['sla_policy'], () => void refreshSla())
  // The open dialog is stored in the address.
  const [search, , show] = useAddress()
  const open = (which: Open, id: string) => show({ [which]: id })
  const close = () => show({}, { replace: true })

  const broken = policies.error ?? calendars.error
  if (broken && !(policies.data && calendars.data)) {
    const failure = parseFailure(broken)
    return (
      <ErrorState
        title="Couldn’t load the SLA policies"
        message={failure?.message ?? 'We couldn’t reach the server. Check your connection and try again.'}
        requestId={failure?.data?.requestId}
        onRetry={() => void refreshSla()}
        retrying={policies.isFetching || calendars.isFetching}
      />
    )
  }
  if (!policies.data || !calendars.data) return <Skeleton className="h-96" />
  const { items: all, can } = policies.data
  const { items: days } = calendars.data
  const add = (which: Open, label: string): ReactNode =>
    can.edit && (
      <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => open(which, 'new')}>
        {label}
      </Button>
    )
  return (
    <div>
      <SettingsSection
        wide
        title="Policies"
        description="How soon tickets get a first response and a resolution. Companies without their own policy use the default."
        action={add('policy', 'Add policy')}
      >
        <ul className="grid gap-4 xl:grid-cols-2">
          {all.map((policy) => (
            <PolicyCard key={policy.id} policy={policy} edit={can.edit} open={open} />
          ))}
        </ul>
      </SettingsSection>
      <SettingsSection
        wide
        title="Business hours"
        description="Targets in business hours count down during these hours. They pause outside these hours and on holidays."
        action={add('calendar', 'Add hours')}
      >
        <ul className="grid gap-4 xl:grid-cols-2">
          {days.map((calendar) => (
            <CalendarCard key={calendar.id} calendar={calendar} edit={can.edit} open={open} />
          ))}
        </ul>
      </SettingsSection>
      <Suspense>
        <Dialogs all={all} days={days} edit={can.edit} search={search} close={close} />
      </Suspense>
    </div>
  )
}

const card = 'flex min-w-0 flex-col gap-3 rounded-md border border-line bg-surface p-4 text-sm'
type CardProps = { edit: boolean; open: (which: Open, id: string) => void }

function PolicyCard({ policy, edit, open }: CardProps & { policy: Policy }) {
  const { id, name, calendar, targets, companies, isDefault } = policy
  const act = (which: Open, label: string) => (
    <Button size="sm" variant="ghost" onClick={() => open(which, id)}>
      {label}
      <span className="sr-only"> {name}</span>
    </Button>
  )
  return (
    <li aria-labelledby={`policy-${id}`} className={card}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={`policy-${id}`} className="min-w-0 font-medium [overflow-wrap:anywhere]">
          {name}
        </h3>
        {isDefault && <Badge tone="accent">Default</Badge>}
        <span className="text-muted">{calendar.name}</span>
      </div>
      <table className="tabular w-full text-left">
        <thead className="text-muted text-xs">
          <tr>
            <th scope="col" className="w-12 py-1 font-medium">
              <span className="sr-only">Priority</span>
            </th>
            {clocks.map((clock) => (
              <th key={clock} scope="col" className="py-1 font-medium">
                {clockLabels[clock]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {targetPriorities.map((p) => (
            <tr key={p} className="border-line border-t">
              <th scope="row" className="py-1.5 font-medium">
                {p}
              </th>
              {clocks.map((clock) => (
                <td key={clock} className="py-1.5 pr-2">
                  {formatTarget(targets[p][clock], calendar.dayMinutes)}
                  {targets[p][clock].clock === 'always' && <span className="text-muted"> 24/7</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {companies.length > 0 && (
        <ul aria-label={`Companies that use ${name}`} className="flex flex-wrap gap-1.5">
          {companies.map((company) => (
            <li key={company.id} className="inline-flex max-w-full items-center gap-1">
              <Badge>{company.name}</Badge>
              {edit && (
                <Button size="sm" variant="ghost" onClick={() => open('take', `${id}:${company.id}`)}>
                  Remove<span className="sr-only"> from {company.name}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="-mx-2.5 mt-auto flex flex-wrap gap-x-1">
        {edit && act('policy', 'Edit')}
        {edit && !isDefault && act('give', 'Assign to a company')}
        {edit && !isDefault && act('default', 'Make default')}
        {act('history', 'History')}
        {edit && !isDefault && companies.length === 0 && act('remove', 'Remove')}
      </div>
    </li>
  )
}

function CalendarCard({ calendar, edit, open }: CardProps & { calendar: Calendar }) {
  const { id, name, timeZone, hours, holidays, dayMinutes, policies } = calendar
  const today = getNowDate().toISOString().slice(0, 10)
  const ahead = holidays.filter((h) => h.date >= today)
  const act = (which: Open, label: string) => (
    <Button size="sm" variant="ghost" onClick={() => open(which, id)}>
      {label}
      <span className="sr-only"> {name}</span>
    </Button>
  )
  return (
    <li aria-labelledby={`calendar-${id}`} className={card}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={`calendar-${id}`} className="min-w-0 font-medium [overflow-wrap:anywhere]">
          {name}
        </h3>
        <span className="text-muted">{formatZone(timeZone)}</span>
      </div>
      <div className="tabular">
        {formatWeekHours(hours).map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p className="mt-1 text-muted text-xs">
          A business day is {formatTarget({ minutes: dayMinutes, clock: 'always' }, 1_440)}.
        </p>
      </div>
      <div className="text-xs">
        <p className="text-muted">{ahead.length > 0 ? 'Upcoming holidays' : 'No upcoming holidays.'}</p>
        {ahead.slice(0, 4).map((h) => (
          <p key={h.date} className="mt-0.5 [overflow-wrap:anywhere]">
            <span className="tabular">{formatHoliday(h.date)}</span> {h.name}
            <span className="text-muted">
              {h.hours.length > 0 && `, open ${h.hours.map(formatHoursRange).join(', ')}`}
            </span>
          </p>
        ))}
        {ahead.length > 4 && <p className="mt-0.5 text-muted">and {ahead.length - 4} more</p>}
      </div>
      <div className="-mx-2.5 mt-auto flex flex-wrap gap-x-1">
        {edit && act('calendar', 'Edit')}
        {act('history', 'History')}
        {edit && policies === 0 && act('remove', 'Remove')}
      </div>
    </li>
  )
}

interface DialogsProps {
  all: Policy[]
  days: Calendar[]
  edit: boolean
  search: URLSearchParams
  close: () => void
}

/** The dialog that the address names, if the reader can open it. */
function Dialogs({ all, days, edit, search, close }: DialogsProps) {
  const policy = (id: string | null) => all.find((p) => p.id === id)
  const calendar = (id: string | null) => days.find((c) => c.id === id)
  const of = (which: Open) => search.get(which)

  const history = policy(of('history')) ?? calendar(of('history'))
  if (history) {
    const dayMinutes = 'calendar' in history ? history.calendar.dayMinutes : history.dayMinutes
    return <HistoryDialog of={{ id: history.id, name: history.name, dayMinutes }} onClose={close} />
  }
  if (!edit) return null
  if (of('policy') === 'new' || policy(of('policy')))
    return <PolicyDialog policy={policy(of('policy'))} calendars={days} onClose={close} />
  if (of('calendar') === 'new' || calendar(of('calendar'))) {
    const mine = all.find((p) => p.calendar.id === of('calendar')) ?? all[0]
    return <CalendarDialog calendar={calendar(of('calendar'))} policy={mine} onClose={close} />
  }
  const give = policy(of('give'))
  if (give) return <AssignDialog policy={give} onClose={close} />
  const standard = policy(of('default'))
  if (standard)
    return (
      <ReasonDialog
        title={`Make ${standard.name} the default?`}
        description="It will apply to every company without its own policy. The due times of their open tickets are recalculated. Pauses are kept."
        confirm="Make default"
        done={`${standard.name} is now the default`}
        act={(reason) => client.sla.makeDefault({ id: standard.id, version: standard.version, reason })}
        refresh={refreshSla}
        onClose={close}
      />
    )
  const [from, companyId] = (of('take') ?? '').split(':')
  const company = policy(from ?? null)?.companies.find((c) => c.id === companyId)
  if (company)
    return (
      <ReasonDialog
        title={`Return ${company.name} to the default policy?`}
        description="The due times of its open tickets are recalculated. Pauses are kept."
        confirm="Use default"
        done={`${company.name} now uses the default policy`}
        act={(reason) => client.sla.setCompanyPolicy({ id: company.id, policyId: null, reason })}
        refresh={refreshSla}
        onClose={close}
      />
    )
  const gone = policy(of('remove')) ?? calendar(of('remove'))
  if (gone) {
    const { id, version, name } = gone
    return (
      <ReasonDialog
        danger
        title={`Remove ${name}?`}
        description="Tickets that used it keep their due times. Its history is kept."
        confirm={'calendar' in gone ? 'Remove policy' : 'Remove business hours'}
        done={`${name} removed`}
        act={(reason) =>
          'calendar' in gone
            ? client.sla.archivePolicy({ id, version, reason })
            : client.sla.archiveCalendar({ id, version, reason })
        }
        refresh={refreshSla}
        onClose={close}
      />
    )
  }
  return null
}
