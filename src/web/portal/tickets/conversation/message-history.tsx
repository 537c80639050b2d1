import { api } from '../../platform/data/api.ts'
import { EarlierText } from '../../platform/forms/earlier-text.tsx'
import type { Message } from '../model.ts'

interface MessageHistoryProps {
  ticketId: string
  message: Message
  onClose: () => void
}

/** The earlier versions of a message, newest first. */
export const MessageHistory = ({ ticketId, message, onClose }: MessageHistoryProps) => (
  <EarlierText
    options={api.tickets.messageVersions.queryOptions({ input: { id: ticketId, messageId: message.id }, staleTime: 0 })}
    who={`${message.author.name} edited this ${message.kind}`}
    onClose={onClose}
  />
)
