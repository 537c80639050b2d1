import type { Revision } from './model.ts'

/** Lists the terms in plain language. */
export function TermsList({ words }: { words: Revision['words'] }) {
  return (
    <dl className="divide-y divide-line rounded-md border border-line bg-surface">
      {words.map(({ label, text }) => (
        <div key={label} className="flex flex-col gap-0.5 px-4 py-2.5 text-sm">
          <dt className="text-muted text-xs">{label}</dt>
          <dd className="[overflow-wrap:anywhere]">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
