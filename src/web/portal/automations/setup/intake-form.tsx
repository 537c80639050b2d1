import { ClipboardCheck } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Field, FieldSet, Select, TextArea, TextInput } from '../../../ui/forms/field.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../../platform/data/api.ts'
import { queries } from '../../platform/data/queries.ts'
import { useSending } from '../../platform/data/use-sending.ts'
import { mergeForm } from '../../platform/forms/merge-form.ts'
import { useFocusWrong } from '../../platform/forms/use-focus-wrong.ts'
import { useUnsaved } from '../../platform/forms/use-unsaved.tsx'
import { lazy } from '../../platform/loading/lazy.ts'
import { automationOptions, refreshAutomations } from '../automation-queries.ts'
import type { Automation } from '../model.ts'
import { answerText, isUnanswered } from './answer-text.ts'
import { keepDraft, readIntakeDraft, type Values } from './intake-draft.ts'

const ConflictDialog = lazy(() =>
  import('../../platform/forms/conflict-dialog.tsx').then((m) => ({ default: m.ConflictDialog })),
)

type Question = Automation['intake'][number]
const same = (a: unknown, b: unknown) =>
  (isUnanswered(a) && isUnanswered(b)) || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Converts the typed values to the answers that are sent: numbers as numbers, without empty answers. */
function sent(questions: readonly Question[], values: Values): Values {
  const out: Values = {}
  for (const q of questions) {
    const value = values[q.name]
    if (isUnanswered(value)) continue
    // Send anything that is not a number as typed, so that the server reports the error.
    out[q.name] =
      q.type === 'number' && typeof value === 'string' && /^\s*-?[\d,.\s]+$/.test(value)
        ? Number(value.replace(/[,\s]/g, ''))
        : value
  }
  return out
}

/** The intake form of an automation. Typed answers are stored in this browser until they are sent. */
export function IntakeForm({
  automation,
  onDone,
  onCancel,
}: {
  automation: Automation
  onDone?: () => void
  /** Leaves finished answers unchanged. Present only when the answers were finished before. */
  onCancel?: () => void
}) {
  const { id, name, intake, answers, answeredAt } = automation
  // The version that the form started from. Changes saved by others do not change what was typed here.
  const [base, setBase] = useState(automation)
  const [values, setValues] = useState<Values>(() => readIntakeDraft(automation) ?? answers)
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
        // The automation changed, but none of its answers did. Retry with the new version.
        const now = parseFailure(e)?.data?.current as Automation | undefined
        if (now && intake.every((q) => same(now.answers[q.name], base.answers[q.name]))) return put(now.version)
        throw e
      })
    })
    if (!ok || !saved) {
      focusWrong()
      return
    }
    keepDraft(base, undefined)
    const { answers: kept } = saved
    setBase(saved)
    // Keep what was typed while the answers were being sent.
    setValues((now) => mergeForm(what, { ...now, ...what, ...kept }, now))
    queries.setQueryData(automationOptions(id).queryKey, saved)
    void refreshAutomations()
    showToast(
      finished
        ? {
            tone: 'good',
            ...(!first
              ? { title: 'Answers updated', description: 'Our engineers see the changes in the setup ticket.' }
              : saved.liveAt === null
                ? {
                    title: 'Answers sent',
                    description: 'Setup has started. Our engineers have a ticket with your answers.',
                  }
                : { title: 'Answers sent', description: 'Our engineers have them now.' }),
          }
        : { tone: 'good', title: 'Draft saved', description: 'Other owners of your company can continue it.' },
    )
    if (finished) onDone?.()
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={`Setup questions for ${name}`}
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
        Never enter a password, key or token here. We connect your tools with you on a call.
      </p>
      <div className="flex flex-wrap gap-2.5 max-sm:flex-col max-sm:[&>*]:h-11">
        <Button
          type="submit"
          variant="primary"
          pending={pending && finishing}
          icon={<ClipboardCheck aria-hidden className="size-4" />}
        >
          {first ? 'Send answers' : 'Save changes'}
        </Button>
        {first && (
          <Button pending={pending && !finishing} onClick={() => void save(false)}>
            Save draft
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
            Cancel
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
              forget()
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

/** One question with the matching control. */
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
