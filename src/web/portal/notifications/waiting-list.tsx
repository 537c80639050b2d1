import {
  BatteryCharging,
  Building2,
  CircleCheck,
  ClipboardList,
  Hourglass,
  ListTodo,
  type LucideIcon,
  MessageCircleQuestion,
  ReceiptText,
  Signature,
  Timer,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { WaitingItem } from '../../../contract/notifications.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { getNow } from '../../ui/clock.ts'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Count } from '../../ui/status.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'

type Item = z.infer<typeof WaitingItem>

const ICONS: Record<Item['kind'], LucideIcon> = {
  ticket: MessageCircleQuestion,
  estimate: Hourglass,
  agreement: Signature,
  profile: Building2,
  invoice: ReceiptText,
  top_up: BatteryCharging,
  project_task: ListTodo,
  intake: ClipboardList,
}

const late = (item: Item) => Date.parse(item.since) < getNow()

/** Shows the title with a muted ticket or agreement number, as in every list. */
function Title({ text }: { text: string }) {
  const [, number, subject] = /^([TA]-\d+) (.*)$/s.exec(text) ?? []
  if (!number) return text
  return (
    <>
      <span className="tabular font-normal text-muted">{number}</span> {subject}
    </>
  )
}

interface WaitingListProps {
  title: string
  items: readonly Item[]
  /** Shown when the list is empty. */
  empty: { title: string; text: string }
  /** A link to the full list. */
  all?: { href: string; label: string }
  /** The label of the time at the end of each row, such as "asked". */
  since: string
  /** Whether there are more items than these. */
  more?: boolean
  /** Maximum number of rows. The rest is behind `all`. */
  shown?: number
  /** Shows the remaining items in this list. */
  onAll?: () => void
}

/** A list of action items. Each row links to where the action is taken. */
export function WaitingList({ title, items, empty, all, since, more, shown = items.length, onAll }: WaitingListProps) {
  return (
    <Panel title={title} count={items.length} more={more || (items.length > shown && !onAll)} all={all}>
      {items.length === 0 ? (
        <EmptyState icon={<CircleCheck />} title={empty.title}>
          {empty.text}
        </EmptyState>
      ) : (
        <ul>
          {items.slice(0, shown).map((item) => {
            const Icon = item.group === 'due' ? Timer : ICONS[item.kind]
            return (
              <li key={item.id} className="border-line [&:not(:last-child)]:border-b">
                <Anchor
                  href={item.path}
                  className="flex min-h-14 items-center gap-3 px-4 py-2.5 -outline-offset-2 transition-colors hover:bg-line/40"
                >
                  <Icon
                    aria-hidden
                    className={cx(
                      'size-4 shrink-0',
                      item.group !== 'due' ? 'text-muted' : late(item) ? 'text-bad' : 'text-warn',
                    )}
                  />
                  <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4 gap-y-0.5">
                    <span className="min-w-0 flex-1 basis-60 font-medium [overflow-wrap:anywhere]">
                      <Title text={item.title} />
                    </span>
                    <span className="text-muted text-xs">
                      {item.detail}
                      {item.kind !== 'profile' && item.kind !== 'invoice' && (
                        <>
                          , {item.group === 'due' ? (late(item) ? 'was due' : 'due') : since}{' '}
                          <RelativeTime iso={item.since} />
                        </>
                      )}
                    </span>
                  </span>
                </Anchor>
              </li>
            )
          })}
        </ul>
      )}
      {onAll && items.length > shown && (
        <button
          type="button"
          onClick={onAll}
          className="min-h-11 w-full border-line border-t px-4 text-left text-accent text-xs -outline-offset-2 hover:underline"
        >
          Show all {items.length}
        </button>
      )}
    </Panel>
  )
}

interface PanelProps {
  title: string
  count?: number
  more?: boolean | undefined
  all?: { href: string; label: string } | undefined
  children: ReactNode
}

/** A titled box with an item count and a link to the full list. */
export function Panel({ title, count, more, all, children }: PanelProps) {
  return (
    <section aria-label={title} className="rounded-md border border-line bg-surface">
      <div className="flex min-h-12 items-center gap-2 border-line border-b px-4 py-1">
        <h2 className="flex items-center gap-2 font-medium">
          {title}
          {count !== undefined && count > 0 && (
            <Count tone="accent" value={count} label={more ? 'or more' : 'in total'} />
          )}
        </h2>
        {all && (
          <Anchor
            href={all.href}
            className="ml-auto flex items-center rounded-sm text-accent text-xs hover:underline max-md:min-h-11"
          >
            {all.label}
          </Anchor>
        )}
      </div>
      {children}
    </section>
  )
}

/** A placeholder while the rows of a panel load. */
export const PanelRows = () => (
  <div className="flex flex-col gap-3 p-4">
    <Skeleton className="h-9" />
    <Skeleton className="h-9" />
    <Skeleton className="h-9" />
  </div>
)
