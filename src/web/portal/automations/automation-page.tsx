import { useQuery } from '@tanstack/react-query'
import { FileQuestion, Pause, Play, TriangleAlert } from 'lucide-react'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { formatCount } from '../../../contract/plain/counts.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { formatCentsShort } from '../../ui/text/money-text.ts'
import { useActions } from '../platform/actions.ts'
import { parseFailure } from '../platform/data/api.ts'
import { isId } from '../platform/data/is-id.ts'
import { handleOf, loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { useDialog } from '../platform/forms/use-dialog.tsx'
import { useCoalesced, useLive } from '../platform/live/use-live.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useOpen } from '../platform/loading/use-open.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { useRecent } from '../platform/session/recent.ts'
import { useAddress } from '../platform/use-address.ts'
import { Alerts } from './alerts.tsx'
import { AutomationNotices } from './automation-notices.tsx'
import { automationOptions, latestOptions, refreshAutomations } from './automation-queries.ts'
import { AutomationStatus, LastRun, MainFigures } from './marks.tsx'
import { Method } from './method.tsx'
import {
  type Automation,
  automationStatusLooks,
  COST_METHOD,
  describeCost,
  describeSavings,
  describeValueAgainstCost,
  type RunRow,
} from './model.ts'
import { LatestRuns } from './runs/latest-runs.tsx'

const DayChart = lazy(() => import('./runs/day-chart.tsx').then((m) => ({ default: m.DayChart })))

const RunHistory = lazy(() => import('./runs/run-history.tsx').then((m) => ({ default: m.RunHistory })))

const SettingsView = lazy(() => import('./settings-view.tsx').then((m) => ({ default: m.SettingsView })))

const StaffPanel = lazy(() => import('./staff/staff-panel.tsx').then((m) => ({ default: m.StaffPanel })))

const StaffActions = lazy(() => import('./staff/staff-dialogs.tsx').then((m) => ({ default: m.StaffActions })))

const SetupSteps = lazy(() => import('./setup/setup-steps.tsx').then((m) => ({ default: m.SetupSteps })))

const IntakeForm = lazy(() => import('./setup/intake-form.tsx').then((m) => ({ default: m.IntakeForm })))

const loadRun = () => import('./runs/run-dialog.tsx')

const loadAsk = () => import('./ask-dialog.tsx')

const loadReport = () => import('./runs/report-dialog.tsx')

/** Runs can arrive by the hundred, so the figures are refetched at most this often. */
const GAP_MS = 1_000

export const meta = () => [{ title: `Automation · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

const reads: ScreenReads = ({ params: { id } }) => (id && isId(id) ? [automationOptions(id), latestOptions(id)] : [])
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

/** The list that the back link leads to: the company's automations, or those of all companies. */
const backFor = (staff: boolean) => ({
  href: staff ? '/admin/apps-automations?tab=automations' : '/apps-automations',
  label: 'Automations',
})

/** `/apps-automations/:id`: one automation. */
export default function AutomationPage() {
  const { id = '' } = useParams()
  const known = isId(id)
  const back = backFor(useAuth().isInternalUser)
  const { ready } = useAuth()
  const { data, error, isFetching, refetch } = useQuery({ ...automationOptions(id), enabled: known })
  const reload = useCoalesced(refreshAutomations, () => GAP_MS)
  useLive(['automation'], (event) => {
    if (event === 'resumed' || event.subjectId === id) reload()
  })
  const failure = parseFailure(error)
  if (!known || failure?.status === 404)
    return (
      <>
        <title>{`Automation · ${brand.shortName}`}</title>
        <h1 className="sr-only">Automation</h1>
        <EmptyState
          icon={<FileQuestion />}
          title="Automation not found"
          action={<LinkButton href={back.href}>Back to automations</LinkButton>}
        >
          The link may be incomplete, or the automation belongs to another company.
        </EmptyState>
      </>
    )
  // What the header shows depends on who reads it.
  if (data && ready) return <Loaded key={id} automation={data} />
  if (error)
    return (
      <>
        <h1 className="sr-only">Automation</h1>
        <ErrorState
          title="Couldn’t load the automation"
          message={failure?.message ?? 'Check your connection and try again.'}
          requestId={failure?.data?.requestId}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </>
    )
  return (
    <div aria-busy className="flex flex-col gap-6">
      <PageHeader
        back={back}
        title={
          <>
            <span className="sr-only">Loading the automation</span>
            <Skeleton className="h-7 w-80 max-w-full" />
          </>
        }
      />
      <Skeleton className="h-28 rounded-md" />
      <Skeleton className="h-80 rounded-md" />
    </div>
  )
}

const TABS = ['overview', 'runs', 'settings', 'manage'] as const

type Tab = (typeof TABS)[number]

const waiting = <Skeleton className="h-80 rounded-md" />

function Loaded({ automation: a }: { automation: Automation }) {
  const { isInternalUser } = useAuth()
  const [address, , open] = useAddress()
  const asked = TABS.find((t) => t === address.get('tab')) ?? 'overview'
  const tab: Tab = asked === 'manage' && !isInternalUser ? 'overview' : asked
  const run = useOpen('run', loadRun)
  const report = useReport(a)
  const go = (next: Tab) =>
    // Filters of the runs do not apply to the other tabs.
    open({ tab: next === 'overview' ? undefined : next })
  useActions([
    tab !== 'runs' && { label: 'View runs', run: () => go('runs') },
    tab !== 'settings' && { label: 'View settings', run: () => go('settings') },
    isInternalUser && tab !== 'manage' && { label: 'Manage automation', run: () => go('manage') },
  ])
  useRecent({
    kind: 'automation',
    title: a.name,
    detail: [isInternalUser && a.company.name, automationStatusLooks[a.status].label].filter(Boolean).join(' · '),
    path: `/apps-automations/${a.id}`,
  })
  return (
    <div className="flex flex-col gap-6">
      <title>{`${a.name} · ${brand.shortName}`}</title>
      <PageHeader
        back={backFor(isInternalUser)}
        title={<bdi>{a.name}</bdi>}
        description={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="text-text">
              <AutomationStatus status={a.status} />
            </span>
            {isInternalUser && (
              <Anchor
                href={`/companies/${a.company.id}`}
                className="rounded-sm underline decoration-line underline-offset-3 hover:decoration-accent"
              >
                {a.company.name}
              </Anchor>
            )}
            <span>
              {a.lastRunAt && 'Last run: '}
              <LastRun of={a} />
            </span>
          </span>
        }
        action={<Acts of={a} report={report} />}
      />
      <AutomationNotices of={a} staff={isInternalUser} />
      <Tabs
        label="Automation sections"
        value={tab}
        onChange={go}
        tabs={[
          { value: 'overview', label: 'Overview' },
          { value: 'runs', label: 'Runs' },
          { value: 'settings', label: 'Settings' },
          // Only staff get the Manage tab.
          ...(isInternalUser ? [{ value: 'manage' as const, label: 'Manage' }] : []),
        ]}
      >
        <TabPanel value="overview">{tab === 'overview' && <Overview of={a} staff={isInternalUser} />}</TabPanel>
        <TabPanel value="runs">
          {tab === 'runs' && (
            <Suspense fallback={waiting}>
              <RunHistory id={a.id} timeZone={a.timeZone} />
            </Suspense>
          )}
        </TabPanel>
        <TabPanel value="settings">
          {tab === 'settings' && (
            <Suspense fallback={waiting}>
              <SettingsView of={a} />
            </Suspense>
          )}
        </TabPanel>
        <TabPanel value="manage">
          {tab === 'manage' && (
            <Suspense fallback={waiting}>
              <StaffPanel automation={a} />
            </Suspense>
          )}
        </TabPanel>
      </Tabs>
      {run.module && (
        <run.module.RunDialog
          automation={a}
          runId={run.id}
          onClose={run.close}
          onReport={
            a.can.report
              ? (one) => {
                  run.close()
                  report.ask(one)
                }
              : undefined
          }
        />
      )}
      {report.dialog}
      {isInternalUser && (
        <Suspense>
          <StaffActions of={a} />
        </Suspense>
      )}
    </div>
  )
}

type Reported = Pick<RunRow, 'id' | 'status' | 'startedAt' | 'message'> | undefined

const useReport = (a: Automation) =>
  useDialog(loadReport, ({ ReportDialog }, run: Reported, { open, onClose }) =>
    open ? <ReportDialog automation={a} run={run} onClose={onClose} /> : null,
  )

function Acts({ of: a, report }: { of: Automation; report: { ask: (run: Reported) => void; pending: boolean } }) {
  const ask = useDialog(loadAsk, ({ AskDialog }, want: 'pause' | 'resume', rest) => (
    <AskDialog automation={a} want={want} {...rest} />
  ))
  const want = a.status === 'paused' ? 'resume' : 'pause'
  useActions([
    a.can.report && { label: 'Report a problem', run: () => report.ask(undefined) },
    a.can.ask && a.asked === null && { label: `Ask to ${want}`, run: () => ask.ask(want) },
  ])
  return (
    <>
      {a.can.ask && a.asked === null && (
        <Button
          icon={want === 'pause' ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
          aria-haspopup="dialog"
          pending={ask.pending}
          onClick={() => ask.ask(want)}
        >
          Ask to {want}
        </Button>
      )}
      {a.can.report && (
        <Button
          icon={<TriangleAlert aria-hidden className="size-4" />}
          aria-haspopup="dialog"
          pending={report.pending}
          onClick={() => report.ask(undefined)}
        >
          Report a problem
        </Button>
      )}
      {ask.dialog}
    </>
  )
}

function Overview({ of: a, staff }: { of: Automation; staff: boolean }) {
  const { last30, before30, worth, lifetime } = a
  const tickets = staff ? '/admin/tickets' : '/tickets'
  return (
    <div className="flex flex-col gap-6">
      {a.firstSuccessAt === null && a.status !== 'retired' && (
        <section aria-labelledby="set-up" className="rounded-md border border-line bg-surface p-4">
          <h2 id="set-up" className="mb-4 font-medium">
            Setup progress
          </h2>
          <Suspense fallback={<Skeleton className="h-14" />}>
            <SetupSteps automation={a} staff={staff} />
          </Suspense>
        </section>
      )}
      {a.intakeOpen && a.can.answer && (
        <section aria-labelledby="questions" className="rounded-md border border-line bg-surface p-4">
          <h2 id="questions" className="mb-4 font-medium">
            {a.liveAt === null ? 'Setup questions' : 'Unanswered setup questions'}
          </h2>
          <div className="max-w-2xl">
            <Suspense fallback={waiting}>
              <IntakeForm automation={a} />
            </Suspense>
          </div>
        </section>
      )}
      {/* Before the first run there is nothing to count, and zeros would look like a bad result. */}
      {a.lastRunAt !== null && (
        <>
          <section aria-label="Figures" className="rounded-md border border-line bg-surface px-4 py-3">
            <dl className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-4 [&_dd]:text-lg">
              <MainFigures
                last30={last30}
                before30={before30}
                savedCents={worth.savedCents}
                against={describeValueAgainstCost(worth)}
              />
            </dl>
            <div className="mt-2 border-line border-t pt-1.5">
              <Method name={a.name}>
                <p>
                  {describeSavings(last30.minutesSaved, worth)} {describeCost(worth, 'in the last 30 days')}
                </p>
                {a.liveAt && (
                  <p>
                    All time: {formatCount(lifetime.figures.runs, 'run')}.{' '}
                    {describeSavings(lifetime.figures.minutesSaved, lifetime.worth)}{' '}
                    {describeCost(lifetime.worth, 'in total')}
                  </p>
                )}
                {worth.costCents !== null && <p>{COST_METHOD}</p>}
                <p>
                  {worth.rateOf === 'house'
                    ? `${formatCentsShort(worth.rateCents)} is our estimate of the full cost of an hour of staff time.`
                    : `${formatCentsShort(worth.rateCents)} is the cost of an hour of staff time, as set by ${a.company.name}.`}
                </p>
              </Method>
            </div>
          </section>
          <Suspense fallback={<Skeleton className="h-93 rounded-md max-sm:h-125" />}>
            <DayChart id={a.id} name={a.name} />
          </Suspense>
        </>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <LatestRuns id={a.id} />
        <div className="flex flex-col gap-6">
          <Alerts of={a} tickets={tickets} />
          <section aria-labelledby="about" className="rounded-md border border-line bg-surface p-4">
            <h2 id="about" className="mb-3 font-medium">
              About this automation
            </h2>
            <ul className="flex flex-col gap-2 [&_a]:rounded-sm [&_a]:underline [&_a]:decoration-line [&_a]:underline-offset-3 [&_a:hover]:decoration-accent max-md:[&_a]:inline-block max-md:[&_a]:py-2.5">
              {a.product && (
                <li>
                  <Anchor href={`/marketplace/${a.product.slug}`}>What {a.product.name} does</Anchor>
                </li>
              )}
              <li>
                <Anchor href={`${tickets}?status=all&installation=${a.id}`}>Related tickets</Anchor>
              </li>
              {a.ticket && (
                <li>
                  <Anchor href={`${tickets}/${a.ticket.id}`}>Setup ticket T-{a.ticket.number}</Anchor>
                </li>
              )}
              {a.agreement && (
                <li>
                  <Anchor href={`${staff ? '/agreements' : '/my-agreements'}/${a.agreement.id}`}>
                    Agreement A-{a.agreement.number}
                  </Anchor>
                </li>
              )}
            </ul>
          </section>
        </div>
      </div>
    </div>
  )
}
