import { Suspense, useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import type { client } from '../../platform/data/api.ts'
import { listFindingValues } from '../../platform/data/finding-values.ts'
import { lazy } from '../../platform/loading/lazy.ts'

const CloseFinding = lazy(() => import('../../hours/index.ts').then((m) => ({ default: m.CloseFinding })))

type Finding = Awaited<ReturnType<typeof client.billing.stripe>>['findings'][number]

/** Lists discrepancies between Stripe and our records, each with a button that closes it. */
export function FindingList({ findings, company = true }: { findings: Finding[]; company?: boolean }) {
  const [asked, setAsked] = useState<Finding>()
  return (
    <section aria-label="Discrepancies">
      <ul className="flex flex-col gap-2">
        {findings.map(({ found: { todo, ...found }, ...f }) => (
          <li key={f.id}>
            <Banner
              tone="bad"
              title={company ? `${f.company.name}: ${f.title}` : f.title}
              action={
                <Button size="sm" onClick={() => setAsked({ ...f, found })}>
                  Close
                </Button>
              }
            >
              {words(f.expected, 'Our records')} {words(found, 'Stripe')} {typeof todo === 'string' && `${todo} `}Last
              detected <RelativeTime iso={f.lastSeenAt} />.
            </Banner>
          </li>
        ))}
      </ul>
      {asked && (
        <Suspense>
          <CloseFinding key={asked.id} finding={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

function words(values: Record<string, unknown>, where: string): string {
  const lines = listFindingValues(values)
  return lines && `${where}: ${lines}.`
}
