import { Anchor } from '../../ui/anchor.tsx'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { KINDS, type Shown } from './labels.ts'
import { markNotices } from './notice-queries.ts'

interface NoticeRowProps {
  notice: Shown
  /** Whether an administrator is viewing as this user, so that nothing can be marked. */
  fixed: boolean
  onOpen?: (() => void) | undefined
}

/** One notification: a link that marks it as read, and a button that toggles read and unread. */
export function NoticeRow({ notice, fixed, onOpen }: NoticeRowProps) {
  const { icon: Icon, label } = KINDS[notice.kind]
  const unread = notice.readAt === null
  return (
    <li className="relative flex items-start border-line transition-colors hover:bg-line/40 [&:not(:last-child)]:border-b">
      <Anchor
        href={notice.path}
        onClick={() => {
          if (unread && !fixed) void markNotices({ ids: [notice.id] })
          onOpen?.()
        }}
        className="flex min-w-0 flex-1 gap-3 py-3 pr-1 pl-4 -outline-offset-2"
      >
        <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', unread ? 'text-accent' : 'text-muted')} />
        <span className="min-w-0 flex-1">
          <span className={cx('line-clamp-2 [overflow-wrap:anywhere]', unread ? 'font-medium' : 'text-muted')}>
            {unread && <span className="sr-only">Unread: </span>}
            {notice.title}
          </span>
          {notice.body && (
            <span className="line-clamp-1 text-muted text-xs leading-5 [overflow-wrap:anywhere]">{notice.body}</span>
          )}
          <span className="block text-muted text-xs leading-5">
            {label} · <RelativeTime iso={notice.createdAt} />
          </span>
        </span>
      </Anchor>
      {!fixed && (
        <IconButton
          size="sm"
          className="mt-2 mr-2 max-md:mt-1"
          label={unread ? 'Mark as read' : 'Mark as unread'}
          title={unread ? 'Mark as read' : 'Mark as unread'}
          icon={
            <span
              aria-hidden
              className={cx(
                'size-2.5 rounded-full border',
                unread ? 'border-accent bg-accent forced-colors:bg-[Highlight]' : 'border-edge',
              )}
            />
          }
          onClick={() => void markNotices({ ids: [notice.id] }, unread)}
        />
      )}
    </li>
  )
}
