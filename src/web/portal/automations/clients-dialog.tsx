import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { toast } from '../../ui/toast.tsx'
import { api, client } from '../platform/api.ts'
import { EditFrame } from '../platform/edit-frame.tsx'
import { useDebounced } from '../platform/use-debounced.ts'
import { below, useSending } from '../platform/use-sending.ts'
import { refreshAutomations } from './automation-queries.ts'
import type { Automation } from './model.ts'

type Named = { id: string; name: string }
const names = (of: readonly Named[]) => of.map((c) => c.name).join(', ') || 'None'
const same = (a: readonly Named[], b: readonly Named[]) =>
  a.length === b.length && a.every((one) => b.some(({ id }) => id === one.id))

/** Which end clients an automation works for. */
export function ClientsDialog({ automation: a, onClose }: { automation: Automation; onClose: () => void }) {
  const [base, setBase] = useState(a)
  const [chosen, setChosen] = useState<readonly Named[]>(a.clientList)
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), 150)
  const found = useQuery({
    ...api.contacts.listClients.queryOptions({
      input: { q: q || undefined, company: a.company.id, limit: 20 },
      staleTime: 10_000,
      select: (page) => page.items.map(({ id, name }): Named => ({ id, name })),
    }),
    placeholderData: keepPreviousData,
  })
  const { pending, errors, problem, theirs, send, forget } = useSending<Automation>()
  async function save(version = base.version, of = chosen) {
    const done = await send(() =>
      client.automations.setClients({ id: a.id, clientIds: of.map(({ id }) => id), version }),
    )
    void refreshAutomations()
    if (!done) return
    toast({ title: 'Saved', tone: 'good' })
    onClose()
  }
  // Both keep what they added and what they took away.
  const both = (now: Automation) => [
    ...now.clientList.filter(
      (c) => chosen.some(({ id }) => id === c.id) || !base.clientList.some(({ id }) => id === c.id),
    ),
    ...chosen.filter(
      (c) => !base.clientList.some(({ id }) => id === c.id) && !now.clientList.some(({ id }) => id === c.id),
    ),
  ]
  return (
    <EditFrame
      title={`Clients that ${a.name} works for`}
      description="Its runs and the time it saves are counted for them."
      dirty={!same(chosen, base.clientList)}
      pending={pending}
      problem={problem}
      conflict={
        theirs && {
          rows: [
            {
              name: 'Clients',
              before: names(base.clientList),
              theirs: names(theirs.clientList),
              mine: names(chosen),
              both: false,
            },
          ],
          onTheirs: () => {
            setBase(theirs)
            setChosen(theirs.clientList)
            forget()
          },
          onMine: () => void save(theirs.version, both(theirs)),
        }
      }
      save="Save"
      onSave={() => void save()}
      onClose={onClose}
    >
      <Field label="Add a client" optional error={below(errors, 'clientIds')}>
        <SearchSelect
          value={null}
          onChange={(one) => one && setChosen((now) => (now.some(({ id }) => id === one.id) ? now : [...now, one]))}
          choices={(found.data ?? []).filter((c) => !chosen.some(({ id }) => id === c.id))}
          onSearch={setTyped}
          searching={found.isPending || q !== typed.trim()}
          placeholder="Find a client by name"
          empty={
            found.isError
              ? 'These did not load. Check your connection.'
              : q
                ? 'No other client is called so.'
                : 'There are no other clients.'
          }
        />
      </Field>
      {chosen.length === 0 ? (
        <Banner>Without any it works for your company itself.</Banner>
      ) : (
        <ul aria-label="Chosen clients" className="rounded-md border border-line">
          {chosen.map((c) => (
            <li key={c.id} className="flex items-center gap-2 border-line py-1 pr-1 pl-3 [&:not(:last-child)]:border-b">
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{c.name}</span>
              <IconButton
                label={`Take ${c.name} away`}
                className="max-md:!size-11"
                icon={<X aria-hidden className="size-4" />}
                onClick={() => setChosen((now) => now.filter(({ id }) => id !== c.id))}
              />
            </li>
          ))}
        </ul>
      )}
    </EditFrame>
  )
}
