import { Bold, Code, Italic, Link, List } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { TextArea } from '../../../ui/forms/field.tsx'
import { getPressedKey } from '../../../ui/pressed-key.ts'
import { MarkdownText } from '../../../ui/text/markdown-text.tsx'
import { getModifier, isMac } from '../../platform/keyboard/shortcuts.ts'
import { useOnDemand } from '../../platform/loading/on-demand.tsx'
import { type Mark, markEdit } from './markdown-marks.ts'
import { addMarks, buildInsertion, type CursorSearch, findTrigger, type Named } from './mention-marks.ts'
import type { PickerHandle } from './text-picker.tsx'

const loadPicker = () => import('./text-picker.tsx')

/** The imperative handle of an editor, for forms and shortcuts. */
export type EditorHandle = {
  focus: () => void
  /** Inserts text at the cursor. `line` starts a new line first if the current one is not empty. */
  type: (text: string, line?: boolean) => void
}

/** The items that can be inserted while typing: people with `@`, and for staff canned replies with `/`. */
type InsertableItems = {
  ticketId: string
  kind: 'reply' | 'note'
  canned: boolean
  people: readonly Named[]
  onPerson: (person: Named) => void
}

interface MarkdownEditorProps {
  /** The textarea's name if no `Field` names it. */
  label?: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  placeholder?: string
  rows?: 3 | 6 | 10
  /** Uses the background of an internal note. */
  tint?: boolean
  disabled?: boolean
  /** Shown at the bottom, inside the frame. */
  footer?: ReactNode
  reachable?: InsertableItems
  ref?: Ref<EditorHandle>
}

const tools: { mark: Mark; label: string; key?: string; icon: ReactNode }[] = [
  { mark: 'bold', label: 'Bold', key: 'B', icon: <Bold aria-hidden className="size-4" /> },
  { mark: 'italic', label: 'Italic', key: 'I', icon: <Italic aria-hidden className="size-4" /> },
  { mark: 'code', label: 'Code', icon: <Code aria-hidden className="size-4" /> },
  { mark: 'list', label: 'List', icon: <List aria-hidden className="size-4" /> },
  { mark: 'link', label: 'Link', icon: <Link aria-hidden className="size-4" /> },
]

/** A Markdown editor with buttons for common formatting and a preview. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { label, value, onChange, onBlur, placeholder, rows = 6, tint, disabled, footer, reachable } = props
  const [preview, setPreview] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  useImperativeHandle(
    props.ref,
    () => ({
      focus() {
        flushSync(() => setPreview(false))
        area.current?.focus()
      },
      type(text, line) {
        flushSync(() => setPreview(false))
        const box = area.current
        if (!box) return
        const before = box.value.slice(0, box.selectionStart)
        const gap = line ? (before === '' || before.endsWith('\n') ? '' : '\n') : /(^|[\s(])$/.test(before) ? '' : ' '
        replace(box, box.selectionStart, box.selectionEnd, gap + text)
      },
    }),
    [],
  )

  const picker = useOnDemand(loadPicker)
  const { get: getPicker } = picker
  const keys = useRef<PickerHandle>(null)
  /** Set while text is inserted, so that it does not open the picker. */
  const inserting = useRef(false)
  const [reach, setReach] = useState<CursorSearch>()
  const [active, setActive] = useState<string>()
  const closePicker = useCallback(() => setReach(undefined), [])
  /** Opens the picker if the text before the cursor asks for it. */
  function look(box: HTMLTextAreaElement) {
    if (!reachable || inserting.current) return
    const found =
      box.selectionStart === box.selectionEnd
        ? findTrigger(box.value.slice(0, box.selectionStart), reachable.canned, reachable.people)
        : undefined
    setReach(found)
    if (found) void getPicker()
  }
  function insert(text: string) {
    const box = area.current
    if (!box || !reach) return
    setReach(undefined)
    inserting.current = true
    replace(box, reach.from, box.selectionStart, text)
    inserting.current = false
  }

  const apply = (mark: Mark) => area.current && put(area.current, mark)
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const key = getPressedKey(event)
    if (picker.module && reach && !event.ctrlKey && !event.metaKey && keys.current?.key(key)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    // Leave the text, so that single-key shortcuts work again without the mouse.
    if (key === 'Escape') event.currentTarget.blur()
    if (!(isMac() ? event.metaKey : event.ctrlKey) || event.altKey || event.shiftKey) return
    const mark = { b: 'bold' as const, i: 'italic' as const }[key.toLowerCase()]
    if (!mark) return
    event.preventDefault()
    apply(mark)
  }

  return (
    <div
      className={cx(
        'flex min-w-0 flex-col rounded-md border border-edge outline-accent outline-offset-2 transition-colors hover:border-muted has-[textarea:focus-visible]:outline-2 has-[textarea[aria-invalid]]:border-bad',
        tint ? 'bg-warn/4' : 'bg-ink',
      )}
    >
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 border-line border-b px-1.5 py-1">
        <div role="tablist" aria-label="Editor" className="flex gap-0.5">
          <Tab id={`${id}-write`} panel={`${id}-panel`} on={!preview} onSelect={() => setPreview(false)}>
            Write
          </Tab>
          <Tab id={`${id}-preview`} panel={`${id}-panel`} on={preview} onSelect={() => setPreview(true)}>
            Preview
          </Tab>
        </div>
        {!preview && (
          <div role="toolbar" aria-label="Formatting" className="flex gap-0.5">
            {tools.map(({ mark, label: name, key, icon }) => (
              <IconButton
                key={mark}
                size="sm"
                label={name}
                title={key ? `${name} (${getModifier()}+${key})` : name}
                icon={icon}
                disabled={disabled}
                // Keep the focus in the text.
                onMouseDown={(event) => event.preventDefault()}
                // After a click on “Send” this button may move under the pointer: ignore the second click of a double
                // click.
                onClick={(event) => event.detail < 2 && apply(mark)}
              />
            ))}
          </div>
        )}
      </div>
      <div
        role="tabpanel"
        className="relative"
        id={`${id}-panel`}
        aria-labelledby={preview ? `${id}-preview` : `${id}-write`}
      >
        {preview && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long preview must scroll by keyboard
          <div tabIndex={0} className={cx('scroll-thin max-h-[60vh] overflow-y-auto px-3 py-2.5', heights[rows])}>
            {value.trim() ? (
              <MarkdownText text={addMarks(value, reachable?.people ?? [])} people={reachable?.people} />
            ) : (
              <p className="text-muted">Nothing to preview yet.</p>
            )}
          </div>
        )}
        <TextArea
          ref={area}
          aria-label={label}
          rows={rows}
          value={value}
          disabled={disabled}
          hidden={preview}
          placeholder={placeholder}
          {...(reach && picker.module
            ? { 'aria-controls': `${id}-choices`, 'aria-activedescendant': active, 'aria-autocomplete': 'list' }
            : {})}
          onChange={(event) => {
            onChange(event.currentTarget.value)
            look(event.currentTarget)
          }}
          onBlur={() => {
            setReach(undefined)
            onBlur?.()
          }}
          onKeyDown={onKeyDown}
          className="!rounded-none !border-0 !bg-transparent !outline-none"
        />
        {reachable && reach && picker.module && (
          <picker.module.TextPicker
            ref={keys}
            id={`${id}-choices`}
            reach={reach}
            ticketId={reachable.ticketId}
            kind={reachable.kind}
            onPerson={(person) => {
              reachable.onPerson(person)
              insert(buildInsertion(person, reachable.people))
            }}
            onText={insert}
            onClose={closePicker}
            onActive={setActive}
          />
        )}
      </div>
      {footer && <div className="flex flex-wrap items-center gap-2 border-line border-t px-1.5 py-1.5">{footer}</div>}
    </div>
  )
}

const heights = { 3: 'min-h-20', 6: 'min-h-36', 10: 'min-h-56' }

interface TabProps {
  id: string
  panel: string
  on: boolean
  onSelect: () => void
  children: ReactNode
}

function Tab({ id, panel, on, onSelect, children }: TabProps) {
  return (
    <button
      type="button"
      role="tab"
      id={id}
      aria-selected={on}
      aria-controls={panel}
      tabIndex={on ? 0 : -1}
      onClick={onSelect}
      onKeyDown={(event) => {
        const key = getPressedKey(event)
        if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
        const other = event.currentTarget.parentElement?.querySelector<HTMLButtonElement>('[aria-selected="false"]')
        other?.focus()
        other?.click()
      }}
      className="h-7 rounded-sm px-2.5 font-medium max-md:h-11 text-muted text-xs transition-colors hover:text-text aria-selected:mark-chosen aria-selected:bg-line aria-selected:text-text"
    >
      {children}
    </button>
  )
}

/** Applies formatting so that the browser's undo includes it. */
function put(area: HTMLTextAreaElement, mark: Mark) {
  const edit = markEdit(area.value, area.selectionStart, area.selectionEnd, mark)
  replace(area, edit.from, edit.to, edit.insert)
  area.setSelectionRange(...edit.select)
}

function replace(area: HTMLTextAreaElement, from: number, to: number, text: string) {
  area.focus()
  area.setSelectionRange(from, to)
  // Deprecated, but the only way to keep undo.
  if (!document.execCommand('insertText', false, text)) {
    area.setRangeText(text, from, to, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
