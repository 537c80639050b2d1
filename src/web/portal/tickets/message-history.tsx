import { api } from '../platform/api.ts'
import { EarlierText } from '../platform/earlier-text.tsx'
import type { Message } from './model.ts'

interface MessageHistoryProps {
  ticketId: string
  message: Message
  onClose: () => void
}

/** What a message said before it was put right, newest first. */
export const MessageHistory = ({ ticketId, message, onClose }: MessageHistoryProps) => (
  <EarlierText
    options={api.tickets.messageVersions.queryOptions({ input: { id: ticketId, messageId: message.id }, staleTime: 0 })}
    who={`${message.author.name} edited this ${message.kind}`}
    onClose={onClose}
  />
)
