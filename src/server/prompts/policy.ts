// Who may do what with prompts, and what became of a draft. Pure.
import type { Role } from '../../contract/base.ts'

/** Engineers write; what is used is an administrator's to say. */
export const can = (actor: { role: Role | 'system' }) => ({
  draft: actor.role === 'engineer' || actor.role === 'admin',
  makeLive: actor.role === 'admin',
})
/** Owners say for their company; administrators when they were asked to. */
export const mayChoose = (actor: { role: Role | 'system'; companyId: string }, companyId: string): boolean =>
  actor.role === 'admin' || (actor.role === 'owner' && actor.companyId === companyId)

/** A conversation of so many messages is worth a summary. */
export const LONG = 8

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
/**
 * What became of a drafted reply, by what was sent: the same words are accepted, at least three of ten of the draft's word
 * pairs found again are edited, less was written anew.
 */
export function becameOf(draft: string, sent: string): 'accepted' | 'edited' | 'rejected' {
  const [a, b] = [words(draft), words(sent)]
  if (a.join(' ') === b.join(' ')) return 'accepted'
  const pairs = (w: string[]) => w.slice(1).map((word, i) => `${w[i]} ${word}`)
  const there = new Set(pairs(b))
  const own = pairs(a)
  if (own.length === 0) return 'rejected'
  return own.filter((p) => there.has(p)).length / own.length >= 0.3 ? 'edited' : 'rejected'
}
