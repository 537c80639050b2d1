import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { brand } from '../../../../brand.config.ts'
import { nameTimeZone } from '../../../contract/plain/time-zone.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { DocumentButton } from '../documents/index.ts'
import { parseFailure, client as server } from '../platform/data/api.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { useAddress } from '../platform/use-address.ts'
import { FilterBar, useAsked } from './filter-bar.tsx'
import type { Report, Section as SectionOf } from './model.ts'
import { reportOptions } from './report-queries.ts'
import { Section, titles } from './section.tsx'

const Monthly = lazy(() => import('./monthly.tsx'))
const Risks = lazy(() => import('./risks.tsx').then((m) => ({ default: m.Risks })))

export const meta = () => [{ title: `Reports · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** `/reports`: the figures of a period. Partners see their own company and its clients, staff one company or all. */
export default function ReportsPage() {
  const { ready, isInternalUser: staff, role } = useAuth()
  const { asked, change } = useAsked()
  const [address] = useAddress()
  const found = useQuery({ ...reportOptions(asked), enabled: ready, placeholderData: keepPreviousData })
  const { data: report, error, refetch, isFetching, isPlaceholderData } = found

  const tabs = report
    ? [
        ...report.sections.map((s) => ({ value: s.key as string, label: titles[s.key] })),
        ...(report.risks ? [{ value: 'risks', label: 'At risk', count: report.risks.length }] : []),
        { value: 'mail', label: 'Monthly email' },
      ]
    : []
  const open = tabs.find((t) => t.value === address.get('tab'))?.value ?? 'tickets'
  const hrefOf = (table: SectionOf['tables'][number]['key'], id: string): string | undefined => {
    const query = new URLSearchParams(address)
    if (table.endsWith('.byClient')) query.set('client', id)
    else if (table.endsWith('.byCompany')) query.set('company', id)
    else if (table === 'automations.byAutomation' && !staff) return `/apps-automations/${id}`
    else return undefined
    return `/reports?${query}`
  }
  // Staff and partners have different filters.
  if (!ready) return <Skeleton className="h-64" />
  return (
    <>
      <PageHeader
        title="Reports"
        description={
          staff
            ? 'Tickets, hours, automations and projects of all partners.'
            : 'Your tickets, hours, automations and projects.'
        }
        action={
          report === undefined && !error && (!staff || asked.company) ? (
            <Skeleton className="h-9 w-36 max-md:h-11" />
          ) : (
            report?.company && (
              <DocumentButton
                kind="report"
                variant="primary"
                subjectId={() =>
                  server.reports
                    .paper({
                      ...(asked.company ? { company: asked.company } : {}),
                      client: asked.client ?? null,
                      from: report.period.from,
                      to: report.period.to,
                    })
                    .then((r) => r.id)
                }
              />
            )
          )
        }
      />
      <div className="mt-6 flex min-w-0 flex-col gap-8">
        <FilterBar asked={asked} change={change} staff={staff} report={report} />
        {error && !isPlaceholderData && !isFetching ? (
          <ErrorState
            title={parseFailure(error)?.status === 404 ? 'Report not found' : 'Couldn’t load the report'}
            message={problemOf(error)}
            requestId={parseFailure(error)?.data?.requestId}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : report ? (
          <div className="flex min-w-0 flex-col gap-8" aria-busy={isPlaceholderData}>
            <Summary report={report} />
            <Tabs
              label="Report sections"
              value={open}
              onChange={(tab) => change({ tab: tab === 'tickets' ? undefined : tab })}
              tabs={tabs}
            >
              {report.sections.map((section) => (
                <TabPanel key={section.key} value={section.key}>
                  <Section
                    section={section}
                    report={report}
                    asked={{ ...asked, from: report.period.from, to: report.period.to }}
                    hrefOf={hrefOf}
                  />
                </TabPanel>
              ))}
              {report.risks && (
                <TabPanel value="risks">
                  <Suspense fallback={<Skeleton className="h-40" />}>
                    <Risks risks={report.risks} />
                  </Suspense>
                </TabPanel>
              )}
              <TabPanel value="mail">
                <Suspense fallback={<Skeleton className="h-40" />}>
                  <Monthly edits={role === 'owner'} company={asked.company} staff={staff} />
                </Suspense>
              </TabPanel>
            </Tabs>
          </div>
        ) : (
          <div className="flex flex-col gap-6" aria-busy>
            <Skeleton className="h-32 rounded-md" />
            <Skeleton className="h-24" />
            <Skeleton className="h-64" />
          </div>
        )}
      </div>
    </>
  )
}

const problemOf = (error: unknown): string => {
  const failure = parseFailure(error)
  const [words] = Object.values(failure?.data?.fields ?? {})[0] ?? []
  return (
    words ??
    (failure?.status === 404
      ? 'This company or client no longer exists. Choose another above.'
      : (failure?.message ?? 'Check your connection and try again.'))
  )
}

/** The report as sentences, and the period it is compared with. */
function Summary({ report }: { report: Report }) {
  const { period, before, timeZone, client, company, summary, complete } = report
  return (
    <section aria-labelledby="summary" className="rounded-md border border-line bg-surface px-5 py-4">
      <h2 id="summary" className="font-semibold text-base">
        <bdi>{client?.name ?? company?.name ?? 'All companies'}</bdi>, {period.name}
      </h2>
      <div className="mt-2 flex max-w-prose flex-col gap-1">
        {summary.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <p className="mt-3 text-muted text-xs">
        {before ? `Compared with ${before.name}. ` : ''}Dates are in {nameTimeZone(timeZone)}.
        {!complete && (
          // At the end of a line, so that nothing moves when it disappears.
          <span role="status"> Some figures are still being calculated. They update automatically.</span>
        )}
      </p>
    </section>
  )
}
