import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { TwoFactorRule } from '../account/index.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { ModelChoice } from '../prompts/index.ts'
import { CompanyPolicy } from '../sla/index.ts'
import { CompanyFacts, Fact } from './company-facts.tsx'
import { companySummaryOptions } from './company-queries.ts'
import { CompanyHealthMark } from './health-mark.tsx'
import { MailApproval } from './mail-approval.tsx'
import type { Company } from './model.ts'

/** The overview of a company for staff: its health and why, what is open, its owners and its profile. */
export function CompanyOverview({ company }: { company: Company }) {
  const { data, isLoading } = useQuery(companySummaryOptions(company.id))
  const here = `/companies/${company.id}`
  return (
    <div className="flex flex-col gap-8">
      <dl className="grid gap-px overflow-clip rounded-md border border-line bg-line text-sm grid-cols-2 xl:auto-cols-fr xl:grid-flow-col">
        <Tile name="Health" wide className="min-h-28.5 xl:min-h-33.5">
          {data && <CompanyHealthMark reason health={data.health} />}
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
                {data.hours === null ? 'None' : formatMinutes(data.hours)}
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
                    Company last active <RelativeTime iso={data.lastSeenAt} />
                  </>
                ) : (
                  'No one has signed in yet'
                )}
              </span>
            </>
          )}
        </Tile>
      </dl>
      {/* Not drawn until the tiles are complete: names and reasons of any length would move it. */}
      <div className={cx(isLoading && 'invisible')}>
        <Profile company={company} />
      </div>
    </div>
  )
}

/** What is below the tiles: settings that only staff see, and the profile. */
function Profile({ company }: { company: Company }) {
  const { role } = useAuth()
  return (
    <section aria-label="Profile" className="flex flex-col gap-5">
      {(!company.is_internal || role === 'admin') && (
        <dl className="grid gap-x-8 gap-y-5 text-sm sm:grid-cols-2">
          {!company.is_internal && (
            <>
              <Fact name="SLA policy">
                <CompanyPolicy company={company} />
              </Fact>
              <Fact name="Email to people without an account">
                <MailApproval company={company} />
              </Fact>
              <Fact name="Language model">
                <ModelChoice companyId={company.id} />
              </Fact>
            </>
          )}
          {role === 'admin' && (
            <Fact name="Two-factor authentication">
              <TwoFactorRule companyId={company.id} />
            </Fact>
          )}
        </dl>
      )}
      <CompanyFacts company={company} />
    </section>
  )
}

const figure = 'tabular rounded-sm font-semibold text-xl hover:underline hover:underline-offset-4'

function Tile({
  name,
  wide,
  className = 'min-h-24',
  children,
}: {
  name: string
  wide?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <div className={cx('bg-surface px-4 py-3.5', wide && 'max-xl:col-span-2', className)}>
      <dt className="mb-1.5 text-muted text-xs">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children ?? <Skeleton className="h-6 w-20" />}</dd>
    </div>
  )
}
