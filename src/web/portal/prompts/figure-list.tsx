import type { ReactNode } from 'react'
import { countText, type Figures, microsText, secondsText, takenText } from './model.ts'

/** What a version did in the last 30 days. */
export function FigureList({ figures: f }: { figures: Figures }) {
  const became = takenText(f)
  if (f.runs === 0 && !became)
    return <p className="w-[27rem] text-muted max-md:w-full">Not used in the last 30 days.</p>
  return (
    <dl className="grid w-[27rem] grid-cols-[4.5rem_6rem_5rem_minmax(0,1fr)] gap-x-4 gap-y-2 max-md:w-full max-md:grid-cols-2">
      <Figure label="Runs" more={f.failed > 0 ? `${f.failed} without answer` : undefined}>
        {countText(f.runs)}
      </Figure>
      <Figure label="Median, p95">
        {secondsText(f.p50)}, {secondsText(f.p95)}
      </Figure>
      <Figure label="Tokens" more={f.costMicros === null ? undefined : microsText(f.costMicros)}>
        {countText(f.tokensIn + f.tokensOut)}
      </Figure>
      <Figure label="Suggestions" more={became?.how}>
        {became?.taken ?? 'None decided'}
      </Figure>
    </dl>
  )
}

function Figure({ label, more, children }: { label: string; more?: string | undefined; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="tabular">{children}</dd>
      {more && <dd className="text-balance text-muted text-xs">{more}</dd>}
    </div>
  )
}
