import { Combobox as Base } from '@base-ui/react/combobox'
import { X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { cx } from './cx'
import { controlClass, useWiring } from './field'
import { popupClass } from './popup-class'

interface TagInputProps {
  value: readonly string[]
  onChange: (value: string[]) => void
  /** What is offered while typing; anything else can be typed as well. */
  suggestions: readonly { name: string; detail?: string }[]
  placeholder?: string
  /** Characters of one tag. */
  maxLength?: number
  /** Tags in all. */
  max?: number
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/**
 * Several words, from suggestions or typed freely: arrow keys and Enter choose, a comma ends a word, Backspace takes the
 * last one back, the left arrow goes among those that are there. Stands inside a `Field`.
 */
export function TagInput({ value, onChange, suggestions, placeholder, maxLength = 50, max = 40 }: TagInputProps) {
  const wiring = useWiring({})
  const [typed, setTyped] = useState('')
  const word = typed.trim().replace(/\s+/g, ' ').slice(0, maxLength)
  const details = useMemo(() => new Map(suggestions.map((s) => [s.name, s.detail])), [suggestions])
  const known = suggestions.find((s) => same(s.name, word))?.name
  const chosen = value.find((v) => same(v, word))
  const items = useMemo(() => {
    const names = suggestions.map((s) => s.name)
    return word && !known && !chosen ? [...names, word] : names
  }, [suggestions, word, known, chosen])
  const full = value.length >= max

  const add = (name: string) => {
    setTyped('')
    if (!full && name && !value.some((v) => same(v, name))) onChange([...value, name])
  }
  return (
    <Base.Root
      items={items}
      multiple
      autoHighlight
      value={value as string[]}
      onValueChange={(next) => {
        setTyped('')
        if (next.length <= max) onChange(next)
      }}
      inputValue={typed}
      onInputValueChange={(next) => {
        if (!next.includes(',')) return setTyped(next)
        // Pasted lists come in as several.
        const words = next.split(',').map((w) => w.trim().slice(0, maxLength))
        const fresh = words.filter((w, i) => w && words.findIndex((x) => same(x, w)) === i)
        const merged = [...value, ...fresh.filter((w) => !value.some((v) => same(v, w)))]
        setTyped('')
        onChange(merged.map((w) => suggestions.find((s) => same(s.name, w))?.name ?? w).slice(0, max))
      }}
      filter={(name: string, query) => {
        const q = query.trim().toLowerCase()
        if (value.some((v) => same(v, name))) return false
        return q === '' || name.toLowerCase().includes(q) || (details.get(name)?.toLowerCase().includes(q) ?? false)
      }}
      limit={40}
    >
      <Base.InputGroup className="block">
        <Base.Chips
          className={cx(
            controlClass,
            'flex min-h-9 flex-wrap items-center gap-1.5 px-1.5 py-1 outline-accent outline-offset-2 has-[input:focus-visible]:outline-2 max-md:min-h-11',
          )}
        >
          {value.map((name) => (
            <Base.Chip
              key={name}
              aria-label={name}
              className="inline-flex h-6 max-w-full items-center gap-1 rounded-sm border border-line bg-raised pl-2 text-sm outline-none data-highlighted:border-accent focus-within:border-accent focus:border-accent max-md:h-8"
            >
              <span className="truncate">{name}</span>
              <Base.ChipRemove
                aria-label={`Remove ${name}`}
                className="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:text-text max-md:size-8"
              >
                <X aria-hidden className="size-3.5" />
              </Base.ChipRemove>
            </Base.Chip>
          ))}
          <Base.Input
            {...wiring}
            autoComplete="off"
            spellCheck={false}
            disabled={full && typed === ''}
            placeholder={value.length === 0 ? placeholder : undefined}
            onKeyDown={(event) => {
              if (event.key === 'Tab' && word && !event.shiftKey && known) {
                event.preventDefault()
                add(known)
              }
            }}
            className="h-6 min-w-28 flex-1 bg-transparent px-1.5 text-base text-text outline-none! placeholder:text-muted placeholder:opacity-100 max-md:h-8 md:text-sm"
          />
        </Base.Chips>
      </Base.InputGroup>
      <Base.Portal role="region" aria-label="Suggestions">
        <Base.Positioner sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup className={cx(popupClass, 'w-(--anchor-width) max-w-(--available-width)')}>
            <Base.Empty>
              <p className="px-3 py-3 text-muted text-sm">{chosen ? `${chosen} is there already.` : 'Type a name.'}</p>
            </Base.Empty>
            <Base.List className="scroll-thin max-h-[min(18rem,var(--available-height))] overflow-y-auto p-1 outline-none data-empty:p-0">
              {(name: string) => (
                <Base.Item
                  key={name}
                  value={name}
                  className="flex min-h-8 cursor-pointer select-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 outline-none data-highlighted:bg-line max-md:min-h-11 forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText]"
                >
                  <span className="min-w-0 flex-1 truncate">{details.has(name) ? name : `Add “${name}”`}</span>
                  {details.get(name) && <span className="shrink-0 text-muted text-xs">{details.get(name)}</span>}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
