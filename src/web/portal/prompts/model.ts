import type { z } from 'zod'
import type * as contract from '../../../contract/prompts.ts'

export type PromptRow = z.infer<typeof contract.PromptRow>
export type Prompt = z.infer<typeof contract.Prompt>
export type Figures = z.infer<typeof contract.Figures>
export type ModelStatus = z.infer<typeof contract.ModelStatus>
export type PastInput = z.infer<typeof contract.PastInput>
export type TestRun = z.infer<typeof contract.TestRun>

/** An unsaved text. */
export type Draft = { body: string; note: string; basedOn: number }

/** Returns the name of a version: "Version 3", the built-in text, or the text in the editor. */
export const formatVersion = (number: number | null): string =>
  number === null ? 'The text in the editor' : number === 0 ? 'Built-in text' : `Version ${number}`

/** Formats millionths of a dollar. Amounts below a dollar keep more digits. */
export function formatMicrodollars(micros: number | null): string {
  if (micros === null) return 'Cost unknown'
  if (micros === 0) return '$0.00'
  const dollars = micros / 1_000_000
  return `$${dollars.toFixed(micros % 10_000 === 0 || dollars >= 1 ? 2 : dollars < 0.01 ? 5 : 3)}`
}
/** Formats milliseconds as seconds: "0.8 s". */
export const formatSeconds = (ms: number | null): string => (ms === null ? '—' : `${(ms / 1000).toFixed(1)} s`)
/** Describes how many of the decided suggestions were accepted, and how. Undefined if none were decided. */
export function describeUse(f: Figures): { taken: string; how: string } | undefined {
  const all = f.accepted + f.edited + f.rejected
  if (all === 0) return undefined
  return {
    taken: `${Math.round(((f.accepted + f.edited) / all) * 100)}% accepted`,
    how: (
      [
        [f.accepted, 'unchanged'],
        [f.edited, 'edited'],
        [f.rejected, 'rejected'],
      ] as const
    )
      .flatMap(([n, how]) => (n > 0 ? [`${countText(n)} ${how}`] : []))
      .join(', '),
  }
}
/** Formats a number with thousands separators. */
export const countText = (n: number): string => n.toLocaleString('en-US')
