import { FolderKanban, Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { useAuth } from '../platform/auth.tsx'
import { useDialog } from '../platform/use-dialog.tsx'
import { allProjects, ownProjects } from './lists.tsx'

const Templates = lazy(() => import('./templates-view.tsx').then((m) => ({ default: m.TemplatesView })))
const loadForm = () => import('./project-form.tsx')

export const meta = () => [{ title: `Projects · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

const icon = <FolderKanban />
const nothing: Record<string, { icon: ReactNode; title: string; text: string }> = {
  waiting: { icon, title: 'Nothing waits', text: 'Projects with a task that waits stand here.' },
  over: { icon, title: 'Nothing is over', text: 'What is done or cancelled stands here.' },
  mine: { icon, title: 'You lead none', text: 'Projects that you lead stand here.' },
}

/** `/my-projects`: a partner's own projects; for staff those of all companies, and templates. */
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
      description="What we build with you: how it stands, what is next, and what waits for you."
      empty={(view) =>
        (view && nothing[view]) || {
          icon,
          title: 'No projects yet',
          text: 'When we plan one with you, you follow it here. Open a ticket if you have an idea.',
        }
      }
    />
  )
}

function StaffProjects() {
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const form = useDialog(loadForm, (m, _: 'new', rest) => rest.open && <m.ProjectForm onClose={rest.onClose} />)
  const open = address.get('tab') === 'templates' ? 'templates' : 'projects'
  return (
    <>
      <PageHeader
        title="Projects"
        description="What is being built for partners, and what it begins with."
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
        label="Parts"
        value={open}
        onChange={(next) =>
          void navigate({ search: next === 'projects' ? '' : `?tab=${next}` }, { preventScrollReset: true })
        }
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
              (view && nothing[view]) || {
                icon,
                title: 'No projects yet',
                text: 'Plan one from a template; the partner follows it from the first day.',
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
