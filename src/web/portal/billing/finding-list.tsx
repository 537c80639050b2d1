import { lazy, Suspense, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { client } from '../platform/api.ts'
import { findingValues } from '../platform/finding-values.ts'

const CloseFinding = lazy(() => import('../hours/index.ts').then((m) => ({ default: m.CloseFinding })))

type Finding = Awaited<ReturnType<typeof client.billing.stripe>>['findings'][number]

/** What does not fit between Stripe and us: reported, and closed by a person. */
export function FindingList({ findings, company = true }: { findings: Finding[]; company?: boolean }) {
  const [asked, setAsked] = useState<Finding>()
  return (
    <section aria-label="To be looked at">
      <ul className="flex flex-col gap-2">
        {findings.map(({ found: { todo, ...found }, ...f }) => (
          <li key={f.id}>
            <Banner
              tone="bad"
              title={company ? `${f.company.name}: ${f.title}` : f.title}
              action={
                <Button size="sm" className="max-md:h-11!" onClick={() => setAsked({ ...f, found })}>
                  Close
                </Button>
              }
            >
              {words(f.expected, 'Here')} {words(found, 'At Stripe')} {typeof todo === 'string' && `${todo} `}Seen{' '}
              <RelativeTime iso={f.lastSeenAt} />.
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
  const said = findingValues(values, true)
  return said && `${where}: ${said}.`
}
