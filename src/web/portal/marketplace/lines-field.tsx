import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/forms/control.tsx'
import { FieldSet, TextArea } from '../../ui/forms/field.tsx'
import { getPressedKey } from '../../ui/pressed-key.ts'
import { type Line, toLineRow } from './typed.ts'
import { useReorder } from './use-reorder.ts'

interface LinesFieldProps {
  label: string
  hint?: string
  /** The name of one line, such as "Step". */
  noun: string
  value: readonly Line[]
  onChange: (value: Line[]) => void
  /** The errors of the list and of each line by index. */
  error: string | undefined
  errorAt: (at: number) => string | undefined
  max: number
  maxLength: number
  disabled?: boolean
}

/**
 * Edits an ordered list of text lines. Enter adds a line, Backspace in an empty line removes it, and Alt with an arrow
 * key moves it. Buttons do the same.
 */
export function LinesField(props: LinesFieldProps) {
  const { label, hint, noun, value, onChange, error, errorAt, max, maxLength, disabled } = props
  const id = useId()
  const box = useRef<HTMLOListElement>(null)
  // Rendered synchronously, so that letters typed right after Enter are not lost.
  const put = (next: Line[]) => flushSync(() => onChange(next))
  const order = useReorder(value, put, noun)
  const focus = (at: number) => box.current?.querySelectorAll<HTMLElement>('textarea')[at]?.focus()
  function add(at: number) {
    if (value.length >= max) return
    put([...value.slice(0, at), toLineRow(), ...value.slice(at)])
    focus(at)
  }
  function remove(at: number) {
    if (value.length === 1) return
    put(value.filter((_, i) => i !== at))
    focus(Math.max(0, at - 1))
  }
  const move = (from: number, to: number) => {
    order.move(from, to)
    focus(to)
  }
  return (
    <FieldSet label={label} required {...(hint ? { hint } : {})} {...(error ? { error } : {})}>
      <ol ref={box} className="flex flex-col gap-2">
        {value.map((line, i) => {
          const wrong = errorAt(i)
          const name = `${noun} ${i + 1}`
          return (
            <li key={line.key} className="flex flex-col gap-1">
              <div className="flex items-start gap-1 max-md:flex-wrap">
                <span aria-hidden className="tabular w-5 shrink-0 pt-2 text-muted text-xs">
                  {i + 1}
                </span>
                <TextArea
                  rows={2}
                  aria-label={name}
                  aria-invalid={wrong ? true : undefined}
                  aria-describedby={wrong ? `${id}-${i}` : undefined}
                  aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                  maxLength={maxLength}
                  disabled={disabled}
                  className="min-h-9! flex-1 max-md:basis-[calc(100%-2rem)]"
                  value={line.text}
                  onChange={(event) => {
                    const text = event.currentTarget.value.replace(/\s*\n\s*/g, ' ')
                    onChange(value.map((l, at) => (at === i ? { ...l, text } : l)))
                  }}
                  onKeyDown={(event) => {
                    if (order.onKey(event, i)) return
                    const key = getPressedKey(event)
                    if (key === 'Enter') {
                      event.preventDefault()
                      add(i + 1)
                    } else if (key === 'Backspace' && line.text === '' && value.length > 1) {
                      event.preventDefault()
                      remove(i)
                    }
                  }}
                />
                {!disabled && (
                  <span className="flex shrink-0 max-md:-mb-1 max-md:basis-full max-md:justify-end">
                    <IconButton
                      size="sm"
                      label={`Move ${name} up`}
                      disabled={i === 0}
                      icon={<ArrowUp aria-hidden className="size-4" />}
                      onClick={() => move(i, i - 1)}
                    />
                    <IconButton
                      size="sm"
                      label={`Move ${name} down`}
                      disabled={i === value.length - 1}
                      icon={<ArrowDown aria-hidden className="size-4" />}
                      onClick={() => move(i, i + 1)}
                    />
                    <IconButton
                      size="sm"
                      label={`Remove ${name}`}
                      disabled={value.length === 1}
                      icon={<X aria-hidden className="size-4" />}
                      onClick={() => remove(i)}
                    />
                  </span>
                )}
              </div>
              {wrong && (
                <div className="pl-6">
                  <FieldError id={`${id}-${i}`}>{wrong}</FieldError>
                </div>
              )}
            </li>
          )
        })}
      </ol>
      {!disabled && value.length < max && (
        <Button
          variant="ghost"
          size="sm"
          className="self-start"
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => add(value.length)}
        >
          {`Add ${noun.toLowerCase()}`}
        </Button>
      )}
      <span aria-live="polite" className="sr-only">
        {order.announcement}
      </span>
    </FieldSet>
  )
}
