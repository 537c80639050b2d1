import { useQuery } from '@tanstack/react-query'
import { FileQuestion, Pause, Play, TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { shortCents } from '../../ui/money-text.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.tsx'
import { useActions } from '../platform/actions.ts'
import { client, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { isId } from '../platform/is-id.ts'
import { queries } from '../platform/queries.ts'
import { useRecent } from '../platform/recent.ts'
import { useDialog } from '../platform/use-dialog.tsx'
import { useCoalesced, useLive } from '../platform/use-live.ts'
import { useOpen } from '../platform/use-open.ts'
import { Alerts } from './alerts.tsx'
import { automationOptions, latestOptions, refreshAutomations } from './automation-queries.ts'
import { LatestRuns } from './latest-runs.tsx'
import { AutomationStatus, LastRun, MainFigures } from './marks.tsx'
import { Method } from './method.tsx'
import { type Automation, againstText, priceSentence, type RunRow, savedSentence, statusLooks } from './model.ts'

const DayChart = lazy(() => import('./day-chart.tsx').then((m) => ({ default: m.DayChart })))
const RunHistory = lazy(() => import('./run-history.tsx').then((m) => ({ default: m.RunHistory })))
const SettingsView = lazy(() => import('./settings-view.tsx').then((m) => ({ default: m.SettingsView })))
const StaffPanel = lazy(() => import('./staff-panel.tsx').then((m) => ({ default: m.StaffPanel })))
const StaffActions = lazy(() => import('./staff-dialogs.tsx').then((m) => ({ default: m.StaffActions })))
const SetupSteps = lazy(() => import('./setup-steps.tsx').then((m) => ({ default: m.SetupSteps })))
const IntakeForm = lazy(() => import('./intake-form.tsx').then((m) => ({ default: m.IntakeForm })))
const loadRun = () => import('./run-dialog.tsx')
const loadAsk = () => import('./ask-dialog.tsx')
const loadReport = () => import('./report-dialog.tsx')

/** Runs come in by the hundred: the figures are asked for again at most so often. */
const GAP_MS = 1_000

export const meta = () => [{ title: `Automation · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** Asked for while the code of the screen still comes. */
export function clientLoader({ params }: { params: { id?: string } }) {
  const { id = '' } = params
  if (isId(id)) {
    void queries.prefetchQuery(automationOptions(id))
    void queries.prefetchQuery(latestOptions(id))
  }
  return null
}

/** The list that an automation stands in: the company's, or that of all companies. */
const backFor = (staff: boolean) => ({
  href: staff ? '/admin/apps-automations?tab=automations' : '/apps-automations',
  label: 'Automations',
})

/** `/apps-automations/:id`: one automation. */
export default function AutomationPage() {
  const { id = '' } = useParams()
  const known = isId(id)
  const back = backFor(useAuth().isInternalUser)
  const { data, error, isFetching, refetch } = useQuery({ ...automationOptions(id), enabled: known })
  const reload = useCoalesced(refreshAutomations, () => GAP_MS)
  useLive(['automation'], (event) => {
    if (event === 'resumed' || event.subjectId === id) reload()
  })
  const failure = failureOf(error)
  if (!known || failure?.status === 404)
    return (
      <>
        <title>{`Automation · ${brand.shortName}`}</title>
        <h1 className="sr-only">Automation</h1>
        <EmptyState
          icon={<FileQuestion />}
          title="There is no such automation"
          action={<LinkButton href={back.href}>Back to automations</LinkButton>}
        >
          The address is not complete, or it belongs to somebody else.
        </EmptyState>
      </>
    )
  if (data) return <Loaded key={id} automation={data} />
  if (error)
    return (
      <>
        <h1 className="sr-only">Automation</h1>
        <ErrorState
          title="The automation did not load"
          message={failure?.message ?? 'Something went wrong on the way.'}
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
  const [address, setAddress] = useSearchParams()
  const asked = TABS.find((t) => t === address.get('tab')) ?? 'overview'
  const tab: Tab = asked === 'manage' && !isInternalUser ? 'overview' : asked
  const run = useOpen('run', loadRun)
  const report = useReport(a)
  const go = (next: Tab) =>
    // A filter of the runs means nothing to the other parts.
    setAddress(next === 'overview' ? {} : { tab: next }, { preventScrollReset: true })
  useActions([
    tab !== 'runs' && { label: 'See its runs', run: () => go('runs') },
    tab !== 'settings' && { label: 'See how it is set', run: () => go('settings') },
    isInternalUser && tab !== 'manage' && { label: 'Manage it', run: () => go('manage') },
  ])
  useRecent({
    kind: 'automation',
    title: a.name,
    detail: [isInternalUser && a.company.name, statusLooks[a.status].label].filter(Boolean).join(' · '),
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
      <Notices of={a} staff={isInternalUser} />
      <Tabs
        label={`${a.name}, sections`}
        value={tab}
        onChange={go}
        tabs={[
          { value: 'overview', label: 'Overview' },
          { value: 'runs', label: 'Runs' },
          { value: 'settings', label: 'Settings' },
          // What staff do with it comes only to them.
          ...(isInternalUser ? [{ value: 'manage' as const, label: 'Manage' }] : []),
        ]}
      >
        <TabPanel value="overview">{tab === 'overview' && <Overview of={a} staff={isInternalUser} />}</TabPanel>
        <TabPanel value="runs">
          {tab === 'runs' && (
            <Suspense fallback={waiting}>
              <RunHistory id={a.id} />
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
    a.can.ask && a.asked === null && { label: `Ask to ${want} it`, run: () => ask.ask(want) },
  ])
  return (
    <>
      {a.can.ask && a.asked === null && (
        <Button
          className="max-md:h-11"
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
          className="max-md:h-11"
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

/** What the reader has to know before anything else. */
function Notices({ of: a, staff }: { of: Automation; staff: boolean }) {
  const [pending, setPending] = useState(false)
  const tickets = staff ? '/admin/tickets' : '/tickets'
  async function takeBack() {
    setPending(true)
    try {
      await client.automations.unask({ id: a.id })
      toast({ title: 'Taken back', tone: 'good' })
    } catch (e) {
      toast({ title: failureOf(e)?.message ?? 'That did not work. Try again.', tone: 'destructive' })
    } finally {
      setPending(false)
      void refreshAutomations()
    }
  }
  useActions([!staff && a.asked !== null && { label: 'Take the request back', run: () => void takeBack() }])
  return (
    <>
      {a.episode && (
        <Banner
          tone="bad"
          title={a.episode.kind === 'silent' ? 'It has not reported in time' : 'Its runs fail'}
          action={
            a.episode.ticket && (
              <LinkButton href={`${tickets}/${a.episode.ticket.id}`} size="sm" className="max-md:!h-11">
                T-{a.episode.ticket.number}
              </LinkButton>
            )
          }
        >
          Since <RelativeTime iso={a.episode.startedAt} />.{' '}
          {staff
            ? 'The partner was told.'
            : `Our engineers were told at once.${a.episode.ticket ? ` What they find, and what they may need from you, stands in T-${a.episode.ticket.number}.` : ''} As soon as ${a.episode.kind === 'silent' ? 'a run comes in' : 'its runs succeed'} again, the alert ends by itself and you hear of it. The repair costs you nothing.`}
        </Banner>
      )}
      {a.asked && (
        <Banner
          tone="warn"
          title={
            staff
              ? `${a.askedBy?.name ?? 'The partner'} asks to ${a.asked} it`
              : `${a.askedBy?.name ?? 'Somebody'} asked us to ${a.asked} it`
          }
          action={
            !staff && (
              <Button size="sm" className="max-md:!h-11" pending={pending} onClick={() => void takeBack()}>
                Take back
              </Button>
            )
          }
        >
          {a.askedAt && <RelativeTime iso={a.askedAt} />}
          {a.askedReason && <>: {a.askedReason}</>}
        </Banner>
      )}
      {a.intakeOpen && !a.can.answer && (
        <Banner title="Its questions are not answered yet">
          {staff
            ? 'An owner of the company answers them.'
            : `An owner of your company answers them${a.liveAt === null ? '; then we begin' : ''}.`}
        </Banner>
      )}
      {a.status === 'paused' && a.pauseReason && <Banner title="It is paused">{a.pauseReason}</Banner>}
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
            Until it runs
          </h2>
          <Suspense fallback={<Skeleton className="h-14" />}>
            <SetupSteps automation={a} staff={staff} />
          </Suspense>
        </section>
      )}
      {a.intakeOpen && a.can.answer && (
        <section aria-labelledby="questions" className="rounded-md border border-line bg-surface p-4">
          <h2 id="questions" className="mb-4 font-medium">
            {a.liveAt === null ? 'Questions before we begin' : 'Questions that are still open'}
          </h2>
          <div className="max-w-2xl">
            <Suspense fallback={waiting}>
              <IntakeForm automation={a} />
            </Suspense>
          </div>
        </section>
      )}
      {/* Before its first run there is nothing to count, and noughts would read as a bad result. */}
      {a.lastRunAt !== null && (
        <>
          <section aria-label="Figures" className="rounded-md border border-line bg-surface px-4 py-3">
            <dl className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-4 [&_dd]:text-lg">
              <MainFigures last30={last30} before30={before30} savedCents={worth.savedCents} against={againstText(a)} />
            </dl>
            <div className="mt-2 border-line border-t pt-1.5">
              <Method name={a.name}>
                <p>
                  {savedSentence(last30.minutesSaved, worth)} {priceSentence(a, worth, 'these 30 days')}
                </p>
                {a.liveAt && (
                  <p>
                    Since it is live: {lifetime.figures.runs.toLocaleString('en-US')} runs.{' '}
                    {savedSentence(lifetime.figures.minutesSaved, lifetime.worth)}{' '}
                    {priceSentence(a, lifetime.worth, 'this time')}
                  </p>
                )}
                <p>
                  {shortCents(worth.rateCents)} an hour is what{' '}
                  {worth.rateOf === 'house' ? 'we assume' : `${a.company.name} says`} that its people cost.
                </p>
              </Method>
            </div>
          </section>
          <Suspense fallback={waiting}>
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
              About it
            </h2>
            <ul className="flex flex-col gap-2 [&_a]:rounded-sm [&_a]:underline [&_a]:decoration-line [&_a]:underline-offset-3 [&_a:hover]:decoration-accent max-md:[&_a]:inline-block max-md:[&_a]:py-2.5">
              {a.product && (
                <li>
                  <Anchor href={`/marketplace/${a.product.slug}`}>What {a.product.name} does</Anchor>
                </li>
              )}
              <li>
                <Anchor href={`${tickets}?status=all&installation=${a.id}`}>Tickets about it</Anchor>
              </li>
              {a.ticket && (
                <li>
                  <Anchor href={`${tickets}/${a.ticket.id}`}>Its set-up, T-{a.ticket.number}</Anchor>
                </li>
              )}
              {a.agreement && (
                <li>
                  <Anchor href={`${staff ? '/agreements' : '/my-agreements'}/${a.agreement.id}`}>
                    Its agreement, A-{a.agreement.number}
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
