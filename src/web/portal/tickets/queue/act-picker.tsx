import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, TextInput } from '../../../ui/forms/field.tsx'
import { TagInput } from '../../../ui/forms/tag-input.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { getPressedKey, isSendKey } from '../../../ui/pressed-key.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useAuth } from '../../platform/session/auth.tsx'
import {
  formatTicketNumber,
  getStatusLook,
  priorities,
  priorityLabels,
  ticketCategories,
  ticketCategoryLabels,
  ticketStatuses,
} from '../facts/labels.ts'
import type { Priority, TicketRow } from '../model.ts'
import { TicketPriority, TicketStatus } from '../ticket-marks.tsx'
import { assigneeOptions } from '../ticket-queries.ts'
import type { Act } from './acts.ts'

/** The values that the picker can ask for. */
export type Asked = 'assign' | 'status' | 'priority' | 'category' | 'tags'

interface ActPickerProps {
  kind: Asked
  rows: readonly TicketRow[]
  onClose: () => void
  onAct: (what: Act) => void
}

const REASON_MAX = 500
const verbs: Record<Asked, string> = {
  assign: 'Assign',
  status: 'Set the status of',
  priority: 'Set the priority of',
  category: 'Set the category of',
  tags: 'Tag',
}

/** Asks for the value to set on one ticket or many. Typing narrows the list, arrow keys and Enter choose. */
export function ActPicker({ kind, rows, onClose, onAct }: ActPickerProps) {
  const [only] = rows
  const of = rows.length === 1 && only ? formatTicketNumber(only.number) : `${rows.length} tickets`
  const input = useRef<HTMLInputElement>(null)
  const [priority, setPriority] = useState<Priority>()
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      size="sm"
      title={`${verbs[kind]} ${of}`}
      initialFocus={kind === 'tags' ? undefined : input}
    >
      {kind === 'assign' ? (
        <AssignChoices input={input} rows={rows} onAct={onAct} />
      ) : kind === 'status' ? (
        <Choices
          input={input}
          label="Status"
          choices={ticketStatuses
            .filter((s) => s !== 'new' && !rows.every((r) => r.status === s))
            .map((s) => ({
              key: s,
              text: getStatusLook(s, 'staff').label,
              label: <TicketStatus status={s} side="staff" />,
              act: { change: { status: s } },
            }))}
          onChoose={onAct}
        />
      ) : kind === 'category' ? (
        <Choices
          input={input}
          label="Category"
          choices={ticketCategories.map((c) => ({
            key: c,
            text: ticketCategoryLabels[c],
            label: ticketCategoryLabels[c],
            act: { change: { category: c } },
          }))}
          onChoose={onAct}
        />
      ) : kind === 'tags' ? (
        <Tags rows={rows} onAct={onAct} />
      ) : priority ? (
        <Reason priority={priority} onAct={onAct} onBack={() => setPriority(undefined)} />
      ) : (
        <Choices
          input={input}
          label="Priority"
          choices={[
            ...priorities.map((p) => ({
              key: p,
              text: `${p} ${priorityLabels[p]}`,
              label: <TicketPriority word priority={p} />,
              act: { change: { priority: p } },
            })),
            {
              key: 'derived',
              text: 'Based on impact and urgency',
              label: 'Based on impact and urgency',
              act: { change: { priority: null } },
            },
          ]}
          onChoose={(act) => (act.change.priority ? setPriority(act.change.priority) : onAct(act))}
        />
      )}
    </Dialog>
  )
}

function AssignChoices({
  input,
  rows,
  onAct,
}: Pick<ActPickerProps, 'rows' | 'onAct'> & { input: React.RefObject<HTMLInputElement | null> }) {
  const { profile } = useAuth()
  const { data, isPending } = useQuery(assigneeOptions())
  const people = (data ?? []).toSorted((a, b) => Number(b.id === profile?.id) - Number(a.id === profile?.id))
  const choices: Choice[] = people.map((person) => ({
    key: person.id,
    text: person.name,
    label: (
      <>
        <Avatar name={person.name} size="sm" />
        <span className="min-w-0 truncate">{person.name}</span>
        {person.id === profile?.id && <span className="text-muted">you</span>}
      </>
    ),
    act: { change: { assigneeId: person.id }, person },
  }))
  if (rows.some((r) => r.assignee))
    choices.push({
      key: 'none',
      text: 'Unassigned',
      label: 'Unassigned',
      act: { change: { assigneeId: null }, person: null },
    })
  return (
    <>
      <Choices input={input} label="Assignee" choices={choices} onChoose={onAct} />
      {isPending && <Skeleton className="mx-2.5 my-2.5 h-3.5 w-32" />}
    </>
  )
}

type Choice = { key: string; text: string; label: ReactNode; act: Act }

/** A short list that narrows as the user types. */
function Choices({
  input,
  label,
  choices,
  onChoose,
}: {
  input: React.RefObject<HTMLInputElement | null>
  label: string
  choices: readonly Choice[]
  onChoose: (act: Act) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const wanted = typed.trim().toLowerCase()
  // Choices that begin with the text come before those that only contain it.
  const found = choices
    .filter((c) => c.text.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(begins(b.text, wanted)) - Number(begins(a.text, wanted)))
  const active = Math.min(at, found.length - 1)
  useEffect(() => {
    if (active >= 0) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[getPressedKey(event)]
    if (step && found.length > 0) setAt((active + step + found.length) % found.length)
    else if (getPressedKey(event) === 'Enter') {
      const choice = found[active]
      if (choice) onChoose(choice.act)
    } else return
    event.preventDefault()
  }
  return (
    <>
      <Field label={label}>
        <TextInput
          ref={input}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          placeholder="Type to filter"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </Field>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className="scroll-thin mt-2 max-h-80 overflow-y-auto"
      >
        {found.map((choice, i) => (
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            key={choice.key}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === active}
            onMouseMove={() => setAt(i)}
            onClick={() => onChoose(choice.act)}
            className="flex min-h-9 cursor-pointer select-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 aria-selected:mark-active aria-selected:bg-line max-md:min-h-11 forced-colors:aria-selected:bg-[Highlight] forced-colors:aria-selected:text-[HighlightText]"
          >
            {choice.label}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p role="status" className="px-2.5 py-3 text-muted">
          No matches.
        </p>
      )}
    </>
  )
}

const begins = (text: string, wanted: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .some((word) => word.startsWith(wanted))

/** Asks for the reason that a manual priority requires. */
function Reason({ priority, onAct, onBack }: { priority: Priority; onAct: (what: Act) => void; onBack: () => void }) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const priorityReason = reason.trim()
    if (priorityReason) return onAct({ change: { priority, priorityReason } })
    setError('Enter a reason.')
    field.current?.focus()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={`Reason for ${priority}`} hint="Shown next to the priority." error={error}>
        <TextInput
          ref={field}
          maxLength={REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
      <span className="flex justify-end gap-2">
        <Button onClick={onBack}>Back</Button>
        <Button variant="primary" type="submit">
          Set {priority}
        </Button>
      </span>
    </form>
  )
}

function Tags({ rows, onAct }: Pick<ActPickerProps, 'rows' | 'onAct'>) {
  const had = [...new Set(rows.flatMap((r) => r.tags))]
  const [mode, setMode] = useState<'add' | 'remove'>('add')
  const [tags, setTags] = useState<string[]>([])
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (tags.length === 0) return setError('Enter a tag.')
    onAct({ change: mode === 'add' ? { addTags: tags } : { removeTags: tags } })
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (isSendKey(event)) event.currentTarget.requestSubmit()
      }}
      className="flex flex-col gap-4"
    >
      <Field label={mode === 'add' ? 'Add' : 'Remove'} error={error}>
        <TagInput
          noun="Tags"
          value={tags}
          onChange={(next) => {
            setTags(next.map((t) => t.toLowerCase()))
            setError(undefined)
          }}
          suggestions={mode === 'remove' ? had.map((name) => ({ name })) : []}
          maxLength={40}
          max={20}
        />
      </Field>
      <span className="flex justify-end gap-2">
        {had.length > 0 && (
          <Button
            onClick={() => {
              setMode(mode === 'add' ? 'remove' : 'add')
              setTags([])
            }}
          >
            {mode === 'add' ? 'Remove tags instead' : 'Add tags instead'}
          </Button>
        )}
        <Button variant="primary" type="submit">
          {mode === 'add' ? 'Add tags' : 'Remove tags'}
        </Button>
      </span>
    </form>
  )
}
