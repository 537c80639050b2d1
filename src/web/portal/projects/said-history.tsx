import { api } from '../platform/api.ts'
import { EarlierText } from '../platform/earlier-text.tsx'

interface SaidHistoryProps {
  id: string
  /** Who put what right. */
  who: string
  onClose: () => void
}

/** What a comment or an update said before it was put right, newest first. */
export const SaidHistory = ({ id, who, onClose }: SaidHistoryProps) => (
  <EarlierText
    options={api.projects.textVersions.queryOptions({ input: { id }, staleTime: 0 })}
    who={who}
    onClose={onClose}
  />
)
