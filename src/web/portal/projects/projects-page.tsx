import { FolderKanban, Plus } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { brand } from '../../../../brand.config.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { useDialog } from '../platform/forms/use-dialog.tsx'
import { lazy } from '../platform/loading/lazy.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { useAddress } from '../platform/use-address.ts'
import { useHashAction } from '../platform/use-hash-action.ts'
import { allProjects, ownProjects } from './lists.tsx'

const Templates = lazy(() => import('./templates-view.tsx').then((m) => ({ default: m.ProjectTemplatesView })))
const loadForm = () => import('./project-form.tsx')

export const meta = () => [{ title: `Projects · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

const icon = <FolderKanban />
type Nothing = { icon: ReactNode; title: string; text: string }
const nothing: Record<string, Nothing> = {
  over: { icon, title: 'No ended projects', text: 'Done and canceled projects appear here.' },
  mine: { icon, title: 'You don’t lead any projects', text: 'Projects you lead appear here.' },
}
/** Returns what a view without projects says, or undefined for the list of all. `partners` is how to address them. */
const describeNothing = (view: string | undefined, partners: string): Nothing | undefined =>
  view === 'waiting'
    ? {
        icon,
        title: `No tasks waiting on ${partners}`,
        text: `Projects with tasks waiting on ${partners} appear here.`,
      }
    : nothing[view ?? '']

/** `/my-projects`: a partner's own projects. Staff see those of all companies, and templates. */
export default function ProjectsPage() {
  const { ready, isInternalUser } = useAuth()
  if (!ready) return <Skeleton className="h-96 rounded-md" />
  return isInternalUser ? <StaffProjects /> : <OwnProjects />
}

function OwnProjects() {
  return (
    <ListScreen
      list={ownProjects}
      title="Projects"
      description="The projects we’re building with you: their status, next steps and tasks for you."
      empty={(view) =>
        describeNothing(view, 'you') || {
          icon,
          title: 'No projects yet',
          text: 'When we plan a project with you, you can follow it here. Have an idea? Open a ticket.',
        }
      }
    />
  )
}

function StaffProjects() {
  const [address, , show] = useAddress()
  const form = useDialog(loadForm, (m, _: 'new', rest) => rest.open && <m.ProjectForm onClose={rest.onClose} />)
  useHashAction('#new-project', () => form.ask('new'))
  const open = address.get('tab') === 'templates' ? 'templates' : 'projects'
  return (
    <>
      <PageHeader
        title="Projects"
        description="Projects for partners, and project templates."
        action={
          open === 'projects' && (
            <Button
              variant="primary"
              icon={<Plus aria-hidden className="size-4" />}
              pending={form.pending}
              onClick={() => form.ask('new')}
            >
              New project
            </Button>
          )
        }
      />
      <Tabs
        className="mt-6"
        label="Sections"
        value={open}
        onChange={(next) => show({ tab: next === 'projects' ? undefined : next })}
        tabs={[
          { value: 'projects', label: 'Projects' },
          { value: 'templates', label: 'Templates' },
        ]}
      >
        <TabPanel value="projects">
          <ListScreen
            list={allProjects}
            embedded
            title="Projects"
            empty={(view) =>
              describeNothing(view, 'partners') || {
                icon,
                title: 'No projects yet',
                text: 'Create one from a template. The partner can follow it from the start.',
              }
            }
          />
        </TabPanel>
        <TabPanel value="templates">
          <Suspense fallback={<Skeleton className="h-80 rounded-md" />}>
            <Templates />
          </Suspense>
        </TabPanel>
      </Tabs>
      {form.dialog}
    </>
  )
}
