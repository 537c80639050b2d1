import { useQueries } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { failureOf, client as server } from '../platform/api.ts'
import { contactOptions, forgetContact, keepContact } from './contact-queries.ts'
import type { Contact } from './model.ts'

type Side = 'this' | 'other'
type Part = 'fullName' | 'email' | 'phone' | 'title' | 'client'
const PARTS: { part: Part; label: string; text: (c: Contact) => string }[] = [
  { part: 'fullName', label: 'Full name', text: (c) => c.fullName },
  { part: 'email', label: 'Email', text: (c) => c.email ?? '' },
  { part: 'phone', label: 'Phone', text: (c) => c.phone ?? '' },
  { part: 'title', label: 'Title', text: (c) => c.title ?? '' },
  { part: 'client', label: 'Client', text: (c) => c.client?.name ?? '' },
]

interface MergeDialogProps {
  /** The two contacts; the first one stays. */
  ids: readonly [string, string]
  open: boolean
  onClose: () => void
  onMerged?: (contact: Contact) => void
}

/** Makes two contacts one: which value stays is chosen field by field, the rest goes into the notes. */
export function MergeDialog({ ids, open, onClose, onMerged }: MergeDialogProps) {
  const [one, two] = useQueries({ queries: ids.map((id) => ({ ...contactOptions(id), enabled: open })) })
  const [take, setTake] = useState<Partial<Record<Part, Side>>>({})
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const kept = one?.data
  const other = two?.data
  const gone = one?.isError || two?.isError

  async function merge(kept: Contact, other: Contact) {
    setPending(true)
    setProblem(undefined)
    try {
      const merged = await server.contacts.merge({
        id: kept.id,
        otherId: other.id,
        version: kept.version,
        otherVersion: other.version,
        take: { fullName: 'this', email: 'this', phone: 'this', title: 'this', client: 'this', ...take },
      })
      forgetContact(other.id)
      keepContact(merged)
      toast({ title: `${merged.fullName} is one contact now`, tone: 'good' })
      onClose()
      onMerged?.(merged)
    } catch (e) {
      const failure = failureOf(e)
      setProblem(
        failure?.data?.fields?.otherId?.[0] ??
          (failure?.code === 'CONFLICT'
            ? 'Somebody changed one of them meanwhile. It stands below as it is now; look and merge again.'
            : (failure?.message ?? 'Something went wrong. Try again.')),
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
      description="Choose what stays. What is not chosen is written into the notes, so nothing is lost. This cannot be undone."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            pending={pending}
            disabled={!kept || !other}
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
        <Banner tone="warn">One of them is not there any more.</Banner>
      ) : kept && other ? (
        <div className="flex flex-col gap-4">
          {PARTS.map(({ part, label, text }) => (
            <Choice
              key={part}
              label={label}
              values={[text(kept), text(other)]}
              chosen={take[part] ?? 'this'}
              onChoose={(side) => setTake((now) => ({ ...now, [part]: side }))}
            />
          ))}
          <div>
            <p className="mb-1.5 font-medium">Notes</p>
            <p className="text-muted">
              {kept.notes || other.notes ? 'The notes of both are kept, one after the other.' : 'Neither has notes.'}
            </p>
          </div>
        </div>
      ) : (
        <div aria-busy className="flex flex-col gap-4">
          {PARTS.map(({ part }) => (
            <Skeleton key={part} className="h-16" />
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

/** Which of two values stays; where there is only one, it does. */
function Choice({ label, values: [mine, theirs], chosen, onChoose }: ChoiceProps) {
  const name = useId()
  if (mine === theirs || !mine || !theirs) {
    return (
      <div>
        <p className="mb-1.5 font-medium">{label}</p>
        <p className={cx('[overflow-wrap:anywhere]', !mine && !theirs && 'text-muted')}>
          {mine || theirs || 'Neither has one'}
        </p>
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
