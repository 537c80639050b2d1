import { ArrowDown } from 'lucide-react'
import type { RefObject } from 'react'
import { brand } from '../../../../../brand.config.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import type { Side } from '../facts/labels.ts'
import type { FileInfo, Message, MessageKind, Ticket } from '../model.ts'
import type { Arrivals } from './arrivals.ts'
import { DescriptionCard, MessageItem, PendingCard, SkeletonMessage } from './message-card.tsx'

/** A message that is being sent to the server. */
export type Pending = { key: string; kind: MessageKind; body: string; files: FileInfo[] }

interface ConversationProps {
  ticket: Ticket
  side: Side
  /** The reader. */
  me: { id: string; name: string } | undefined
  messages: readonly Message[] | undefined
  /** Whether the end of the conversation is loaded. */
  complete: boolean
  onMore: () => void
  loadingMore: boolean
  problem: { message: string; requestId?: string; onRetry: () => void; retrying: boolean } | undefined
  pending: readonly Pending[]
  arrivals: Arrivals
  end: RefObject<HTMLDivElement | null>
}

/** The description, then all messages and history entries, oldest first. */
export function Conversation(props: ConversationProps) {
  const { ticket, side, me, messages, complete, onMore, loadingMore, problem, pending, arrivals, end } = props
  return (
    <section aria-label="Conversation" className="flex min-w-0 flex-col gap-4">
      <h2 className="sr-only">Conversation</h2>
      <ol className="flex flex-col gap-4">
        <li>
          <DescriptionCard
            // A ticket that an automation opened is not attributed to a person.
            name={
              ticket.source === 'automation' ? (ticket.installation?.name ?? 'An automation') : ticket.requester.name
            }
            of={ticket.source === 'automation' ? 'Automation' : ticket.company.name}
            body={ticket.description}
            format={ticket.descriptionFormat}
            folded={ticket.folded}
            files={ticket.attachments}
            at={ticket.createdAt}
            mail={ticket.mail}
            side={side}
          />
        </li>
        {messages?.map((message, index) => (
          // History entries are closer together than messages.
          <li
            key={message.id}
            className={cx(message.kind === 'event' && messages[index - 1]?.kind === 'event' && '-mt-2')}
          >
            <MessageItem message={message} side={side} company={ticket.company.name} />
          </li>
        ))}
        {messages && !complete && (
          <li className="flex justify-center">
            <Button pending={loadingMore} onClick={onMore}>
              Load newer messages
            </Button>
          </li>
        )}
        {pending.map((p) => (
          <li key={p.key}>
            <PendingCard
              name={me?.name ?? ''}
              of={side === 'staff' ? brand.shortName : ticket.company.name}
              body={p.body}
              files={p.files}
              note={p.kind === 'note'}
            />
          </li>
        ))}
      </ol>
      {!messages && !problem && (
        <div aria-busy className="flex flex-col gap-4">
          <SkeletonMessage />
          <SkeletonMessage />
        </div>
      )}
      {problem && <ErrorState title="Couldn’t load the conversation" {...problem} />}
      <div ref={end} className="-mt-4" />
      <p aria-live="polite" className="sr-only">
        {arrivals.announcement}
      </p>
      {arrivals.unseen && (
        <div className="sticky bottom-6 z-10 flex h-0 items-end justify-center">
          <Button
            variant="primary"
            size="sm"
            className="!rounded-full"
            icon={<ArrowDown aria-hidden className="size-3.5" />}
            onClick={arrivals.show}
          >
            {arrivals.unseen}
          </Button>
        </div>
      )}
    </section>
  )
}
