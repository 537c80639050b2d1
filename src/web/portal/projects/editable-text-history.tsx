import { api } from '../platform/data/api.ts'
import { EarlierText } from '../platform/forms/earlier-text.tsx'

interface EditableTextHistoryProps {
  id: string
  /** A phrase that says who edited what. */
  who: string
  onClose: () => void
}

/** Earlier versions of a comment or an update, newest first. */
export const EditableTextHistory = ({ id, who, onClose }: EditableTextHistoryProps) => (
  <EarlierText
    options={api.projects.textVersions.queryOptions({ input: { id }, staleTime: 0 })}
    who={who}
    onClose={onClose}
  />
)
