import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox, Field, Select, TextInput } from '../../ui/forms/field.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { getPressedKey } from '../../ui/pressed-key.ts'
import type { FieldErrors } from '../platform/data/use-sending.ts'
import { IntakePreview } from './intake-preview.tsx'
import { LinesField } from './lines-field.tsx'
import { type Question, questionTypeLabels } from './model.ts'
import { type TypedQuestion, toLineRow, toQuestionRow } from './typed.ts'
import { useReorder } from './use-reorder.ts'

interface IntakeBuilderProps {
  value: readonly TypedQuestion[]
  onChange: (value: TypedQuestion[]) => void
  errors: FieldErrors
  disabled: boolean
}

/** Maximum number of questions. */
const MOST = 30
const chooses = (type: Question['type']) => type === 'choice' || type === 'choices'

/** Edits the intake questions of a product, with a preview. */
export function IntakeBuilder({ value, onChange, errors, disabled }: IntakeBuilderProps) {
  const [side, setSide] = useState<'write' | 'look'>('write')
  const box = useRef<HTMLOListElement>(null)
  // Rendered synchronously, so that the question exists before it gets the focus.
  const put = (next: TypedQuestion[]) => flushSync(() => onChange(next))
  const order = useReorder(value, put, 'Question')
  const set = (at: number, part: Partial<TypedQuestion>) =>
    onChange(value.map((q, i) => (i === at ? { ...q, ...part } : q)))
  const focus = (at: number) =>
    box.current?.querySelectorAll<HTMLElement>('[data-question]')[at]?.querySelector('input')?.focus()
  function move(from: number, to: number) {
    order.move(from, to)
    focus(to)
  }
  return (
    <section aria-labelledby="intake-title" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="intake-title" className="font-semibold text-base">
            Setup questions
          </h2>
          <p className="mt-1 text-muted text-sm">
            The buyer answers these before setup starts. Changes apply to future purchases. Never ask for a secret. Ask
            where it is stored instead.
          </p>
        </div>
        <Segmented
          label="Question view"
          value={side}
          onChange={setSide}
          options={[
            { value: 'write', label: 'Edit' },
            { value: 'look', label: 'Form' },
          ]}
        />
      </div>
      {errors.intake && (
        <p role="alert" className="text-bad text-sm">
          {errors.intake}
        </p>
      )}
      {side === 'look' ? (
        <IntakePreview questions={value} />
      ) : (
        <>
          <ol ref={box} className="flex flex-col gap-3">
            {value.map((q, i) => (
              <QuestionCard
                key={q.key}
                at={i}
                last={i === value.length - 1}
                alone={value.length === 1}
                question={q}
                errors={errors}
                disabled={disabled}
                onChange={(part) => set(i, part)}
                onMove={(to) => move(i, to)}
                onKey={(event) => {
                  if (order.onKey(event, i)) focus(i + (getPressedKey(event) === 'ArrowUp' ? -1 : 1))
                }}
                onRemove={() => {
                  put(value.filter((_, at) => at !== i))
                  focus(Math.max(0, i - 1))
                }}
              />
            ))}
          </ol>
          {!disabled && value.length < MOST && (
            <Button
              className="self-start"
              icon={<Plus aria-hidden className="size-4" />}
              onClick={() => {
                put([...value, toQuestionRow()])
                focus(value.length)
              }}
            >
              Add question
            </Button>
          )}
        </>
      )}
      <span aria-live="polite" className="sr-only">
        {order.announcement}
      </span>
    </section>
  )
}

interface QuestionCardProps {
  at: number
  last: boolean
  alone: boolean
  question: TypedQuestion
  errors: FieldErrors
  disabled: boolean
  onChange: (part: Partial<TypedQuestion>) => void
  onMove: (to: number) => void
  onKey: (event: React.KeyboardEvent<HTMLElement>) => void
  onRemove: () => void
}

function QuestionCard(props: QuestionCardProps) {
  const { at, last, alone, question: q, errors, disabled, onChange, onMove, onKey, onRemove } = props
  const id = useId()
  const wrong = (part: string) => {
    const error = errors[`intake.${at}.${part}`]
    return error ? { error } : {}
  }
  const name = `Question ${at + 1}`
  return (
    <li data-question="" className="rounded-md border border-line bg-surface p-4 max-md:p-3">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Alt and an arrow key move it, whatever has focus */}
      <div onKeyDown={onKey} className="flex flex-col gap-4">
        <div className="flex items-center justify-between gap-2">
          <h3 id={id} className="flex min-w-0 flex-wrap gap-x-2 font-medium text-muted text-xs">
            {name}
            {q.name && <code className="font-normal [overflow-wrap:anywhere]">{q.name}</code>}
          </h3>
          {!disabled && (
            <span className="-my-1 flex">
              <IconButton
                size="sm"
                label={`Move ${name} up`}
                disabled={at === 0}
                icon={<ArrowUp aria-hidden className="size-4" />}
                onClick={() => onMove(at - 1)}
              />
              <IconButton
                size="sm"
                label={`Move ${name} down`}
                disabled={last}
                icon={<ArrowDown aria-hidden className="size-4" />}
                onClick={() => onMove(at + 1)}
              />
              <IconButton
                size="sm"
                label={`Remove ${name}`}
                disabled={alone}
                icon={<Trash2 aria-hidden className="size-4" />}
                onClick={onRemove}
              />
            </span>
          )}
        </div>
        <Field label="Question" required {...wrong('label')}>
          <TextInput
            maxLength={200}
            disabled={disabled}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            value={q.label}
            onChange={(event) => onChange({ label: event.currentTarget.value })}
          />
        </Field>
        <div className="grid items-start gap-4 sm:grid-cols-[14rem_1fr]">
          <Field label="Answer type" {...wrong('type')}>
            <Select
              value={q.type}
              disabled={disabled}
              onChange={(event) => {
                const type = event.currentTarget.value as Question['type']
                onChange({
                  type,
                  ...(chooses(type) && q.options.length < 2
                    ? { options: [...q.options, toLineRow(), toLineRow()].slice(0, 2) }
                    : {}),
                })
              }}
            >
              {(Object.keys(questionTypeLabels) as Question['type'][]).map((type) => (
                <option key={type} value={type}>
                  {questionTypeLabels[type]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Hint" optional {...wrong('help')}>
            <TextInput
              maxLength={400}
              disabled={disabled}
              value={q.help}
              onChange={(event) => onChange({ help: event.currentTarget.value })}
            />
          </Field>
        </div>
        {chooses(q.type) && (
          <LinesField
            label="Choices"
            noun="Choice"
            value={q.options}
            onChange={(options) => onChange({ options })}
            error={errors[`intake.${at}.options`]}
            errorAt={(n) => errors[`intake.${at}.options.${n}`]}
            max={MOST}
            maxLength={120}
            disabled={disabled}
          />
        )}
        <Checkbox
          label="Answer required"
          checked={q.required}
          disabled={disabled}
          onChange={(event) => onChange({ required: event.currentTarget.checked })}
        />
      </div>
    </li>
  )
}
