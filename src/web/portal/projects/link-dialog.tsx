import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import type { Choice } from '../../ui/forms/search-select.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { api, client, parseFailure } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { FoundField } from '../platform/forms/found-field.tsx'
import type { Project } from './model.ts'
import { projectOptions, refreshProjects } from './project-queries.ts'

type Kind = 'ticket' | 'installation'

const CHOICES = 20
const FRESH_MS = 10_000

const ticketName = (t: { number: number; subject: string }) => `T-${t.number} ${t.subject}`

const ticketsOf = (company: string, q: string) =>
  api.tickets.list.queryOptions({
    input: { q: q || undefined, company, limit: CHOICES },
    staleTime: FRESH_MS,
    select: (found) => found.items.map((t) => ({ id: t.id, name: ticketName(t) })),
  })

const automationsOf = (company: string, q: string) =>
  api.automations.list.queryOptions({
    input: { q: q || undefined, company, limit: CHOICES },
    staleTime: FRESH_MS,
    select: (found) => found.items.map(({ id, name }) => ({ id, name })),
  })

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
    ...project.tickets.map((t) => ({ kind: 'ticket' as const, id: t.id, name: ticketName(t) })),
    ...project.installations.map((i) => ({ kind: 'installation' as const, id: i.id, name: i.name })),
  ]
  const notLinked = (found: Choice[]) => found.filter(({ id }) => !linked.some((l) => l.id === id))
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
        <FoundField
          label="Add a ticket"
          value={null}
          onChange={(ticket) => ticket && void act('link', 'ticket', ticket.id)}
          placeholder="Search by number or keyword"
          none={['No tickets match.', 'There are no tickets to link.']}
          find={(q) => ticketsOf(project.company.id, q)}
          offer={notLinked}
        />
        <FoundField
          label="Add an automation"
          value={null}
          onChange={(automation) => automation && void act('link', 'installation', automation.id)}
          placeholder="Search by name"
          none={['No automations match.', 'There are no automations to link.']}
          find={(q) => automationsOf(project.company.id, q)}
          offer={notLinked}
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
