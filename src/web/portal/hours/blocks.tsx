import { useQuery } from '@tanstack/react-query'
import { Hourglass, Layers } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { EXPIRING_DAYS } from '../../../contract/plain/warnings.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Badge } from '../../ui/status.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { lazy } from '../platform/loading/lazy.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { useAddress } from '../platform/use-address.ts'
import { blocksOptions, type HoursOf } from './hours-queries.ts'
import type { Block } from './model.ts'
import { blockSourceLabels, countDaysTo, formatHoursDay, formatInDays } from './words.ts'

const ReleaseDialog = lazy(() => import('./release-dialog.tsx').then((m) => ({ default: m.ReleaseDialog })))

interface BlocksProps {
  of: HoursOf
  staff: boolean
  /** Whether the reader can release pending blocks. */
  release: boolean
  /** Whether the company has never had usable hours. */
  fresh: boolean
}

/**
 * Lists active blocks in the order in which they are used, then pending blocks, then the collapsed list of ended
 * blocks.
 */
export function Blocks({ of, staff, release, fresh }: BlocksProps) {
  const { data, isPending, isError, refetch } = useQuery(blocksOptions(of, false))
  const [releasing, setReleasing] = useState<Block>()
  const active = data?.items.filter((b) => b.state === 'active' && b.remaining > 0) ?? []
  const usedUp = data?.items.filter((b) => b.state === 'active' && b.remaining === 0) ?? []
  const pending = data?.items.filter((b) => b.state === 'pending') ?? []
  const ordered = active.toSorted((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity))
  return (
    <section aria-labelledby="hour-blocks">
      <h2 id="hour-blocks" className="font-medium">
        Blocks
      </h2>
      <p className="mt-0.5 text-muted text-xs">Hours that expire first are used first.</p>
      {isPending && <Skeleton className="mt-3 h-24 rounded-md" />}
      {isError && !data && (
        <p className="mt-3 text-bad text-xs">
          Couldn’t load the blocks.{' '}
          <button type="button" className="rounded-sm underline underline-offset-3" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      {data && ordered.length + pending.length === 0 && (
        <p className="mt-3 flex items-center gap-2.5 rounded-md border border-line border-dashed px-4 py-5 text-muted">
          <Layers aria-hidden className="size-4 shrink-0" />
          No blocks have hours left.
        </p>
      )}
      <ul className="mt-3 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {ordered.map((block, i) => (
          <ActiveBlock key={block.id} block={block} first={i === 0 && ordered.length > 1} />
        ))}
        {pending.map((block) => (
          <PendingBlock
            key={block.id}
            block={block}
            staff={staff}
            action={
              release && (
                <Button size="sm" onClick={() => setReleasing(block)}>
                  Release early
                </Button>
              )
            }
          />
        ))}
      </ul>
      {(!fresh || usedUp.length > 0) && <OverBlocks of={of} usedUp={usedUp} />}
      {releasing && of.company && (
        <Suspense>
          <ReleaseDialog company={of.company} block={releasing} onClose={() => setReleasing(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

const card = 'flex min-w-0 flex-col gap-2.5 rounded-md border bg-surface px-4 py-3.5'

function Head({ block, mark }: { block: Block; mark?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
      <h3 className="min-w-0 font-medium [overflow-wrap:anywhere]">
        <LinesOf block={block} />
      </h3>
      {mark}
    </div>
  )
}

/** The block's name, linked to its lines in the ledger. */
function LinesOf({ block }: { block: Block }) {
  const { pathname } = useLocation()
  const [address] = useAddress()
  const to = new URLSearchParams(address)
  to.set('block', block.id)
  return (
    <Anchor
      href={`${pathname}?${to}#hour-ledger`}
      title={`Ledger entries for ${block.name}`}
      className="rounded-sm hover:underline hover:underline-offset-3"
    >
      {block.name}
    </Anchor>
  )
}

/** The source of a block and when it was purchased. */
function Origin({ block }: { block: Block }) {
  return (
    <span className="text-muted">
      {blockSourceLabels[block.source]}
      {block.agreement && ` A-${block.agreement.number}`} <RelativeTime iso={block.purchasedAt} />
    </span>
  )
}

function ActiveBlock({ block, first }: { block: Block; first: boolean }) {
  const days = block.expiresOn ? countDaysTo(block.expiresOn) : undefined
  const soon = days !== undefined && days <= EXPIRING_DAYS
  return (
    <li className={cx(card, soon ? 'border-warn/35' : 'border-line')}>
      <Head block={block} mark={first ? <Badge tone="accent">Used first</Badge> : undefined} />
      <Progress
        label={<span className="tabular">{formatMinutes(block.remaining)} left</span>}
        value={block.remaining}
        max={block.granted}
        valueText={`of ${formatMinutes(block.granted)}`}
        tone={soon ? 'warn' : 'accent'}
      />
      <p className="flex flex-wrap justify-between gap-x-3 gap-y-0.5 text-xs">
        <Origin block={block} />
        {block.startsOn && countDaysTo(block.startsOn) > 0 && (
          <span className="text-muted">Available from {formatHoursDay(block.startsOn)} on</span>
        )}
        <span className={soon ? 'text-warn' : 'text-muted'}>
          {block.expiresOn && days !== undefined
            ? `Expires ${formatHoursDay(block.expiresOn)}${soon ? `, ${formatInDays(days)}` : ''}`
            : 'Doesn’t expire'}
        </span>
      </p>
      {block.released && (
        <p className="text-muted text-xs [overflow-wrap:anywhere]">
          Released before payment by {block.released.by}: “{block.released.reason}”
        </p>
      )}
    </li>
  )
}

function PendingBlock({ block, staff, action }: { block: Block; staff: boolean; action: ReactNode }) {
  const { role } = useAuth()
  return (
    <li className={cx(card, 'border-line border-dashed')}>
      <Head block={block} mark={<Badge tone="warn">Pending</Badge>} />
      <p className="tabular flex items-center gap-2">
        <Hourglass aria-hidden className="size-4 shrink-0 text-warn" />
        {formatMinutes(block.granted)}
      </p>
      <p className="text-muted text-xs">
        {block.startsOn && countDaysTo(block.startsOn) > 0
          ? `Available once it is paid, from ${formatHoursDay(block.startsOn)} on.`
          : 'Available once it is paid.'}
        {!staff && role === 'owner' && (
          <>
            {' '}
            <Anchor
              href="/settings/billing"
              className="rounded-sm underline decoration-line underline-offset-3 hover:decoration-accent"
            >
              View invoices
            </Anchor>
          </>
        )}
      </p>
      {action && <div>{action}</div>}
    </li>
  )
}

/** Blocks that are used up, expired or void. Fetched when the user expands them. */
function OverBlocks({ of, usedUp }: { of: HoursOf; usedUp: readonly Block[] }) {
  const [open, setOpen] = useState(false)
  const { data, isPending } = useQuery({ ...blocksOptions(of, true), enabled: open })
  const over = [...usedUp, ...(data?.items ?? [])]
  return (
    <details className="mt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-sm text-muted text-xs hover:text-text max-md:min-h-11">
        Used up and expired
      </summary>
      {open && isPending && <Skeleton className="mt-2 h-10" />}
      {open && data && over.length === 0 && <p className="mt-1 text-muted text-xs">None yet.</p>}
      {open && over.length > 0 && (
        <ul className="mt-2 divide-y divide-line rounded-md border border-line">
          {over.map((block) => (
            <li key={block.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5 text-xs">
              <span className="min-w-0 flex-1 basis-40 text-sm [overflow-wrap:anywhere]">
                <LinesOf block={block} />
              </span>
              <span className="tabular text-muted">
                {formatMinutes(block.drawn)} of {formatMinutes(block.granted)} used
              </span>
              <span className="text-muted">
                {block.state === 'void'
                  ? 'Canceled'
                  : block.state === 'expired'
                    ? `${block.expired > 0 ? `${formatMinutes(block.expired)} expired` : 'Ended'}${block.expiresOn ? ` ${formatHoursDay(block.expiresOn)}` : ''}`
                    : 'Used up'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
