import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { api, client, parseFailure } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { FoundField } from '../platform/forms/found-field.tsx'
import type { Project } from './model.ts'
import { projectOptions, refreshProjects } from './project-queries.ts'

type Kind = 'ticket' | 'installation'

/** Links and unlinks tickets and automations of the company. */
export function LinkDialog({ project: given, onClose }: { project: Project; onClose: () => void }) {
  const { data: project = given } = useQuery(projectOptions(given.id))
  const [problem, setProblem] = useState<string>()
  async function act(what: 'link' | 'unlink', kind: Kind, subjectId: string) {
    setProblem(undefined)
    try {
      const answer = await client.projects[what]({ id: given.id, kind, subjectId })
      queries.setQueryData(projectOptions(given.id).queryKey, answer)
      void refreshProjects()
    } catch (e) {
      const failure = parseFailure(e)
      setProblem(failure?.data?.fields?.subjectId?.[0] ?? failure?.message ?? 'The link was not changed. Try again.')
    }
  }
  const linked: { kind: Kind; id: string; name: string }[] = [
    ...project.tickets.map((t) => ({ kind: 'ticket' as const, id: t.id, name: `T-${t.number} ${t.subject}` })),
    ...project.installations.map((i) => ({ kind: 'installation' as const, id: i.id, name: i.name })),
  ]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Links"
      description="Tickets and automations linked to this project."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-5">
        {problem && <Banner tone="bad">{problem}</Banner>}
        <Find project={project} kind="ticket" label="Add a ticket" onChoose={(id) => void act('link', 'ticket', id)} />
        <Find
          project={project}
          kind="installation"
          label="Add an automation"
          onChoose={(id) => void act('link', 'installation', id)}
        />
        {linked.length > 0 && (
          <ul className="divide-y divide-line rounded-md border border-line">
            {linked.map((l) => (
              <li key={l.id} className="flex items-center gap-3 py-1.5 pr-1.5 pl-3.5">
                <span className="min-w-0 flex-1 truncate">{l.name}</span>
                <IconButton
                  size="sm"
                  label={`Remove link to ${l.name}`}
                  icon={<X aria-hidden className="size-4" />}
                  onClick={() => void act('unlink', l.kind, l.id)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

interface FindProps {
  project: Project
  kind: Kind
  label: string
  onChoose: (id: string) => void
}

const Find = ({ project, kind, label, onChoose }: FindProps) => (
  <FoundField
    label={label}
    value={null}
    onChange={(choice) => choice && onChoose(choice.id)}
    placeholder="Search by name or number"
    none={['No matches.', 'Nothing to link.']}
    find={(q) =>
      api.projects.linkable.queryOptions({
        input: { id: project.id, kind, ...(q ? { q } : {}) },
        select: (found) => found.items,
      })
    }
  />
)
