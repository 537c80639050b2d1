import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { cx } from '../../ui/cx.ts'
import { showMinutes } from '../../ui/minutes-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ModelChoice } from '../prompts/index.ts'
import { CompanyPolicy } from '../sla/index.ts'
import { CompanyFacts, Fact } from './company-facts.tsx'
import { summaryOptions } from './company-queries.ts'
import { HealthMark } from './health-mark.tsx'
import type { Company } from './model.ts'

/** For staff, at a glance: how a company is doing and why, what is open, who owns it, what it tells about itself. */
export function CompanyOverview({ company }: { company: Company }) {
  const { data } = useQuery(summaryOptions(company.id))
  const here = `/companies/${company.id}`
  return (
    <div className="flex flex-col gap-8">
      <dl className="grid gap-px overflow-clip rounded-md border border-line bg-line text-sm grid-cols-2 xl:auto-cols-fr xl:grid-flow-col">
        <Tile name="Health" wide>
          {data && <HealthMark reason health={data.health} />}
        </Tile>
        <Tile name="Open tickets">
          {data && (
            <Anchor href={`${here}?tab=tickets`} className={figure}>
              {data.openTickets}
              {data.urgentTickets > 0 && (
                <span className="ml-2 font-normal text-bad text-sm">{data.urgentTickets} P1 or P2</span>
              )}
            </Anchor>
          )}
        </Tile>
        {!company.is_internal && (
          <Tile name="Hours left">
            {data && (
              <Anchor href={`${here}?tab=hours`} className={figure}>
                {data.hours === null ? 'None' : showMinutes(data.hours)}
                {(data.hoursUsed ?? 0) >= 80 && (
                  <span
                    className={cx('ml-2 font-normal text-sm', (data.hoursUsed ?? 0) >= 95 ? 'text-bad' : 'text-warn')}
                  >{`${data.hoursUsed}% used`}</span>
                )}
              </Anchor>
            )}
          </Tile>
        )}
        <Tile name="Users">
          {data && (
            <Anchor href={`${here}?tab=users`} className={figure}>
              {data.users}
            </Anchor>
          )}
        </Tile>
        <Tile name="Owners" wide={company.is_internal}>
          {data && (
            <>
              <span className="block">{data.owners.map((o) => o.name).join(', ') || 'None'}</span>
              <span className="mt-1 block text-muted text-xs">
                {data.lastSeenAt ? (
                  <>
                    Somebody was here <RelativeTime iso={data.lastSeenAt} />
                  </>
                ) : (
                  'Nobody has signed in yet'
                )}
              </span>
            </>
          )}
        </Tile>
      </dl>
      <section aria-label="Profile" className="flex flex-col gap-5">
        {!company.is_internal && (
          <dl className="grid gap-5 text-sm md:grid-cols-2">
            <Fact name="Service levels">
              <CompanyPolicy company={company} />
            </Fact>
            <Fact name="Language model">
              <ModelChoice companyId={company.id} />
            </Fact>
          </dl>
        )}
        <CompanyFacts company={company} />
      </section>
    </div>
  )
}

const figure = 'tabular rounded-sm font-semibold text-xl hover:underline hover:underline-offset-4'

function Tile({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={cx('min-h-24 bg-surface px-4 py-3.5', wide && 'max-xl:col-span-2')}>
      <dt className="mb-1.5 text-muted text-xs">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children ?? <Skeleton className="h-6 w-20" />}</dd>
    </div>
  )
}
