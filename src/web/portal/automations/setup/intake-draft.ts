// Intake answers that were typed but not sent yet, stored in this browser.
import { brand } from '../../../../../brand.config.ts'
import { localStore } from '../../../browser-storage.ts'
import { mayKeepFor, readSession } from '../../platform/session/session.client.ts'
import type { Automation } from '../model.ts'

export type Values = Record<string, unknown>
type Kept = { version: number; values: Values }
/** Returns the storage key for the signed-in user, or undefined if nothing may be stored. */
function nameOf(id: string): string | undefined {
  const userId = readSession()?.user.id
  return userId && mayKeepFor(userId) ? `${brand.slug}.intake.${userId}.${id}` : undefined
}

/** Returns the stored draft. Undefined if there is none, or if the automation has changed since. */
export function readIntakeDraft({ id, version }: Pick<Automation, 'id' | 'version'>): Values | undefined {
  try {
    const kept = JSON.parse(localStore.get(nameOf(id) ?? '') ?? 'null') as Kept | null
    return kept && kept.version === version && typeof kept.values === 'object' ? kept.values : undefined
  } catch {
    return undefined
  }
}

/** Stores the draft, or removes it if there are no values. Without storage, the draft lasts as long as the page. */
export function keepDraft({ id, version }: Pick<Automation, 'id' | 'version'>, values: Values | undefined): void {
  const name = nameOf(id)
  if (!name) return
  if (values) localStore.set(name, JSON.stringify({ version, values } satisfies Kept))
  else localStore.remove(name)
}
