import { FolderKanban, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../ui/button.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { useDialog } from '../platform/forms/use-dialog.tsx'
import { companyProjects } from './lists.tsx'

const loadForm = () => import('./project-form.tsx')

/** The projects of one company, for staff. */
export function CompanyProjects({ companyId }: { companyId: string }) {
  const fixed = useMemo(() => ({ company: companyId }), [companyId])
  const form = useDialog(
    loadForm,
    (m, company: string, rest) => rest.open && <m.ProjectForm companyId={company} onClose={rest.onClose} />,
  )
  return (
    <>
      <div className="mb-4 flex justify-end">
        <Button
          icon={<Plus aria-hidden className="size-4" />}
          pending={form.pending}
          onClick={() => form.ask(companyId)}
        >
          New project
        </Button>
      </div>
      <ListScreen
        list={companyProjects}
        title="Projects"
        fixed={fixed}
        embedded
        empty={{
          icon: <FolderKanban />,
          title: 'No projects yet',
          text: 'Projects for this company appear here.',
        }}
      />
      {form.dialog}
    </>
  )
}
