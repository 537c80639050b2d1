import { X } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { IconButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client } from '../platform/data/api.ts'
import { findErrorsBelow, useSending } from '../platform/data/use-sending.ts'
import { clientsOptions } from '../platform/forms/choice-options.ts'
import { EditFrame } from '../platform/forms/edit-frame.tsx'
import { FoundField } from '../platform/forms/found-field.tsx'
import { refreshAutomations } from './automation-queries.ts'
import type { Automation } from './model.ts'

type Named = { id: string; name: string }
const names = (of: readonly Named[]) => of.map((c) => c.name).join(', ') || 'None'
const same = (a: readonly Named[], b: readonly Named[]) =>
  a.length === b.length && a.every((one) => b.some(({ id }) => id === one.id))

/** Chooses the clients that an automation works for. */
export function ClientsDialog({ automation: a, onClose }: { automation: Automation; onClose: () => void }) {
  const [base, setBase] = useState(a)
  const [chosen, setChosen] = useState<readonly Named[]>(a.clientList)
  const { pending, errors, problem, theirs, send, forget } = useSending<Automation>()
  async function save(version = base.version, of = chosen) {
    const done = await send(() =>
      client.automations.setClients({ id: a.id, clientIds: of.map(({ id }) => id), version }),
    )
    void refreshAutomations()
    if (!done) return
    showToast({ title: 'Clients updated', tone: 'good' })
    onClose()
  }
  // Merges both changes: keeps what each side added and leaves out what each side removed.
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
      title={`Clients for ${a.name}`}
      description="Choose the clients that this automation runs for. Reports then show runs and time saved per client."
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
      save="Save clients"
      onSave={() => void save()}
      onClose={onClose}
    >
      <FoundField
        label="Add a client"
        optional
        value={null}
        onChange={(one) => one && setChosen((now) => (now.some(({ id }) => id === one.id) ? now : [...now, one]))}
        error={findErrorsBelow(errors, 'clientIds')}
        placeholder="Find a client by name"
        none={['No other clients match.', 'There are no other clients.']}
        find={(q) => clientsOptions(q, a.company.id)}
        offer={(found) => found.filter((c) => !chosen.some(({ id }) => id === c.id))}
      />
      {chosen.length === 0 ? (
        <Banner>No clients are selected, so this automation runs for {a.company.name} itself.</Banner>
      ) : (
        <ul aria-label="Selected clients" className="rounded-md border border-line">
          {chosen.map((c) => (
            <li key={c.id} className="flex items-center gap-2 border-line py-1 pr-1 pl-3 [&:not(:last-child)]:border-b">
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{c.name}</span>
              <IconButton
                label={`Remove ${c.name}`}
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
