import type { z } from 'zod'
import type { PromptVersion, Suggestion } from '../../contract/prompts.ts'
import { FORMER } from '../platform/words.ts'
import { BUILT_IN } from './built-in.ts'
import type { Key, Output } from './kinds.ts'
import type { SuggestionRow, VersionRow } from './queries.ts'

/** Returns a person by id and name, or null without an id. Without a name, uses a placeholder. */
export const presentPerson = (id: string | null, name: string | null) => (id ? { id, name: name ?? FORMER } : null)

/** Returns a version in the form of the contract. */
export const presentVersion = (v: VersionRow): z.infer<typeof PromptVersion> => ({
  number: v.number,
  note: v.note,
  basedOn: v.based_on ?? 0,
  createdBy: presentPerson(v.created_by, v.author),
  createdAt: v.created_at,
  body: v.body,
})
/** Returns the built-in text as version 0. */
export const presentBuiltIn = (key: Key): z.infer<typeof PromptVersion> => ({
  number: 0,
  note: 'Built-in text',
  basedOn: 0,
  createdBy: null,
  createdAt: null,
  body: BUILT_IN[key],
})

/** Returns a suggestion as staff see it. */
export function presentSuggestion(s: SuggestionRow): z.infer<typeof Suggestion> {
  const output = s.output as unknown as Output
  return {
    id: s.id,
    key: s.key as Key,
    ticketId: s.subject_id,
    state: s.state as z.infer<typeof Suggestion>['state'],
    triage: 'text' in output ? null : output,
    text: 'text' in output ? output.text : null,
    createdAt: s.created_at,
    decidedBy: presentPerson(s.decided_by, s.decider),
    decidedAt: s.decided_at,
  }
}
