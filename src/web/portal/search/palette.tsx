import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  Building2,
  Contact,
  CornerDownLeft,
  FolderKanban,
  type LucideIcon,
  Package,
  ReceiptText,
  Search,
  Signature,
  Store,
  Target,
  Ticket,
  UserRound,
  WifiOff,
  Workflow,
  X,
  Zap,
} from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { CommandDialog } from '../../ui/overlays/command-dialog.tsx'
import { getPressedKey } from '../../ui/pressed-key.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Marked } from '../../ui/text/marked.tsx'
import { currentActions } from '../platform/actions.ts'
import { api, parseFailure } from '../platform/data/api.ts'
import { useDebounced } from '../platform/data/use-debounced.ts'
import { getModifier } from '../platform/keyboard/shortcuts.ts'
import { openDocument } from '../platform/loading/open-document.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { listRecent, rememberRecent } from '../platform/session/recent.ts'
import { isInPortal } from '../platform/session/redirect.ts'
import { listDestinations } from './destinations.ts'
import { type Entry, groupEntries, type Screens } from './entries.ts'

const WAIT_MS = 120

const ICONS: Record<NonNullable<Entry['kind']>, LucideIcon> = {
  ticket: Ticket,
  automation: Workflow,
  company: Building2,
  contact: Contact,
  client: Store,
  user: UserRound,
  lead: Target,
  agreement: Signature,
  product: Package,
  invoice: ReceiptText,
  project: FolderKanban,
  action: Zap,
}

interface PaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  screens: Screens
}

/** The command palette: finds screens, records and actions. Works entirely by keyboard. */
export function Palette({ open, onOpenChange, screens }: PaletteProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <CommandDialog open={open} onOpenChange={onOpenChange} title="Search" initialFocus={input}>
      <Finder input={input} screens={screens} onClose={() => onOpenChange(false)} />
    </CommandDialog>
  )
}

function Finder({
  input,
  screens,
  onClose,
}: {
  input: React.RefObject<HTMLInputElement | null>
  screens: Screens
  onClose: () => void
}) {
  const { isInternalUser, role } = useAuth()
  const navigate = useNavigate()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string>()
  const typed = text.trim()
  const q = useDebounced(typed, WAIT_MS)
  // The actions and recent items at the time the palette opens.
  const [now] = useState(() => ({ actions: currentActions(), recent: listRecent() }))
  const destinations = useMemo(
    () => listDestinations(role ?? (isInternalUser ? 'engineer' : 'member')),
    [isInternalUser, role],
  )
  // A newer query aborts the previous one, whose response is no longer needed.
  const query = useQuery({
    ...api.search.everywhere.queryOptions({ input: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const settled = typed === q && !query.isPlaceholderData && (query.isSuccess || query.fetchStatus !== 'fetching')
  // The previous results stay visible until the new ones arrive, but cannot be chosen.
  const hits = typed === '' ? [] : (query.data?.items ?? [])
  const groups = groupEntries(typed, {
    screens,
    ...now,
    destinations,
    hits,
    instead: query.data?.instead ?? null,
  })
  const allTickets: Entry[] =
    typed === ''
      ? []
      : [
          {
            id: 'all tickets',
            title: `Search all tickets for “${typed}”`,
            icon: Search,
            path: `${isInternalUser ? '/admin/tickets' : '/tickets'}?status=all&q=${encodeURIComponent(typed)}`,
          },
        ]
  const late = typed !== '' && !settled
  const isOld = (entry: Entry) => late && entry.kind !== undefined && entry.kind !== 'action'
  const all = [...groups.flatMap((g) => g.entries.filter((e) => !isOld(e))), ...allTickets]
  const at = Math.max(
    0,
    all.findIndex((e) => e.id === chosen),
  )
  // The last line must not be the active choice before the results above it are known.
  const active = late && chosen === undefined && all[at] === allTickets[0] ? undefined : all[at]
  const offline = typed !== '' && (query.fetchStatus === 'paused' || parseFailure(query.error)?.code === 'OFFLINE')
  const found = groups.reduce((n, g) => n + g.entries.length, 0)

  useEffect(() => {
    if (active) list.current?.querySelector(`[data-active]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  // Enter that was pressed before the results were known opens the first of them.
  const [awaited, setAwaited] = useState<{ elsewhere: boolean }>()
  const choose = (entry: Entry | undefined, elsewhere: boolean) => {
    if (!entry) return
    if (entry.recent) rememberRecent(entry.recent)
    if (entry.path && elsewhere) {
      window.open(entry.path, '_blank', 'noopener')
      return
    }
    onClose()
    // Public pages are separate documents.
    if (entry.path && !isInPortal(entry.path)) void openDocument(entry.path)
    else if (entry.path) void navigate(entry.path)
    // The dialog first returns the focus, so that what opens next can take it.
    else if (entry.run) setTimeout(entry.run)
  }
  useEffect(() => {
    if (!awaited || late) return
    setAwaited(undefined)
    choose(active, awaited.elsewhere)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const key = getPressedKey(event)
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      setAwaited(undefined)
      const step = key === 'ArrowDown' ? 1 : -1
      setChosen(all[(at + step + all.length) % all.length]?.id)
    } else if (key === 'PageDown' || key === 'PageUp') {
      event.preventDefault()
      setChosen(all[Math.min(all.length - 1, Math.max(0, at + (key === 'PageDown' ? 8 : -8)))]?.id)
    } else if (key === 'Enter') {
      event.preventDefault()
      const elsewhere = event.ctrlKey || event.metaKey
      if (active) choose(active, elsewhere)
      else if (late) setAwaited({ elsewhere })
    }
  }

  const line = (entry: Entry) => {
    const on = entry === active
    const old = isOld(entry)
    const Icon = entry.icon ?? (entry.kind ? ICONS[entry.kind] : Search)
    const press = (event: MouseEvent) => choose(entry, event.ctrlKey || event.metaKey || event.button === 1)
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the active option
      // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
      <div
        key={entry.id}
        id={old ? undefined : `${id}-${all.indexOf(entry)}`}
        role="option"
        aria-selected={on}
        aria-disabled={old || undefined}
        data-active={on || undefined}
        onMouseMove={old ? undefined : () => setChosen(entry.id)}
        onClick={old ? undefined : press}
        onAuxClick={old ? undefined : press}
        className="aria-disabled:cursor-default aria-disabled:opacity-50 flex min-h-10 cursor-pointer select-none items-center gap-3 rounded-sm px-3 py-2 data-active:mark-active data-active:bg-line max-md:min-h-12 forced-colors:data-active:bg-[Highlight] forced-colors:data-active:text-[HighlightText]"
      >
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          <span className="flex min-w-0 items-baseline gap-2.5 max-md:flex-col max-md:gap-0">
            <bdi className="min-w-0 max-w-full truncate">
              {entry.pieces ? <Marked pieces={entry.pieces} /> : entry.title}
            </bdi>
            {entry.detail && (
              <span className="tabular max-w-full truncate text-muted text-xs md:min-w-24 md:flex-1 md:shrink-0 md:basis-0">
                {entry.detail}
              </span>
            )}
          </span>
          {entry.text && (
            <span className="mt-0.5 block truncate text-muted text-xs">
              <Marked pieces={entry.text} />
            </span>
          )}
        </span>
        {entry.keys && <Kbd keys={entry.keys} />}
        {on && !entry.keys && <CornerDownLeft aria-hidden className="size-3.5 shrink-0 text-muted max-md:hidden" />}
      </div>
    )
  }

  return (
    <>
      <div className="flex items-center gap-3 border-line border-b px-4 max-md:pr-1.5" data-palette="">
        <Search aria-hidden className={cx('size-4 shrink-0 text-muted', awaited && 'animate-pulse')} />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Search"
          aria-autocomplete="list"
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active && `${id}-${at}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          placeholder={isInternalUser ? 'Tickets, companies, people, screens…' : 'Tickets, people, clients, screens…'}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setChosen(undefined)
            setAwaited(undefined)
          }}
          onKeyDown={onKeyDown}
          className="h-13 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
        {awaited && (
          <span aria-hidden className="text-muted text-sm">
            Searching…
          </span>
        )}
        <span className="max-md:hidden">
          <Kbd keys={['Esc']} />
        </span>
        <IconButton
          className="!size-11 md:hidden"
          label="Close"
          icon={<X aria-hidden className="size-5" />}
          onClick={onClose}
        />
      </div>
      <p role="status" className="sr-only">
        {awaited
          ? 'Searching…'
          : typed !== '' && settled && !offline && (found === 1 ? '1 result' : `${found || 'No'} results`)}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only prevents the input from losing focus */}
      <div
        ref={list}
        className="scroll-thin min-h-0 flex-1 scroll-py-2 overflow-y-auto p-2"
        onMouseDown={(event) => {
          if (!(event.target as Element).closest('button')) event.preventDefault()
        }}
      >
        {offline ? (
          <p className="flex items-center gap-3 px-3 py-3 text-muted">
            <WifiOff aria-hidden className="size-4 shrink-0" />
            You’re offline. Screens and actions still work.
          </p>
        ) : query.isError && typed !== '' ? (
          <div className="flex items-center gap-3 px-3 py-2">
            <p className="min-w-0 flex-1 text-muted">
              {parseFailure(query.error)?.message ?? 'The search couldn’t be completed.'}
            </p>
            <Button size="sm" pending={query.isFetching} onClick={() => void query.refetch()}>
              Try again
            </Button>
          </div>
        ) : null}
        {typed !== '' && found === 0 && settled && !offline && !query.isError && (
          <div className="px-3 pt-4 pb-5">
            <p className="font-medium">No results for “{typed}”</p>
            <p className="mt-1 text-muted">Try fewer words or a ticket number such as T-1042.</p>
          </div>
        )}
        <div id={`${id}-list`} role="listbox" aria-label="Results" aria-busy={!settled || undefined}>
          {groups.map((group, g) => (
            // biome-ignore lint/a11y/useSemanticElements: there is no element for a group of options
            <div key={group.label} role="group" aria-labelledby={`${id}-g${g}`}>
              <div id={`${id}-g${g}`} className="px-3 pt-2.5 pb-1 font-medium text-muted text-xs">
                {group.label}
              </div>
              {group.entries.map(line)}
            </div>
          ))}
          {allTickets.length > 0 && (
            <div className={cx(found > 0 && 'mt-2 border-line border-t pt-2')} role="presentation">
              {allTickets.map(line)}
            </div>
          )}
        </div>
        {typed !== '' && query.isPending && !offline && !query.isError && (
          <div aria-hidden className="flex flex-col gap-3.5 px-3 py-3">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-4 w-1/2" />
          </div>
        )}
      </div>
      <footer className="flex items-center gap-5 border-line border-t px-4 py-2.5 text-muted text-xs max-md:hidden">
        <span className="flex items-center gap-2">
          <Kbd keys={['↑', '↓']} /> select
        </span>
        <span className="flex items-center gap-2">
          <Kbd keys={['Enter']} /> open
        </span>
        <span className="flex items-center gap-2">
          <Kbd keys={[getModifier(), 'Enter']} /> new tab
        </span>
      </footer>
    </>
  )
}
