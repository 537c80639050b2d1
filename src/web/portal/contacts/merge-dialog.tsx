import { useQueries } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { parseFailure, client as server } from '../platform/data/api.ts'
import { contactOptions, keepContact, removeContactFromCache } from './contact-queries.ts'
import { merged } from './fields.tsx'
import type { Contact } from './model.ts'

type Side = 'this' | 'other'
interface MergeDialogProps {
  /** The ids of the two contacts; the first one is kept. */
  ids: readonly [string, string]
  open: boolean
  onClose: () => void
  onMerged?: (contact: Contact) => void
}

/** Merges two contacts. The user chooses for each field which value to keep; the other values go into the notes. */
export function MergeContactsDialog({ ids, open, onClose, onMerged }: MergeDialogProps) {
  const [one, two] = useQueries({ queries: ids.map((id) => ({ ...contactOptions(id), enabled: open })) })
  const [take, setTake] = useState<Record<string, Side>>({})
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const kept = one?.data
  const other = two?.data
  const gone = [one, two].some((contact) => parseFailure(contact?.error)?.status === 404)
  const failed = [one, two].some((contact) => contact?.isError && !contact.data)

  async function merge(kept: Contact, other: Contact) {
    setPending(true)
    setProblem(undefined)
    try {
      const result = await server.contacts.merge({
        id: kept.id,
        otherId: other.id,
        version: kept.version,
        otherVersion: other.version,
        take,
      })
      removeContactFromCache(other.id)
      keepContact(result)
      showToast({ title: `Contacts merged into ${result.fullName}`, tone: 'good' })
      onClose()
      onMerged?.(result)
    } catch (e) {
      const failure = parseFailure(e)
      setProblem(
        failure?.data?.fields?.otherId?.[0] ??
          (failure?.code === 'CONFLICT'
            ? 'Someone else changed one of these contacts. Review the current values below and merge again.'
            : (failure?.message ?? 'We couldn’t merge these contacts. Check your connection and try again.')),
      )
      await Promise.all([one?.refetch(), two?.refetch()])
    } finally {
      setPending(false)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !pending && onClose()}
      phone="full"
      title="Merge two contacts"
      description="Choose which details to keep. The others are added to the notes. You can’t undo this."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            pending={pending}
            disabled={gone || !kept || !other}
            onClick={() => kept && other && void merge(kept, other)}
          >
            Merge contacts
          </Button>
        </>
      }
    >
      {problem && (
        <div className="mb-4">
          <Banner tone="bad">{problem}</Banner>
        </div>
      )}
      {gone ? (
        <Banner tone="warn">One of these contacts no longer exists.</Banner>
      ) : failed ? (
        <ErrorState
          title="Couldn’t load the contacts"
          message="Check your connection and try again."
          onRetry={() => void Promise.all([one?.refetch(), two?.refetch()])}
        />
      ) : kept && other ? (
        <div className="flex flex-col gap-4">
          {merged.map(({ key, label, say }) => (
            <Choice
              key={key}
              label={label}
              values={[say(kept), say(other)]}
              chosen={take[key] ?? 'this'}
              onChoose={(side) => setTake((now) => ({ ...now, [key]: side }))}
            />
          ))}
          <div>
            <p className="mb-1.5 font-medium">Notes</p>
            <p className="text-muted">
              {kept.notes || other.notes ? 'The notes of both contacts are kept.' : 'Neither contact has notes.'}
            </p>
          </div>
        </div>
      ) : (
        <div aria-busy className="flex flex-col gap-4">
          {merged.map(({ key }) => (
            <Skeleton key={key} className="h-16" />
          ))}
        </div>
      )}
    </Dialog>
  )
}

interface ChoiceProps {
  label: string
  values: readonly [string, string]
  chosen: Side
  onChoose: (side: Side) => void
}

/** Chooses which of two values to keep. If there is only one, it is kept. */
function Choice({ label, values: [mine, theirs], chosen, onChoose }: ChoiceProps) {
  const name = useId()
  if (mine === theirs || !mine || !theirs) {
    return (
      <div>
        <p className="mb-1.5 font-medium">{label}</p>
        <p className={cx('[overflow-wrap:anywhere]', !mine && !theirs && 'text-muted')}>{mine || theirs || 'None'}</p>
      </div>
    )
  }
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {([mine, theirs] as const).map((value, i) => {
          const side = i === 0 ? 'this' : 'other'
          return (
            <label
              key={side}
              className="relative flex min-h-10 items-center gap-2.5 rounded-sm border border-edge px-3 py-2 outline-accent outline-offset-2 transition-colors hover:border-muted has-checked:border-accent has-checked:bg-accent/8 has-focus-visible:outline-2 max-md:min-h-11"
            >
              <input
                type="radio"
                name={name}
                checked={chosen === side}
                onChange={() => onChoose(side)}
                className="peer absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
              />
              <span
                aria-hidden
                className="grid size-4 shrink-0 place-items-center rounded-full border border-edge peer-checked:border-accent [&>span]:invisible peer-checked:[&>span]:visible"
              >
                <span className="size-2 rounded-full bg-accent" />
              </span>
              <span className="min-w-0 [overflow-wrap:anywhere]">{value}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
