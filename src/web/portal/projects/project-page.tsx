import { useQuery } from '@tanstack/react-query'
import { Bell, BellOff, Check, CirclePause, FolderKanban, Pencil, Play } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { FoldedText } from '../../ui/text/folded-text.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { isId } from '../platform/data/is-id.ts'
import { isSettled } from '../platform/data/is-settled.ts'
import { queries } from '../platform/data/queries.ts'
import { handleOf, loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { useDialog } from '../platform/forms/use-dialog.tsx'
import { useCoalesced, useLive } from '../platform/live/use-live.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { NotThere } from '../platform/loading/not-there.tsx'
import { useAuth } from '../platform/session/auth.tsx'
import { useRecent } from '../platform/session/recent.ts'
import { useAddress } from '../platform/use-address.ts'
import { loadProjectTime } from '../time/index.ts'
import { ProjectHealthMark, ProjectStatus } from './marks.tsx'
import { formatProjectNumber, type Project, type Status } from './model.ts'
import { PlanList } from './plan-list.tsx'
import { ProjectFacts, ProjectSummary } from './project-facts.tsx'
import { planOptions, projectOptions, refreshProjects } from './project-queries.ts'

type View = { projectId: string }
const view = <K extends string>(load: () => Promise<Record<K, ComponentType<View & { project: Project }>>>, name: K) =>
  lazy(() => load().then((m) => ({ default: m[name] })))
const Board = view(() => import('./board.tsx'), 'TaskBoard')
const Timeline = view(() => import('./timeline.tsx'), 'Timeline')
const Updates = view(() => import('./updates-view.tsx'), 'UpdatesView')
const Files = view(() => import('./files-view.tsx'), 'FilesView')
const History = view(() => import('./history-view.tsx'), 'HistoryView')
const ProjectTime = lazy(() => loadProjectTime().then((m) => ({ default: m.ProjectTime })))
const TaskDialog = lazy(() => import('./task-dialog.tsx').then((m) => ({ default: m.TaskDialog })))
const loadForm = () => import('./project-form.tsx')
const loadStatus = () => import('./status-dialog.tsx')

const GAP_MS = 300
const back = { href: '/my-projects', label: 'Projects' }
const waiting = <Skeleton className="h-64 rounded-md" />

// The screen sets the document title, which includes the project's name.
export const meta = () => [{ name: 'robots', content: 'noindex' }]

const reads: ScreenReads = ({ params: { id } }) => (id && isId(id) ? [projectOptions(id), planOptions(id)] : [])
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

/** `/my-projects/:id`: one project, for partners and staff. */
export default function ProjectPage() {
  const { id = '' } = useParams()
  const { isInternalUser } = useAuth()
  const known = isId(id)
  const { data, error, isFetching, refetch } = useQuery({ ...projectOptions(id), enabled: known })
  const reload = useCoalesced(refreshProjects, () => GAP_MS)
  useLive(['project'], (event) => {
    if (event === 'resumed' || event.subjectId === id) reload()
  })
  const failure = parseFailure(error)
  const gone = !known || failure?.status === 404
  if (data && !gone) return <Loaded key={id} project={data} staff={isInternalUser} />
  return (
    <NotThere
      noun="project"
      back={back}
      gone={gone}
      failure={failure}
      failed={error !== null}
      onRetry={() => void refetch()}
      retrying={isFetching}
    >
      The link may be incomplete, or you don’t have access to the project.
    </NotThere>
  )
}

const tabs = ['plan', 'board', 'timeline', 'updates', 'files', 'time', 'activity'] as const
type Tab = (typeof tabs)[number]
const tabLabels: Record<Tab, string> = {
  plan: 'List',
  board: 'Board',
  timeline: 'Timeline',
  updates: 'Updates',
  files: 'Files',
  time: 'Time',
  activity: 'Activity',
}

function Loaded({ project: p, staff }: { project: Project; staff: boolean }) {
  const [address, set, show] = useAddress()
  // What is below the plan renders only when the plan's height is known.
  const planned = isSettled(useQuery(planOptions(p.id)))
  useRecent({
    kind: 'project',
    title: p.name,
    detail: [formatProjectNumber(p.number), staff && p.company.name].filter(Boolean).join(' · '),
    path: `/my-projects/${p.id}`,
  })
  const shown = tabs.filter((t) => staff || t !== 'activity')
  const open = shown.find((t) => t === address.get('tab')) ?? 'plan'
  const task = address.get('task')
  const go = (next: Tab) => show({ tab: next === 'plan' ? undefined : next })
  const closeTask = () => set({ task: undefined }, false)
  const wide = open === 'board' || open === 'timeline'
  const panel = (tab: Tab): ReactNode => {
    const props = { projectId: p.id, project: p }
    if (tab === 'plan') return <PlanList {...props} />
    if (tab === 'board') return <Board {...props} />
    if (tab === 'timeline') return <Timeline {...props} />
    if (tab === 'updates') return <Updates {...props} />
    if (tab === 'files') return <Files {...props} />
    if (tab === 'time') return <ProjectTime projectId={p.id} staff={staff} />
    return <History {...props} />
  }
  return (
    <>
      <title>{`${formatProjectNumber(p.number)} ${p.name} · ${brand.shortName}`}</title>
      <PageHeader
        back={back}
        title={
          <>
            <span className="tabular font-normal text-muted">{formatProjectNumber(p.number)}</span> <bdi>{p.name}</bdi>
          </>
        }
        description={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="text-text">
              <ProjectStatus status={p.status} partner={!staff} />
            </span>
            {p.health && (
              <span className="text-text">
                <ProjectHealthMark health={p.health} />
              </span>
            )}
            {staff && (
              <Anchor
                href={`/companies/${p.company.id}?tab=projects`}
                className="rounded-sm underline decoration-edge underline-offset-4 hover:decoration-current"
              >
                {p.company.name}
              </Anchor>
            )}
          </span>
        }
        action={<Acts project={p} />}
      />
      <div className="mt-6 flex flex-col gap-5">
        <Notices project={p} staff={staff} />
        <ProjectSummary project={p} always={wide} />
        <div className={wide ? '' : 'grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]'}>
          <div className="min-w-0">
            <Tabs
              label="Project views"
              value={open}
              onChange={go}
              tabs={shown.map((value) => ({ value, label: tabLabels[value] }))}
            >
              {shown.map((value) => (
                <TabPanel key={value} value={value}>
                  <Suspense fallback={waiting}>{panel(value)}</Suspense>
                </TabPanel>
              ))}
            </Tabs>
          </div>
          {!wide && <ProjectFacts project={p} staff={staff} planned={planned} />}
        </div>
        {open === 'plan' && p.description && planned && (
          <section aria-labelledby="about-project" className="border-line border-t pt-6 [&>*]:max-w-3xl">
            <h2 id="about-project" className="mb-2 font-semibold text-base">
              About this project
            </h2>
            <FoldedText text={p.description} what="description" className="text-sm" />
          </section>
        )}
      </div>
      {task && isId(task) && (
        <Suspense>
          <TaskDialog key={task} id={task} staff={staff} onClose={closeTask} />
        </Suspense>
      )}
    </>
  )
}

/** Banners that the reader must see before anything else. */
function Notices({ project: p, staff }: { project: Project; staff: boolean }) {
  return (
    <>
      {!staff && p.waiting > 0 && (
        <Banner
          tone="warn"
          title={p.waiting === 1 ? '1 task is waiting on you' : `${p.waiting} tasks are waiting on you`}
        >
          Open a task in the list to complete it or ask a question. We continue when it is done.
        </Banner>
      )}
      {p.health && p.health !== 'on_track' && (staff || p.health === 'delayed') && (
        <Banner tone={p.health === 'delayed' ? 'bad' : 'warn'} title={p.health === 'delayed' ? 'Delayed' : 'At risk'}>
          {p.healthReasons.join(' ')}
        </Banner>
      )}
      {staff && p.agreement?.billsOnCompletion && p.status !== 'done' && p.status !== 'canceled' && (
        <Banner title={`A-${p.agreement.number} is invoiced when the work is done`}>
          Its price is invoiced automatically when the last project of the agreement is done.
        </Banner>
      )}
    </>
  )
}

const actLabels: Partial<Record<Status, { label: string; icon: ReactNode }>> = {
  active: { label: 'Start', icon: <Play aria-hidden className="size-4" /> },
  done: { label: 'Complete', icon: <Check aria-hidden className="size-4" /> },
}

function Acts({ project: p }: { project: Project }) {
  const form = useDialog(
    loadForm,
    (m, project: Project, rest) => rest.open && <m.ProjectForm project={project} onClose={rest.onClose} />,
  )
  const status = useDialog(
    loadStatus,
    (m, wanted: Status | undefined, rest) =>
      rest.open && <m.ProjectStatusDialog project={p} wanted={wanted} onClose={rest.onClose} />,
  )
  async function watch() {
    try {
      queries.setQueryData(
        projectOptions(p.id).queryKey,
        await client.projects.watch({ id: p.id, watching: !p.watching }),
      )
      showToast({ title: p.watching ? 'Stopped watching' : 'You are watching this project', tone: 'good' })
    } catch (e) {
      showToast({ title: parseFailure(e)?.message ?? 'Your change was not saved. Try again.', tone: 'destructive' })
    }
  }
  // The usual next status gets its own button.
  const next: Status | undefined =
    p.status === 'planned' || p.status === 'on_hold' || p.status === 'waiting_on_partner' || p.status === 'done'
      ? 'active'
      : p.status === 'active'
        ? 'done'
        : undefined
  const label =
    p.status === 'done' ? 'Reopen' : p.status === 'planned' ? 'Start' : next === 'active' ? 'Resume' : 'Complete'
  return (
    <>
      <Button
        icon={p.watching ? <BellOff aria-hidden className="size-4" /> : <Bell aria-hidden className="size-4" />}
        onClick={() => void watch()}
      >
        {p.watching ? 'Stop watching' : 'Watch'}
      </Button>
      {p.can.edit && (
        <Button icon={<Pencil aria-hidden className="size-4" />} pending={form.pending} onClick={() => form.ask(p)}>
          Edit
        </Button>
      )}
      {p.can.statuses.length > 1 && (
        <Button
          icon={<CirclePause aria-hidden className="size-4" />}
          pending={status.pending}
          onClick={() => status.ask(undefined)}
        >
          Change status
        </Button>
      )}
      {next && p.can.statuses.includes(next) && (
        <Button
          variant="primary"
          className="max-md:order-first"
          icon={actLabels[next]?.icon ?? <FolderKanban aria-hidden className="size-4" />}
          pending={status.pending}
          onClick={() => status.ask(next)}
        >
          {label}
        </Button>
      )}
      {form.dialog}
      {status.dialog}
    </>
  )
}
