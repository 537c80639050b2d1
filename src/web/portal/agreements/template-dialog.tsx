import { useState } from 'react'
import { Field, Select, TextInput } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import { client } from '../platform/api.ts'
import { EditFrame } from '../platform/edit-frame.tsx'
import { useSending } from '../platform/use-sending.ts'
import { refreshAgreements } from './agreement-queries.ts'
import { fieldOf, type Typed, termsIn, typedOf } from './form-model.ts'
import { type Template, type Type, typeLabels, types, type Variable } from './model.ts'
import { Preview } from './preview.tsx'
import { SourceField } from './source-field.tsx'
import { TermsFields } from './terms-fields.tsx'

type Form = { name: string; type: Type; body: string; typed: Typed }
const formOf = (t: Template | undefined): Form => ({
  name: t?.name ?? '',
  type: t?.type ?? 'block_hours',
  body: t?.body ?? '',
  typed: typedOf(t?.terms ?? {}),
})
type Part = 'text' | 'terms' | 'preview'

interface TemplateDialogProps {
  /** None: a new one. */
  template: Template | undefined
  variables: readonly Variable[]
  readOnly: boolean
  onClose: () => void
}

/** A template: its text with variables, the terms that an agreement begins with, and how it reads. */
export function TemplateDialog({ template, variables, readOnly, onClose }: TemplateDialogProps) {
  const [base, setBase] = useState(template)
  const [form, setForm] = useState(() => formOf(template))
  const [part, setPart] = useState<Part>(readOnly ? 'preview' : 'text')
  const { pending, errors, problem, theirs, send, setErrors, forget } = useSending<Template>()
  const set = (more: Partial<Form>) => setForm((now) => ({ ...now, ...more }))
  const dirty = JSON.stringify(form) !== JSON.stringify(formOf(base))

  async function save(version = base?.version) {
    const read = termsIn(form.type, form.typed)
    const wrong: Record<string, string> = {}
    if ('wrong' in read) for (const [field, words] of Object.entries(read.wrong)) wrong[`terms.${field}`] = words
    if (form.name.trim() === '') wrong.name = 'Give it a name.'
    if (form.body.trim() === '') wrong.body = 'Write the text.'
    if (Object.keys(wrong).length > 0 || 'wrong' in read) {
      if (!wrong.body && !wrong.name) setPart('terms')
      else setPart('text')
      return setErrors(wrong)
    }
    // An agreement has days of its own.
    const { startsOn: _, endsOn: __, ...terms } = read.terms
    const content = { name: form.name, type: form.type, body: form.body, terms }
    const ok = await send(() =>
      base && version !== undefined
        ? client.agreements.editTemplate({ id: base.id, version, ...content })
        : client.agreements.createTemplate(content),
    )
    if (!ok) return
    void refreshAgreements()
    toast({ title: base ? 'Template saved' : 'Template added', tone: 'good' })
    onClose()
  }
  const conflict =
    theirs && base
      ? {
          rows: (['name', 'type', 'body'] as const)
            .filter((key) => theirs[key] !== base[key] || form[key] !== base[key])
            .map((key) => ({
              name: { name: 'Name', type: 'Type', body: 'Text' }[key],
              before: said(key, base[key]),
              theirs: theirs[key] === base[key] ? said(key, base[key]) : `${said(key, theirs[key])} (changed)`,
              mine: form[key] === base[key] ? undefined : `${said(key, form[key])} (changed)`,
              both: theirs[key] !== base[key] && form[key] !== base[key] && theirs[key] !== form[key],
            })),
          onTheirs: () => {
            setBase(theirs)
            setForm(formOf(theirs))
            forget()
          },
          onMine: () => void save(theirs.version),
        }
      : undefined
  const termErrors = Object.fromEntries(
    Object.entries(errors).flatMap(([path, words]) => {
      const [, name] = /^terms\.(.+)$/.exec(path) ?? []
      return name ? [[fieldOf[name] ?? name, words]] : []
    }),
  )

  return (
    <EditFrame
      title={base ? base.name : 'New template'}
      dirty={dirty && !readOnly}
      pending={pending}
      problem={problem}
      conflict={conflict}
      save={readOnly ? 'Close' : base ? 'Save template' : 'Add template'}
      onSave={() => (readOnly ? onClose() : void save())}
      onClose={onClose}
    >
      {!readOnly && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Name" required {...(errors.name ? { error: errors.name } : {})}>
            <TextInput
              value={form.name}
              maxLength={100}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
          </Field>
          <Field label="Type">
            <Select value={form.type} onChange={(event) => set({ type: event.currentTarget.value as Type })}>
              {types.map((t) => (
                <option key={t} value={t}>
                  {typeLabels[t]}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      )}
      {!readOnly && (
        <Segmented
          label="Show"
          className="w-full sm:w-96"
          value={part}
          onChange={setPart}
          options={[
            { value: 'text', label: 'Text' },
            { value: 'terms', label: 'Usual terms' },
            { value: 'preview', label: 'Preview' },
          ]}
        />
      )}
      {part === 'text' && (
        <SourceField
          label="Text"
          value={form.body}
          onChange={(body) => set({ body })}
          variables={variables}
          error={errors.body}
        />
      )}
      {part === 'terms' && (
        <TermsFields
          type={form.type}
          value={form.typed}
          onChange={(more) => setForm((now) => ({ ...now, typed: { ...now.typed, ...more } }))}
          errors={termErrors}
        />
      )}
      {part === 'preview' && (
        <Preview companyId={null} type={form.type} name={form.name} typed={form.typed} source={form.body} />
      )}
    </EditFrame>
  )
}

const said = (key: 'name' | 'type' | 'body', value: string) =>
  key === 'type' ? typeLabels[value as Type] : key === 'name' ? value : `${value.length.toLocaleString('en-US')} signs`
