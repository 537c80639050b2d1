import { useInfiniteQuery } from '@tanstack/react-query'
import { BellOff, CheckCheck, Settings } from 'lucide-react'
import type { ReactElement } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { markNotices, noticesOptions } from './notice-queries.ts'
import { NoticeRow } from './notice-row.tsx'

interface BellPopoverProps {
  trigger: ReactElement
  open: boolean
  onOpenChange: (open: boolean) => void
  unread: number
  fixed: boolean
}

/** The popover of the bell: the latest notifications, read and unread. */
export function BellPopover({ trigger, open, onOpenChange, unread, fixed }: BellPopoverProps) {
  return (
    <Popover
      trigger={trigger}
      title="Notifications"
      align="end"
      open={open}
      onOpenChange={onOpenChange}
      className="!w-[26rem] !max-h-[min(40rem,var(--available-height))] flex flex-col !overflow-hidden !px-0 !pb-0 [&>h2]:px-4"
    >
      <Latest unread={unread} fixed={fixed} onClose={() => onOpenChange(false)} />
    </Popover>
  )
}

function Latest({ unread, fixed, onClose }: { unread: number; fixed: boolean; onClose: () => void }) {
  const list = useInfiniteQuery(noticesOptions())
  const items = list.data?.pages.flatMap((page) => page.items)
  const newest = items?.[0]
  return (
    <>
      <div className="-mt-1 flex items-center justify-between gap-2 px-4 pb-2 text-muted text-xs">
        <span>{unread > 0 ? `${unread > 99 ? '99+' : unread} unread` : 'No unread notifications'}</span>
        {unread > 0 && newest && !fixed && (
          <Button
            size="sm"
            variant="ghost"
            className="-mr-2.5"
            icon={<CheckCheck aria-hidden className="size-4" />}
            onClick={() => void markNotices({ upTo: newest.id })}
          >
            Mark all as read
          </Button>
        )}
      </div>
      <div className="scroll-thin min-h-0 flex-1 overflow-y-auto border-line border-t" aria-busy={list.isPending}>
        {list.isPending ? (
          <div className="flex flex-col gap-3 p-4">
            <Skeleton className="h-11" />
            <Skeleton className="h-11" />
            <Skeleton className="h-11" />
          </div>
        ) : list.isLoadingError ? (
          <ErrorState
            message={list.error.message}
            requestId={parseFailure(list.error)?.data?.requestId}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        ) : items && items.length > 0 ? (
          <ul aria-label="Latest notifications">
            {items.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} fixed={fixed} onOpen={onClose} />
            ))}
          </ul>
        ) : (
          <EmptyState icon={<BellOff />} title="No notifications yet">
            Replies, mentions and other updates for you appear here.
          </EmptyState>
        )}
      </div>
      <div className="flex items-center justify-between gap-2 border-line border-t px-4 py-2">
        <Anchor
          href="/notifications"
          onClick={onClose}
          className="rounded-sm font-medium text-accent text-sm max-md:flex max-md:min-h-11 max-md:items-center"
        >
          View all
        </Anchor>
        <LinkButton
          href="/settings/notifications"
          onClick={onClose}
          size="sm"
          variant="ghost"
          className="-mr-2.5"
          icon={<Settings aria-hidden className="size-4" />}
        >
          Settings
        </LinkButton>
      </div>
    </>
  )
}
