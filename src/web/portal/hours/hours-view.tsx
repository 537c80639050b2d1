import { useQuery } from '@tanstack/react-query'
import { History, Layers, ShoppingCart, SlidersHorizontal } from 'lucide-react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { isSettled } from '../platform/data/is-settled.ts'
import { useCoalesced, useLive } from '../platform/live/use-live.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { BalancePanel } from './balance-panel.tsx'
import { Blocks } from './blocks.tsx'
import { balanceOptions, type HoursOf, hoursTotalsOptions, refreshHours, reservedOptions } from './hours-queries.ts'
import { defineCompanyLedger, ledger } from './lists.tsx'
import type { Balance } from './model.ts'
import { PeriodField, usePeriod } from './period-field.tsx'
import { findExpiringSoon, listTotals } from './words.ts'

// The chart loads later, because the figures are read first.
const BurnDown = lazy(() => import('./burn-down.tsx').then((m) => ({ default: m.BurnDown })))
const AdjustDialog = lazy(() => import('./adjust-dialog.tsx').then((m) => ({ default: m.AdjustDialog })))
const FindingsView = lazy(() => import('./findings-view.tsx').then((m) => ({ default: m.FindingsView })))

const GAP_MS = 500
const BUY = '/buy-block-time'

/** A company's hours: balance, burn-down, blocks and ledger. Staff pass the company. */
export function HoursView({ companyId }: { companyId?: string }) {
  const of: HoursOf = useMemo(() => (companyId ? { company: companyId } : {}), [companyId])
  const staff = companyId !== undefined
  const { role } = useAuth()
  const { data: balance, isError, error, refetch, isFetching } = useQuery(balanceOptions(of))
  const reserved = useQuery(reservedOptions(of))
  const [charted, setCharted] = useState(false)
  const onChart = useCallback(() => setCharted(true), [])
  const refresh = useCoalesced(refreshHours, () => GAP_MS)
  useLive(['hours', 'ticket', 'billing'], (event) => {
    // Only ticket events that can change estimates or time entries matter here.
    if (
      event === 'resumed' ||
      (event.topic === 'ticket' ? ['estimate', 'status', 'time', 'edited'].includes(event.kind) : true)
    )
      refresh()
  })
  if (isError && !balance)
    return (
      <ErrorState
        title="Couldn’t load the hours"
        message={parseFailure(error)?.message ?? 'Check your connection and try again.'}
        requestId={parseFailure(error)?.data?.requestId}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  // No hours were ever usable, so there is no history to show.
  const fresh = balance?.updatedAt === null && balance.balance === 0
  const never = fresh && balance.pending === 0
  // A part renders only when the height of those above it is known. Otherwise it would move under the pointer.
  const panelKnown = balance !== undefined && (balance.reserved === 0 || isSettled(reserved))
  const known = panelKnown && (fresh || charted)
  return (
    <div className="flex min-w-0 flex-col gap-8">
      {panelKnown && <Notices balance={balance} staff={staff} />}
      {never ? (
        <div className="rounded-md border border-line">
          <EmptyState
            icon={<Layers />}
            title="No hours yet"
            action={<Acts of={of} balance={balance} staff={staff} role={role} />}
          >
            {staff
              ? 'Hours appear here when the company buys a pack, signs an agreement with hours, or an administrator adds some.'
              : 'Work on your tickets uses the hours that your company buys. Purchases and usage appear here.'}
          </EmptyState>
        </div>
      ) : (
        <>
          {/* The notices appear together with the panel. The key replaces the placeholder, whose height differs,
              instead of resizing it. */}
          <div
            key={panelKnown ? 'loaded' : 'loading'}
            className={fresh ? 'max-w-80' : 'grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-8'}
          >
            <BalancePanel of={of} staff={staff} balance={panelKnown ? balance : undefined}>
              {balance && <Acts of={of} balance={balance} staff={staff} role={role} />}
            </BalancePanel>
            {!fresh && panelKnown && (
              <Suspense fallback={<Skeleton className="h-72 rounded-md" />}>
                <BurnDown of={of} onKnown={onChart} />
              </Suspense>
            )}
          </div>
          {known && <Blocks of={of} staff={staff} release={staff && role === 'admin'} fresh={fresh} />}
        </>
      )}
      {staff && role === 'admin' && (
        <Suspense>
          <FindingsView companyId={companyId} quiet />
        </Suspense>
      )}
      {!never && known && <Ledger of={of} timeZone={balance.timeZone} />}
    </div>
  )
}

/** Warnings about low or soon-to-expire hours. */
function Notices({ balance, staff }: { balance: Balance; staff: boolean }) {
  const soon = findExpiringSoon(balance)
  const used = balance.usedPercent ?? 0
  const low =
    balance.balance <= 0 && balance.updatedAt !== null ? 'out' : used >= 95 ? '95' : used >= 80 ? '80' : undefined
  if (!soon && !low) return null
  const buy = balance.can.buy && (
    <LinkButton href={BUY} size="sm">
      Buy hours
    </LinkButton>
  )
  return (
    <div className="flex flex-col gap-3">
      {low && (
        <Banner
          tone={low === '80' ? 'warn' : 'bad'}
          title={
            low === 'out'
              ? balance.balance < 0
                ? `All hours are used up, and the balance is ${formatMinutes(-balance.balance)} below zero`
                : 'All hours are used up'
              : `${used}% of the hours are used`
          }
          action={buy || undefined}
        >
          {low === 'out'
            ? staff
              ? 'Time logged now follows the overage terms of the agreement.'
              : 'We continue billable work once you have hours again, unless your agreement says otherwise.'
            : `${formatMinutes(balance.balance)} left.`}
        </Banner>
      )}
      {soon && (
        <Banner tone={soon.days <= 7 ? 'bad' : 'warn'} title={soon.text}>
          {staff
            ? 'Unused hours are lost after that.'
            : 'Work we do until then uses them first. Unused hours are lost after that.'}
        </Banner>
      )}
    </div>
  )
}

interface ActsProps {
  of: HoursOf
  balance: Balance
  staff: boolean
  role: string | null
}

/** The Buy button for owners and the adjustment for administrators. Others see why they cannot buy. */
function Acts({ of, balance, staff }: ActsProps) {
  const [adjusting, setAdjusting] = useState(false)
  if (staff && !balance.can.adjust) return null
  return (
    <div className="mt-auto">
      {balance.can.buy ? (
        <LinkButton
          href={BUY}
          variant="primary"
          icon={<ShoppingCart aria-hidden className="size-4" />}
          className="w-full"
        >
          Buy hours
        </LinkButton>
      ) : (
        !staff && <p className="text-muted text-xs">Only an owner of your company can buy hours.</p>
      )}
      {balance.can.adjust && (
        <Button
          icon={<SlidersHorizontal aria-hidden className="size-4" />}
          className="w-full"
          onClick={() => setAdjusting(true)}
        >
          Adjust hours
        </Button>
      )}
      {adjusting && of.company && (
        <Suspense>
          <AdjustDialog company={balance.company} left={balance.balance} onClose={() => setAdjusting(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** The ledger, with the totals of the chosen period. */
function Ledger({ of, timeZone }: { of: HoursOf; timeZone: string }) {
  const list = useMemo(() => (of.company ? defineCompanyLedger(of.company) : ledger), [of])
  const own = usePeriod()
  const { from, to } = own.period
  const fixed = useMemo(() => ({ ...of, ...(from ? { from } : {}), ...(to ? { to } : {}) }), [of, from, to])
  const { data: totals } = useQuery({ ...hoursTotalsOptions(fixed), placeholderData: (before) => before })
  return (
    <section aria-labelledby="hour-ledger" className="min-w-0">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="hour-ledger" className="font-medium">
            Ledger
          </h2>
          <p className="tabular mt-0.5 flex min-h-4 flex-wrap gap-x-3 text-muted text-xs">
            {totals &&
              listTotals(totals).map(({ name, minutes }) => (
                <span key={name}>
                  <span className="text-text">{formatMinutes(minutes)}</span> {name}
                </span>
              ))}
          </p>
        </div>
        <PeriodField {...own} timeZone={timeZone} />
      </div>
      <ListScreen
        list={list}
        title="Ledger entries"
        fixed={fixed}
        embedded
        empty={
          from || to
            ? { icon: <History />, title: 'No entries in this period', text: 'Choose another period to see more.' }
            : {
                icon: <History />,
                title: 'No entries yet',
                text: 'Hours added and used appear here.',
              }
        }
      />
    </section>
  )
}
