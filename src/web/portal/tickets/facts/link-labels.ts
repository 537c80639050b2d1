import type { Ticket } from '../model.ts'

type Relation = Ticket['links'][number]['relation']

/** How another ticket relates to this one. */
export const relationLabels: Record<Relation, string> = {
  related: 'Related to',
  duplicate_of: 'Duplicate of',
  duplicated_by: 'Duplicated by',
  caused_by: 'Caused by',
  causes: 'Cause of',
  split_from: 'Split from',
  split_into: 'Split into',
  merged_from: 'Merged from',
}
