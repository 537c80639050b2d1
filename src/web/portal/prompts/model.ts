import type { z } from 'zod'
import type * as contract from '../../../contract/prompts.ts'

export type PromptRow = z.infer<typeof contract.PromptRow>
export type Prompt = z.infer<typeof contract.Prompt>
export type Figures = z.infer<typeof contract.Figures>
export type ModelStatus = z.infer<typeof contract.ModelStatus>
export type PastInput = z.infer<typeof contract.PastInput>
export type TestRun = z.infer<typeof contract.TestRun>

/** A text that is being written. */
export type Draft = { body: string; note: string; basedOn: number }

/** "Version 3", or what version 0 is. */
export const versionName = (number: number | null): string =>
  number === null ? 'The text in the editor' : number === 0 ? 'Built-in text' : `Version ${number}`

/** Millionths of a dollar; what is below a cent keeps its digits. */
export function microsText(micros: number | null): string {
  if (micros === null) return 'Cost not known'
  if (micros === 0) return '$0.00'
  const dollars = micros / 1_000_000
  return `$${dollars.toFixed(micros % 10_000 === 0 || dollars >= 1 ? 2 : dollars < 0.01 ? 5 : 3)}`
}
/** "0.8 s". */
export const secondsText = (ms: number | null): string => (ms === null ? '—' : `${(ms / 1000).toFixed(1)} s`)
/** Of the suggestions that something became of, how many were taken, and how; undefined without any. */
export function takenText(f: Figures): { taken: string; how: string } | undefined {
  const all = f.accepted + f.edited + f.rejected
  if (all === 0) return undefined
  return {
    taken: `${Math.round(((f.accepted + f.edited) / all) * 100)}% taken`,
    how: (
      [
        [f.accepted, 'as they were'],
        [f.edited, 'changed'],
        [f.rejected, 'refused'],
      ] as const
    )
      .flatMap(([n, how]) => (n > 0 ? [`${countText(n)} ${how}`] : []))
      .join(', '),
  }
}
/** Tokens, with separators. */
export const countText = (n: number): string => n.toLocaleString('en-US')
