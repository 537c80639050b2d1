import { useQuery } from '@tanstack/react-query'
import { Hourglass, Layers } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { Anchor } from '../../ui/anchor.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { showMinutes } from '../../ui/minutes-text.ts'
import { Progress } from '../../ui/progress.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Badge } from '../../ui/status.tsx'
import { useAuth } from '../platform/auth.tsx'
import { blocksOptions, type Whose } from './hours-queries.ts'
import type { Block } from './model.ts'
import { daysTo, dayText, EXPIRING_DAYS, inDays, sourceLabels } from './words.ts'

const ReleaseDialog = lazy(() => import('./release-dialog.tsx').then((m) => ({ default: m.ReleaseDialog })))

interface BlocksProps {
  of: Whose
  staff: boolean
  /** The reader may make waiting ones usable. */
  release: boolean
  /** The company never had any that could be used. */
  fresh: boolean
}

/** The blocks that hours are drawn from, in that order, with what waits and, folded away, what is over. */
export function Blocks({ of, staff, release, fresh }: BlocksProps) {
  const { data, isPending, isError, refetch } = useQuery(blocksOptions(of, false))
  const [releasing, setReleasing] = useState<Block>()
  const active = data?.items.filter((b) => b.state === 'active' && b.remaining > 0) ?? []
  const usedUp = data?.items.filter((b) => b.state === 'active' && b.remaining === 0) ?? []
  const pending = data?.items.filter((b) => b.state === 'pending') ?? []
  const drawn = active.toSorted((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity))
  return (
    <section aria-labelledby="hour-blocks">
      <h2 id="hour-blocks" className="font-medium">
        Blocks
      </h2>
      <p className="mt-0.5 text-muted text-xs">What expires first is used first.</p>
      {isPending && <Skeleton className="mt-3 h-24 rounded-md" />}
      {isError && !data && (
        <p className="mt-3 text-bad text-xs">
          The blocks did not load.{' '}
          <button type="button" className="rounded-sm underline underline-offset-3" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      {data && drawn.length + pending.length === 0 && (
        <p className="mt-3 flex items-center gap-2.5 rounded-md border border-line border-dashed px-4 py-5 text-muted">
          <Layers aria-hidden className="size-4 shrink-0" />
          No block has anything left.
        </p>
      )}
      <ul className="mt-3 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {drawn.map((block, i) => (
          <ActiveBlock key={block.id} block={block} first={i === 0 && drawn.length > 1} />
        ))}
        {pending.map((block) => (
          <PendingBlock
            key={block.id}
            block={block}
            staff={staff}
            action={
              release && (
                <Button size="sm" className="max-md:!h-11" onClick={() => setReleasing(block)}>
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

/** Its name, which leads to its lines in the ledger. */
function LinesOf({ block }: { block: Block }) {
  const { pathname, search } = useLocation()
  const to = new URLSearchParams(search)
  to.set('block', block.id)
  return (
    <Anchor
      href={`${pathname}?${to}#hour-ledger`}
      title={`Every line of ${block.name}`}
      className="rounded-sm hover:underline hover:underline-offset-3"
    >
      {block.name}
    </Anchor>
  )
}

/** Where a block comes from, and since when. */
function Origin({ block }: { block: Block }) {
  return (
    <span className="text-muted">
      {sourceLabels[block.source]}
      {block.agreement && ` A-${block.agreement.number}`} <RelativeTime iso={block.purchasedAt} />
    </span>
  )
}

function ActiveBlock({ block, first }: { block: Block; first: boolean }) {
  const days = block.expiresOn ? daysTo(block.expiresOn) : undefined
  const soon = days !== undefined && days <= EXPIRING_DAYS
  return (
    <li className={cx(card, soon ? 'border-warn/35' : 'border-line')}>
      <Head block={block} mark={first ? <Badge tone="accent">Used first</Badge> : undefined} />
      <Progress
        label={<span className="tabular">{showMinutes(block.remaining)} left</span>}
        value={block.remaining}
        max={block.granted}
        valueText={`of ${showMinutes(block.granted)}`}
        tone={soon ? 'warn' : 'accent'}
      />
      <p className="flex flex-wrap justify-between gap-x-3 gap-y-0.5 text-xs">
        <Origin block={block} />
        <span className={soon ? 'text-warn' : 'text-muted'}>
          {block.expiresOn && days !== undefined
            ? `Until ${dayText(block.expiresOn)}${soon ? `, ${days <= 0 ? 'its last day' : inDays(days)}` : ''}`
            : 'No end'}
        </span>
      </p>
      {block.released && (
        <p className="text-muted text-xs [overflow-wrap:anywhere]">
          Usable before it was paid: {block.released.by}, “{block.released.reason}”
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
        {showMinutes(block.granted)}
      </p>
      <p className="text-muted text-xs">
        {block.source === 'retainer' || block.startsOn
          ? `Usable from ${block.startsOn ? dayText(block.startsOn) : 'the first day of its month'}.`
          : 'Usable as soon as it is paid.'}
        {!staff && role === 'owner' && (
          <>
            {' '}
            <Anchor
              href="/settings/billing"
              className="rounded-sm underline decoration-line underline-offset-3 hover:decoration-accent"
            >
              See the invoice
            </Anchor>
          </>
        )}
      </p>
      {action && <div>{action}</div>}
    </li>
  )
}

/** What is used up, expired or void; asked for when somebody wants to see it. */
function OverBlocks({ of, usedUp }: { of: Whose; usedUp: readonly Block[] }) {
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
                {showMinutes(block.drawn)} of {showMinutes(block.granted)} used
              </span>
              <span className="text-muted">
                {block.state === 'void'
                  ? 'Void'
                  : block.state === 'expired'
                    ? `${block.expired > 0 ? `${showMinutes(block.expired)} expired` : 'Ended'}${block.expiresOn ? ` ${dayText(block.expiresOn)}` : ''}`
                    : 'Used up'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
