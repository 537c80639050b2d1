import { useQuery } from '@tanstack/react-query'
import { Bell, BellOff, Check, CirclePause, FolderKanban, Pencil, Play } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useNavigate, useParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { MarkdownText } from '../../ui/markdown-text.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { isId } from '../platform/is-id.ts'
import { NotThere } from '../platform/not-there.tsx'
import { queries } from '../platform/queries.ts'
import { useRecent } from '../platform/recent.ts'
import { readSession } from '../platform/session.client.ts'
import { useAddress } from '../platform/use-address.ts'
import { useDialog } from '../platform/use-dialog.tsx'
import { useCoalesced, useLive } from '../platform/use-live.ts'
import { loadProjectTime } from '../time/index.ts'
import { HealthMark, ProjectStatus } from './marks.tsx'
import { type Project, ref, type Status } from './model.ts'
import { PlanList } from './plan-list.tsx'
import { ProjectFacts, ProjectSummary } from './project-facts.tsx'
import { planOptions, projectOptions, refreshProjects } from './project-queries.ts'

type View = { projectId: string }
const view = <K extends string>(load: () => Promise<Record<K, ComponentType<View & { project: Project }>>>, name: K) =>
  lazy(() => load().then((m) => ({ default: m[name] })))
const Board = view(() => import('./board.tsx'), 'Board')
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

// The document's title names the project; it is set by the screen.
export const meta = () => [{ name: 'robots', content: 'noindex' }]

/** Begins to load the project and its plan. */
export async function clientLoader({ params }: { params: { id?: string } }): Promise<null> {
  if (params.id && isId(params.id) && readSession()) {
    void queries.prefetchQuery(projectOptions(params.id))
    void queries.prefetchQuery(planOptions(params.id))
  }
  return null
}

/** `/my-projects/:id`: one project, for both sides. */
export default function ProjectPage() {
  const { id = '' } = useParams()
  const { isInternalUser } = useAuth()
  const known = isId(id)
  const { data, error, isFetching, refetch } = useQuery({ ...projectOptions(id), enabled: known })
  const reload = useCoalesced(refreshProjects, () => GAP_MS)
  useLive(['project'], (event) => {
    if (event === 'resumed' || event.subjectId === id) reload()
  })
  const failure = failureOf(error)
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
      The address is not complete, or it belongs to somebody else.
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
  const [address, set] = useAddress()
  const navigate = useNavigate()
  useRecent({
    kind: 'project',
    title: p.name,
    detail: [ref(p.number), staff && p.company.name].filter(Boolean).join(' · '),
    path: `/my-projects/${p.id}`,
  })
  const shown = tabs.filter((t) => staff || t !== 'activity')
  const open = shown.find((t) => t === address.get('tab')) ?? 'plan'
  const task = address.get('task')
  const go = (next: Tab) =>
    void navigate({ search: next === 'plan' ? '' : `?tab=${next}` }, { preventScrollReset: true })
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
      <title>{`${ref(p.number)} ${p.name} · ${brand.shortName}`}</title>
      <PageHeader
        back={back}
        title={
          <>
            <span className="tabular font-normal text-muted">{ref(p.number)}</span> <bdi>{p.name}</bdi>
          </>
        }
        description={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="text-text">
              <ProjectStatus status={p.status} partner={!staff} />
            </span>
            {p.health && (
              <span className="text-text">
                <HealthMark health={p.health} />
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
              label="Views of the project"
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
          {!wide && <ProjectFacts project={p} staff={staff} />}
        </div>
        {open === 'plan' && p.description && (
          <section aria-labelledby="about-project" className="border-line border-t pt-6 [&>*]:max-w-3xl">
            <h2 id="about-project" className="mb-2 font-semibold text-base">
              About this project
            </h2>
            <MarkdownText text={p.description} className="text-sm" />
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

/** What the reader has to know before anything else. */
function Notices({ project: p, staff }: { project: Project; staff: boolean }) {
  return (
    <>
      {!staff && p.waiting > 0 && (
        <Banner tone="warn" title={p.waiting === 1 ? 'A task waits for you' : `${p.waiting} tasks wait for you`}>
          Open it in the list, then finish it or ask there. We go on when it is done.
        </Banner>
      )}
      {p.health && p.health !== 'on_track' && (staff || p.health === 'delayed') && (
        <Banner tone={p.health === 'delayed' ? 'bad' : 'warn'} title={p.health === 'delayed' ? 'Delayed' : 'At risk'}>
          {p.healthReasons.join(' ')}
        </Banner>
      )}
      {staff && p.agreement?.billsOnCompletion && p.status !== 'done' && p.status !== 'cancelled' && (
        <Banner title={`A-${p.agreement.number} is invoiced when the work is done`}>
          Its price is invoiced by itself when the last project of the agreement is set to done.
        </Banner>
      )}
    </>
  )
}

const actLabels: Partial<Record<Status, { label: string; icon: ReactNode }>> = {
  active: { label: 'Start', icon: <Play aria-hidden className="size-4" /> },
  done: { label: 'Finish', icon: <Check aria-hidden className="size-4" /> },
}

function Acts({ project: p }: { project: Project }) {
  const form = useDialog(
    loadForm,
    (m, project: Project, rest) => rest.open && <m.ProjectForm project={project} onClose={rest.onClose} />,
  )
  const status = useDialog(
    loadStatus,
    (m, wanted: Status | undefined, rest) =>
      rest.open && <m.StatusDialog project={p} wanted={wanted} onClose={rest.onClose} />,
  )
  async function watch() {
    try {
      queries.setQueryData(
        projectOptions(p.id).queryKey,
        await client.projects.watch({ id: p.id, watching: !p.watching }),
      )
      toast({ title: p.watching ? 'You are told no more' : 'You will be told of updates', tone: 'good' })
    } catch (e) {
      toast({ title: failureOf(e)?.message ?? 'That did not work. Try again.', tone: 'destructive' })
    }
  }
  // What usually follows has a button of its own.
  const next: Status | undefined =
    p.status === 'planned' || p.status === 'on_hold' || p.status === 'waiting_on_partner' || p.status === 'done'
      ? 'active'
      : p.status === 'active'
        ? 'done'
        : undefined
  const label =
    p.status === 'done' ? 'Take up again' : p.status === 'planned' ? 'Start' : next === 'active' ? 'Go on' : 'Finish'
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
