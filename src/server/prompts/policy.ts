// Permissions for prompts, and how drafted replies are judged. Pure functions.
import type { Role } from '../../contract/base.ts'

/** Returns what the actor may do with prompts: staff write drafts, and administrators decide which version is live. */
export const promptPermissions = (actor: { role: Role | 'system' }) => ({
  draft: actor.role === 'engineer' || actor.role === 'admin',
  makeLive: actor.role === 'admin',
})
/**
 * Returns whether the actor may decide on the use of a model for a company: its owners may, and so may administrators
 * at the company's request.
 */
export const canChoose = (actor: { role: Role | 'system'; companyId: string }, companyId: string): boolean =>
  actor.role === 'admin' || (actor.role === 'owner' && actor.companyId === companyId)

/** Minimum number of messages of a conversation that can be summarized. */
export const LONG = 8

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
/**
 * Returns how a drafted reply was used: accepted when the same words were sent, edited when at least 30% of the draft's
 * word pairs were sent, otherwise rejected.
 */
export function replyOutcome(draft: string, sent: string): 'accepted' | 'edited' | 'rejected' {
  const [a, b] = [words(draft), words(sent)]
  if (a.join(' ') === b.join(' ')) return 'accepted'
  const pairs = (w: string[]) => w.slice(1).map((word, i) => `${w[i]} ${word}`)
  const there = new Set(pairs(b))
  const own = pairs(a)
  if (own.length === 0) return 'rejected'
  return own.filter((p) => there.has(p)).length / own.length >= 0.3 ? 'edited' : 'rejected'
}
