import {
  ArrowLeftRight,
  CircleDot,
  FileText,
  Hourglass,
  Lock,
  Pencil,
  SignalHigh,
  Tag,
  UserRound,
  Workflow,
} from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { brand } from '../../../../../brand.config.ts'
import { Anchor } from '../../../ui/anchor.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FoldedText } from '../../../ui/text/folded-text.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { WrittenText } from '../../../ui/text/written-text.tsx'
import type { Side } from '../facts/labels.ts'
import type { FileInfo, Message, TicketChange } from '../model.ts'
import { Attachments } from './attachments.tsx'
import { changeText } from './change-text.ts'
import { EditedMark, useMessageEdit } from './message-edit.tsx'

interface CardProps {
  id?: string
  name: string
  /**
   * Shown after the name: the author's company, "Automation" for a ticket that an automation opened, or empty for
   * system messages.
   */
  of: string
  body: string
  /** How the text is shown. Default: Markdown. */
  format?: Message['format']
  /** The rest of the mail that the message came from. */
  folded?: string | null
  files: readonly FileInfo[]
  /** When it was written. Undefined while it is being sent. */
  at: string | undefined
  note?: boolean
  /** The people mentioned in it. */
  people?: Message['mentions']
  /** Shown beside the time. */
  marks?: ReactNode
  /** Shown instead of the text while it is edited. */
  editor?: ReactNode
}

const linesOf = (text: string) => {
  const lines = text.split('\n').filter((line) => line.trim() !== '').length
  return lines === 1 ? '1 line' : `${lines.toLocaleString('en-US')} lines`
}

/** The rest of a mail, shown on demand and as plain text, because it was not written as Markdown. */
const Folded = ({ text }: { text: string }) => (
  <details className="mt-2 text-sm">
    <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-sm text-muted text-xs underline decoration-edge underline-offset-3 hover:text-text max-md:min-h-11">
      Show full message ({linesOf(text)} more)
    </summary>
    <div className="scroll-thin mt-1.5 max-h-96 overflow-y-auto border-edge border-l-2 pl-3 text-muted">
      <WrittenText text={text} />
    </div>
  </details>
)

/** Text by a person: the description, a reply, or an internal note. */
const Card = memo(function Card({
  id,
  name,
  of,
  body,
  format,
  folded,
  files,
  at,
  note = false,
  people,
  marks,
  editor,
}: CardProps) {
  return (
    <article
      id={id}
      aria-busy={at === undefined}
      className={cx(
        'scroll-mt-20 scroll-mb-6 rounded-md border px-4 pt-3 pb-4',
        note ? 'border-warn/25 bg-warn/5' : 'border-line bg-surface',
        at === undefined && 'border-dashed',
      )}
    >
      <header className="mb-2.5 flex min-h-6 flex-wrap items-center gap-x-2.5 gap-y-1">
        <Avatar name={name} size="sm" />
        <h3 className="font-medium">{name}</h3>
        {/* Notes are always by the team, so on narrow screens the time gets this space. */}
        {of && <span className={cx('text-muted text-xs', note && 'max-sm:hidden')}>{of}</span>}
        {note && (
          <span className="inline-flex items-center gap-1 font-medium text-warn text-xs">
            <Lock aria-hidden className="size-3" />
            Internal note
          </span>
        )}
        <span className="ml-auto flex items-center gap-x-2 whitespace-nowrap text-muted text-xs">
          {at === undefined ? 'Sending…' : <RelativeTime iso={at} />}
          {marks}
        </span>
      </header>
      {editor || <FoldedText text={body} format={format} people={people} />}
      {folded && <Folded text={folded} />}
      <Attachments files={files} />
    </article>
  )
})

const icons: Record<TicketChange['type'], ReactNode> = {
  status: <CircleDot />,
  priority: <SignalHigh />,
  assignee: <UserRound />,
  subject: <Pencil />,
  category: <Tag />,
  client: <UserRound />,
  contact: <UserRound />,
  agreement: <FileText />,
  installation: <Workflow />,
  merged_into: <ArrowLeftRight />,
  merged_from: <ArrowLeftRight />,
  split_into: <ArrowLeftRight />,
  split_from: <ArrowLeftRight />,
  linked: <ArrowLeftRight />,
  unlinked: <ArrowLeftRight />,
  estimate: <Hourglass />,
}

/** A history entry, on one line. */
const EventLine = memo(function EventLine({ message, side }: { message: Message; side: Side }) {
  const { change, author, createdAt } = message
  return (
    <p className="flex items-start gap-2.5 px-4 text-muted text-xs leading-5">
      <span aria-hidden className="grid h-5 w-6 shrink-0 place-items-center [&>svg]:size-3.5">
        {change ? icons[change.type] : <ArrowLeftRight />}
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-medium text-text">{author.name}</span>{' '}
        {change && <bdi>{changeText(change, side, author.name)}</bdi>}
        {change?.ticketId && (
          <>
            {' '}
            <Anchor
              href={`${side === 'staff' ? '/admin' : ''}/tickets/${change.ticketId}`}
              className="rounded-[4px] text-text underline decoration-line underline-offset-3 hover:decoration-accent"
            >
              <bdi>{change.to}</bdi>
            </Anchor>
          </>
        )}
        <span aria-hidden> · </span>
        <RelativeTime iso={createdAt} className="whitespace-nowrap" />
      </span>
    </p>
  )
})

/** The description, as the first message. */
export const DescriptionCard = memo(function DescriptionCard({
  mail,
  side,
  ...card
}: {
  name: string
  of: string
  body: string
  format: Message['format']
  folded: string | null
  files: readonly FileInfo[]
  at: string
  mail: string | null
  side: Side
}) {
  return <Card {...card} marks={mail && <MailMark id={mail} side={side} />} />
})

/** One message of a conversation. */
export const MessageItem = memo(function MessageItem({
  message,
  side,
  company,
}: {
  message: Message
  side: Side
  company: string
}) {
  if (message.kind === 'event') return <EventLine message={message} side={side} />
  return <WrittenMessage message={message} side={side} company={company} />
})

/** Says that the message came by mail. Staff get a link to the full mail. */
const MailMark = ({ id, side }: { id: string; side: Side }) =>
  side === 'staff' ? (
    <Anchor
      href={`/admin/outbox?box=in&mail=${id}`}
      className="rounded-[4px] underline decoration-line underline-offset-3 hover:decoration-accent"
    >
      Show full email
    </Anchor>
  ) : (
    <span>by email</span>
  )

function WrittenMessage({ message, side, company }: { message: Message; side: Side; company: string }) {
  const edit = useMessageEdit(message, side)
  return (
    <Card
      id={`message-${message.id}`}
      name={message.author.name}
      of={message.author.kind === 'partner' ? company : message.author.kind === 'agent' ? brand.shortName : ''}
      body={message.body}
      format={message.format}
      folded={message.folded}
      files={message.attachments}
      at={message.createdAt}
      note={message.kind === 'note'}
      people={message.mentions}
      marks={
        <>
          {message.mail && <MailMark id={message.mail} side={side} />}
          {message.editedAt && <EditedMark message={message} side={side} />}
          {edit.button}
        </>
      }
      editor={edit.editor}
    />
  )
}

/** The shape of a message that is still loading. */
export function SkeletonMessage() {
  return (
    <div aria-hidden className="flex flex-col gap-3 rounded-md border border-line bg-surface px-4 pt-3 pb-5">
      <div className="flex items-center gap-2.5">
        <Skeleton className="size-6 !rounded-full" />
        <Skeleton className="h-3.5 w-32" />
      </div>
      <Skeleton className="h-3 w-11/12" />
      <Skeleton className="h-3 w-3/5" />
    </div>
  )
}

/** A message that the server has not accepted yet. */
export const PendingCard = memo(function PendingCard({
  name,
  of,
  body,
  files,
  note,
}: {
  name: string
  of: string
  body: string
  files: readonly FileInfo[]
  note: boolean
}) {
  return <Card name={name} of={of} body={body} files={files} at={undefined} note={note} />
})
