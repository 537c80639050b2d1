// What was typed into the questions and not sent yet, in this browser.
import type { Automation } from './model.ts'

export type Values = Record<string, unknown>
type Kept = { version: number; values: Values }
const name = (id: string) => `intake.${id}`

/** What was typed here before; undefined where nothing was, or somebody else changed the answers since. */
export function readDraft({ id, version }: Pick<Automation, 'id' | 'version'>): Values | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(name(id)) ?? 'null') as Kept | null
    return kept && kept.version === version && typeof kept.values === 'object' ? kept.values : undefined
  } catch {
    return undefined
  }
}

/** Keeps what is typed. Without storage it lives as long as the page. */
export function keepDraft({ id, version }: Pick<Automation, 'id' | 'version'>, values: Values | undefined): void {
  try {
    if (values) localStorage.setItem(name(id), JSON.stringify({ version, values } satisfies Kept))
    else localStorage.removeItem(name(id))
  } catch {
    // Full, or not allowed.
  }
}
