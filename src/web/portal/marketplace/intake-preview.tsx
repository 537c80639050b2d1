import { Checkbox, Field, FieldSet, Select, TextArea, TextInput } from '../../ui/forms/field.tsx'
import type { TypedQuestion } from './typed.ts'

/** The intake form as a buyer sees it. It can be tried out but is not sent. */
export function IntakePreview({ questions }: { questions: readonly TypedQuestion[] }) {
  const asked = questions.filter((q) => q.label.trim())
  if (asked.length === 0)
    return (
      <p className="rounded-md border border-line border-dashed px-4 py-6 text-center text-muted text-sm">
        Enter a question to preview it here.
      </p>
    )
  return (
    <div className="flex flex-col gap-5 rounded-md border border-line border-dashed p-4">
      {asked.map((q) => (
        <Asked key={q.key} question={q} />
      ))}
    </div>
  )
}

function Asked({ question: q }: { question: TypedQuestion }) {
  const options = q.options.map((o) => o.text.trim()).filter(Boolean)
  const frame = {
    label: q.label,
    ...(q.help.trim() ? { hint: q.help } : {}),
    ...(q.required ? { required: true } : { optional: true }),
  }
  switch (q.type) {
    case 'choices':
      return (
        <FieldSet {...frame}>
          {options.map((o) => (
            <Checkbox key={o} label={o} />
          ))}
        </FieldSet>
      )
    case 'choice':
    case 'yes_no':
      return (
        <Field {...frame} className="sm:max-w-80">
          <Select defaultValue="">
            <option value="">Choose…</option>
            {(q.type === 'yes_no' ? ['Yes', 'No'] : options).map((o) => (
              <option key={o}>{o}</option>
            ))}
          </Select>
        </Field>
      )
    case 'long_text':
      return (
        <Field {...frame}>
          <TextArea rows={3} />
        </Field>
      )
    default:
      return (
        <Field {...frame} className="sm:max-w-80">
          <TextInput type={q.type === 'number' ? 'number' : q.type} />
        </Field>
      )
  }
}
