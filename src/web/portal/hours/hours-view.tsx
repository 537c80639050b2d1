import { useQuery } from '@tanstack/react-query'
import { History, Layers, ShoppingCart, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { showMinutes } from '../../ui/minutes-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { useCoalesced, useLive } from '../platform/use-live.ts'
import { BalancePanel } from './balance-panel.tsx'
import { Blocks } from './blocks.tsx'
import { balanceOptions, refreshHours, totalsOptions, type Whose } from './hours-queries.ts'
import { ledger, ledgerOfCompany } from './lists.tsx'
import type { Balance } from './model.ts'
import { PeriodField, usePeriod } from './period-field.tsx'
import { expiringSoon } from './words.ts'

// The chart stands beside the figures: they are read first.
const BurnDown = lazy(() => import('./burn-down.tsx').then((m) => ({ default: m.BurnDown })))
const AdjustDialog = lazy(() => import('./adjust-dialog.tsx').then((m) => ({ default: m.AdjustDialog })))
const FindingsView = lazy(() => import('./findings-view.tsx').then((m) => ({ default: m.FindingsView })))

const GAP_MS = 500
const BUY = '/buy-block-time'

/** The hours of a company: what is left, how they go down, where they come from, and every line. Staff name the company. */
export function HoursView({ companyId }: { companyId?: string }) {
  const of: Whose = useMemo(() => (companyId ? { company: companyId } : {}), [companyId])
  const staff = companyId !== undefined
  const { role } = useAuth()
  const { data: balance, isError, error, refetch, isFetching } = useQuery(balanceOptions(of))
  const refresh = useCoalesced(refreshHours, () => GAP_MS)
  useLive(['hours', 'ticket', 'billing'], (event) => {
    // Of tickets only what is promised or takes part of it back matters here.
    if (
      event === 'resumed' ||
      (event.topic === 'ticket' ? ['estimate', 'status', 'time', 'edited'].includes(event.kind) : true)
    )
      refresh()
  })
  if (isError && !balance)
    return (
      <ErrorState
        title="The hours did not load"
        message={failureOf(error)?.message ?? 'Something went wrong on the way.'}
        requestId={failureOf(error)?.data?.requestId}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  // Nothing could be used so far: there is no past to draw or to list.
  const fresh = balance?.usedPercent === null && balance.balance === 0
  const never = fresh && balance.pending === 0
  return (
    <div className="flex min-w-0 flex-col gap-8">
      {balance && <Notices balance={balance} staff={staff} />}
      {never ? (
        <div className="rounded-md border border-line">
          <EmptyState
            icon={<Layers />}
            title="No hours yet"
            action={<Acts of={of} balance={balance} staff={staff} role={role} />}
          >
            {staff
              ? 'Hours come in when the company buys a pack, signs an agreement with hours, or an administrator gives some.'
              : 'Work on your tickets draws from hours that you buy. Every minute stands here then.'}
          </EmptyState>
        </div>
      ) : (
        <>
          <div className={fresh ? 'max-w-80' : 'grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-8'}>
            <BalancePanel of={of} staff={staff} balance={balance}>
              {balance && <Acts of={of} balance={balance} staff={staff} role={role} />}
            </BalancePanel>
            {!fresh && (
              <Suspense fallback={<Skeleton className="h-72 rounded-md" />}>
                <BurnDown of={of} />
              </Suspense>
            )}
          </div>
          <Blocks of={of} staff={staff} release={staff && role === 'admin'} fresh={fresh} />
        </>
      )}
      {staff && role === 'admin' && (
        <Suspense>
          <FindingsView companyId={companyId} quiet />
        </Suspense>
      )}
      {!never && <Ledger of={of} />}
    </div>
  )
}

/** What should not be overlooked: low hours, hours that expire soon. */
function Notices({ balance, staff }: { balance: Balance; staff: boolean }) {
  const soon = expiringSoon(balance)
  const used = balance.usedPercent ?? 0
  const low =
    balance.balance <= 0 && balance.usedPercent !== null ? 'out' : used >= 95 ? '95' : used >= 80 ? '80' : undefined
  if (!soon && !low) return null
  const buy = balance.can.buy && (
    <LinkButton href={BUY} size="sm" className="max-md:!h-11">
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
                ? `The hours are used up, and ${showMinutes(-balance.balance)} more`
                : 'The hours are used up'
              : `${used}% of the hours are used`
          }
          action={buy || undefined}
        >
          {low === 'out'
            ? staff
              ? 'What is booked now goes by the overage terms of the agreement.'
              : 'We go on with charged work when there are hours again, unless your agreement says otherwise.'
            : `${showMinutes(balance.balance)} are left.`}
        </Banner>
      )}
      {soon && (
        <Banner tone={soon.days <= 7 ? 'bad' : 'warn'} title={soon.text}>
          {staff
            ? 'Unused minutes are lost then.'
            : 'Work that we do until then uses them first. Unused minutes are lost.'}
        </Banner>
      )}
    </div>
  )
}

interface ActsProps {
  of: Whose
  balance: Balance
  staff: boolean
  role: string | null
}

/** Buying for owners, giving and taking for administrators, and for others why they cannot. */
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
          className="w-full max-md:!h-11"
        >
          Buy hours
        </LinkButton>
      ) : (
        !staff && <p className="text-muted text-xs">Only an owner of your company can buy hours.</p>
      )}
      {balance.can.adjust && (
        <Button
          icon={<SlidersHorizontal aria-hidden className="size-4" />}
          className="w-full max-md:!h-11"
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

/** Every line, with the sums of the days that are shown. */
function Ledger({ of }: { of: Whose }) {
  const list = useMemo(() => (of.company ? ledgerOfCompany(of.company) : ledger), [of])
  const own = usePeriod()
  const { from, to } = own.period
  const fixed = useMemo(() => ({ ...of, ...(from ? { from } : {}), ...(to ? { to } : {}) }), [of, from, to])
  const { data: totals } = useQuery({ ...totalsOptions(fixed), placeholderData: (before) => before })
  return (
    <section aria-labelledby="hour-ledger" className="min-w-0">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="hour-ledger" className="font-medium">
            Every minute
          </h2>
          {totals && (
            <p className="tabular mt-0.5 flex flex-wrap gap-x-3 text-muted text-xs">
              <span>
                <span className="text-text">{showMinutes(totals.added)}</span> came in
              </span>
              <span>
                <span className="text-text">{showMinutes(totals.drawn)}</span> used
              </span>
              {totals.expired > 0 && (
                <span>
                  <span className="text-text">{showMinutes(totals.expired)}</span> expired
                </span>
              )}
              {totals.overage > 0 && (
                <span>
                  <span className="text-text">{showMinutes(totals.overage)}</span> billed beyond
                </span>
              )}
            </p>
          )}
        </div>
        <PeriodField {...own} />
      </div>
      <ListScreen
        list={list}
        title="Every movement of hours"
        fixed={fixed}
        embedded
        empty={
          from || to
            ? { icon: <History />, title: 'Nothing in this time', text: 'Choose other days to see more.' }
            : {
                icon: <History />,
                title: 'Nothing yet',
                text: 'What comes in and what is used stands here, line by line.',
              }
        }
      />
    </section>
  )
}
