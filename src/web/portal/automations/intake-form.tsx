import { ClipboardCheck } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, FieldSet, Select, TextArea, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import { useFocusWrong } from '../platform/use-focus-wrong.ts'
import { useSending } from '../platform/use-sending.ts'
import { useUnsaved } from '../platform/use-unsaved.tsx'
import { answerText, isUnanswered } from './answer-text.ts'
import { automationOptions, refreshAutomations } from './automation-queries.ts'
import { keepDraft, readDraft, type Values } from './intake-draft.ts'
import type { Automation } from './model.ts'

const ConflictDialog = lazy(() =>
  import('../platform/conflict-dialog.tsx').then((m) => ({ default: m.ConflictDialog })),
)

type Question = Automation['intake'][number]
const same = (a: unknown, b: unknown) =>
  (isUnanswered(a) && isUnanswered(b)) || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** What is sent: numbers as numbers, and nothing where nothing was answered. */
function sent(questions: readonly Question[], values: Values): Values {
  const out: Values = {}
  for (const q of questions) {
    const value = values[q.name]
    if (isUnanswered(value)) continue
    // What is no number goes as it was typed: the server says what is wrong with it.
    out[q.name] =
      q.type === 'number' && typeof value === 'string' && /^\s*-?[\d,.\s]+$/.test(value)
        ? Number(value.replace(/[,\s]/g, ''))
        : value
  }
  return out
}

/** The questions of an automation. What is typed stays in this browser until it is sent. */
export function IntakeForm({
  automation,
  onDone,
  onCancel,
}: {
  automation: Automation
  onDone?: () => void
  /** Where the answers were finished before: leaves them as they are. */
  onCancel?: () => void
}) {
  const { id, name, intake, answers, answeredAt } = automation
  // What this screen began with; another's save does not change what is typed here.
  const [base, setBase] = useState(automation)
  const [values, setValues] = useState<Values>(() => readDraft(automation) ?? answers)
  const [finishing, setFinishing] = useState(true)
  const { pending, errors, problem, theirs, send, setErrors, forget } = useSending<Automation>()
  const form = useRef<HTMLFormElement>(null)
  const focusWrong = useFocusWrong(form)
  const dirty = intake.some((q) => !same(values[q.name], base.answers[q.name]))
  const guard = useUnsaved(dirty && !pending, `the answers for ${name}`)
  if (!dirty && automation.version > base.version) {
    setBase(automation)
    setValues(automation.answers)
  }
  const set = (field: string, value: unknown) => {
    const next = { ...values, [field]: value }
    setValues(next)
    keepDraft(base, next)
    if (errors[`answers.${field}`]) setErrors({ ...errors, [`answers.${field}`]: '' })
  }
  const first = answeredAt === null

  async function save(finished: boolean, version = base.version, what = values) {
    setFinishing(finished)
    let saved: Automation | undefined
    const ok = await send(async () => {
      const put = (at: number) => client.automations.answer({ id, version: at, answers: sent(intake, what), finished })
      saved = await put(version).catch((e) => {
        // Something else of it changed: nothing that was answered.
        const now = failureOf(e)?.data?.current as Automation | undefined
        if (now && intake.every((q) => same(now.answers[q.name], base.answers[q.name]))) return put(now.version)
        throw e
      })
    })
    if (!ok || !saved) {
      focusWrong()
      return
    }
    keepDraft(base, undefined)
    setBase(saved)
    setValues(saved.answers)
    queries.setQueryData(automationOptions(id).queryKey, saved)
    void refreshAutomations()
    toast(
      finished
        ? {
            tone: 'good',
            ...(!first
              ? { title: 'Changed', description: 'Our engineers see it in the ticket.' }
              : saved.liveAt === null
                ? {
                    title: 'Thank you. The set-up begins',
                    description: 'Our engineers have a ticket with your answers.',
                  }
                : { title: 'Thank you', description: 'Our engineers have your answers.' }),
          }
        : { tone: 'good', title: 'Kept for later', description: 'The other owners see it too.' },
    )
    if (finished) onDone?.()
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={`Questions for ${name}`}
      onSubmit={(event) => {
        event.preventDefault()
        void save(true)
      }}
      className="flex flex-col gap-6"
    >
      {problem && <Banner tone="bad">{problem}</Banner>}
      {intake.map((q) => (
        <Asked
          key={q.name}
          question={q}
          value={values[q.name]}
          error={errors[`answers.${q.name}`] || undefined}
          onChange={(value) => set(q.name, value)}
        />
      ))}
      <p className="text-muted text-xs">
        Never write a password, key or token here. We connect the tools together in a call.
      </p>
      <div className="flex flex-wrap gap-2.5 max-sm:flex-col max-sm:[&>*]:h-11">
        <Button
          type="submit"
          variant="primary"
          pending={pending && finishing}
          icon={<ClipboardCheck aria-hidden className="size-4" />}
        >
          {first ? 'Send the answers' : 'Save changes'}
        </Button>
        {first && (
          <Button pending={pending && !finishing} onClick={() => void save(false)}>
            Keep for later
          </Button>
        )}
        {onCancel && (
          <Button
            variant="ghost"
            onClick={() => {
              keepDraft(base, undefined)
              setValues(base.answers)
              onCancel()
            }}
          >
            Leave as it was
          </Button>
        )}
      </div>
      {guard}
      {theirs && (
        <Suspense>
          <ConflictDialog
            what="these answers"
            rows={intake.flatMap((q) => {
              const mine = !same(values[q.name], base.answers[q.name])
              const other = !same(theirs.answers[q.name], base.answers[q.name])
              if (!mine && !other) return []
              return [
                {
                  name: q.label,
                  before: answerText(q, base.answers[q.name]),
                  theirs: answerText(q, theirs.answers[q.name]),
                  mine: mine ? answerText(q, values[q.name]) : undefined,
                  both: mine && other && !same(values[q.name], theirs.answers[q.name]),
                },
              ]
            })}
            pending={pending}
            problem={problem}
            onClose={forget}
            onTheirs={() => {
              keepDraft(base, undefined)
              setBase(theirs)
              setValues(theirs.answers)
              queries.setQueryData(automationOptions(id).queryKey, theirs)
              forget()
            }}
            onMine={() => {
              const merged = { ...theirs.answers }
              for (const q of intake) if (!same(values[q.name], base.answers[q.name])) merged[q.name] = values[q.name]
              setBase(theirs)
              setValues(merged)
              void save(finishing, theirs.version, merged)
            }}
          />
        </Suspense>
      )}
    </form>
  )
}

interface AskedProps {
  question: Question
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
}

/** One question with the control that fits it. */
function Asked({ question: q, value, error, onChange }: AskedProps) {
  const words = {
    label: q.label,
    ...(q.help ? { hint: q.help } : {}),
    ...(error ? { error } : {}),
    required: q.required,
    optional: !q.required,
  }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const line = {
    name: q.name,
    value: text,
    onChange: (e: { currentTarget: { value: string } }) => onChange(e.currentTarget.value),
  }
  switch (q.type) {
    case 'long_text':
      return (
        <Field {...words}>
          <TextArea rows={3} maxLength={5_000} {...line} />
        </Field>
      )
    case 'choices': {
      const chosen = Array.isArray(value) ? (value as string[]) : []
      return (
        <div data-wrong={error ? '' : undefined}>
          <FieldSet {...words}>
            <div className="flex flex-col gap-2.5">
              {(q.options ?? []).map((option) => (
                <Checkbox
                  key={option}
                  label={option}
                  checked={chosen.includes(option)}
                  onChange={(e) =>
                    onChange(
                      e.currentTarget.checked
                        ? (q.options ?? []).filter((o) => o === option || chosen.includes(o))
                        : chosen.filter((o) => o !== option),
                    )
                  }
                />
              ))}
            </div>
          </FieldSet>
        </div>
      )
    }
    case 'choice':
      return (
        <Field {...words}>
          <Select className="max-w-md" {...line}>
            <option value="">Choose…</option>
            {(q.options ?? []).map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </Select>
        </Field>
      )
    case 'yes_no':
      return (
        <Field {...words}>
          <Select
            className="max-w-40"
            name={q.name}
            value={value === true ? 'yes' : value === false ? 'no' : ''}
            onChange={(e) => onChange(e.currentTarget.value === '' ? undefined : e.currentTarget.value === 'yes')}
          >
            <option value="">Choose…</option>
            <option value="yes">Yes</option>
            <option value="no">No</option>
          </Select>
        </Field>
      )
    default:
      return (
        <Field {...words}>
          <TextInput {...KINDS[q.type]} {...line} />
        </Field>
      )
  }
}

const KINDS = {
  text: { maxLength: 200 },
  number: { inputMode: 'decimal' as const, autoComplete: 'off', className: 'max-w-48' },
  email: { type: 'email', inputMode: 'email' as const, autoCapitalize: 'none', spellCheck: false, maxLength: 255 },
  url: { type: 'url', inputMode: 'url' as const, autoCapitalize: 'none', spellCheck: false, maxLength: 2_000 },
  date: { type: 'date', className: 'max-w-48' },
} as const
