import type { ReactNode } from 'react'
import { countText, describeUse, type Figures, formatMicrodollars, formatSeconds } from './model.ts'

/** The figures of a version in the last 30 days. */
export function FigureList({ figures: f }: { figures: Figures }) {
  const became = describeUse(f)
  if (f.runs === 0 && !became)
    return <p className="w-[27rem] text-muted max-md:w-full">Not used in the last 30 days.</p>
  return (
    <dl className="grid w-[27rem] grid-cols-[4.5rem_6rem_5rem_minmax(0,1fr)] gap-x-4 gap-y-2 max-md:w-full max-md:grid-cols-2">
      <Figure label="Runs" more={f.failed > 0 ? `${f.failed} without an answer` : undefined}>
        {countText(f.runs)}
      </Figure>
      <Figure label="Median, 95th percentile">
        {formatSeconds(f.p50)}, {formatSeconds(f.p95)}
      </Figure>
      <Figure label="Tokens" more={f.costMicros === null ? undefined : formatMicrodollars(f.costMicros)}>
        {countText(f.tokensIn + f.tokensOut)}
      </Figure>
      <Figure label="Suggestions" more={became?.how}>
        {became?.taken ?? 'None reviewed'}
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
