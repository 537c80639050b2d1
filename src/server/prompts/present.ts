import type { z } from 'zod'
import type { PromptVersion, Suggestion } from '../../contract/prompts.ts'
import { FORMER } from '../platform/words.ts'
import { BUILT_IN } from './built-in.ts'
import type { Key, Output } from './kinds.ts'
import type { SuggestionRow, VersionRow } from './queries.ts'

/** Who did something, also when they are no longer here; null where nobody did. */
export const person = (id: string | null, name: string | null) => (id ? { id, name: name ?? FORMER } : null)

/** A version as it is answered. */
export const presentVersion = (v: VersionRow): z.infer<typeof PromptVersion> => ({
  number: v.number,
  note: v.note,
  basedOn: v.based_on ?? 0,
  createdBy: person(v.created_by, v.author),
  createdAt: v.created_at,
  body: v.body,
})
/** The text that the product comes with, as version 0. */
export const presentBuiltIn = (key: Key): z.infer<typeof PromptVersion> => ({
  number: 0,
  note: 'Comes with the product',
  basedOn: 0,
  createdBy: null,
  createdAt: null,
  body: BUILT_IN[key],
})

/** A suggestion as staff see it. */
export function presentSuggestion(s: SuggestionRow): z.infer<typeof Suggestion> {
  const output = s.output as unknown as Output
  return {
    id: s.id,
    key: s.key as Key,
    ticketId: s.subject_id,
    state: s.state as 'open',
    triage: 'text' in output ? null : output,
    text: 'text' in output ? output.text : null,
    createdAt: s.created_at,
    decidedBy: person(s.decided_by, s.decider),
    decidedAt: s.decided_at,
  }
}
