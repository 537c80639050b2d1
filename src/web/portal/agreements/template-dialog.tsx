import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field, Select, TextInput } from '../../ui/forms/field.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { useSending } from '../platform/data/use-sending.ts'
import { EditFrame } from '../platform/forms/edit-frame.tsx'
import { mergeForm } from '../platform/forms/merge-form.ts'
import { levelsOptions, refreshAgreements } from './agreement-queries.ts'
import { compareAgreements } from './differences.ts'
import { fieldOf, parseTerms, type Typed, toTypedTerms } from './form-model.ts'
import { agreementTypeLabels, type Template, type Type, types, type Variable } from './model.ts'
import { AgreementPreview } from './preview.tsx'
import { SourceField } from './source-field.tsx'
import { TermsFields } from './terms-fields.tsx'

type Form = { name: string; type: Type; source: string; typed: Typed }
const formOf = (t: Template | undefined): Form => ({
  name: t?.name ?? '',
  type: t?.type ?? 'block_hours',
  source: t?.body ?? '',
  typed: toTypedTerms(t?.terms ?? {}),
})
type Part = 'text' | 'terms' | 'preview'

interface TemplateDialogProps {
  /** Undefined for a new template. */
  template: Template | undefined
  variables: readonly Variable[]
  readOnly: boolean
  onClose: () => void
}

/** Edits a template: its text with variables, its default terms, and a preview. */
export function TemplateDialog({ template, variables, readOnly, onClose }: TemplateDialogProps) {
  const [base, setBase] = useState(template)
  const [form, setForm] = useState(() => formOf(template))
  const [part, setPart] = useState<Part>(readOnly ? 'preview' : 'text')
  const { data: levels } = useQuery(levelsOptions())
  const [keys] = useState(createOnceKeys)
  const { pending, errors, problem, theirs, send, setErrors, forget } = useSending<Template>()
  const set = (more: Partial<Form>) => setForm((now) => ({ ...now, ...more }))
  const dirty = JSON.stringify(form) !== JSON.stringify(formOf(base))

  async function save(version = base?.version, content = form) {
    const read = parseTerms(content.type, content.typed)
    const wrong: Record<string, string> = {}
    if ('wrong' in read) for (const [field, words] of Object.entries(read.wrong)) wrong[`terms.${field}`] = words
    if (content.name.trim() === '') wrong.name = 'Enter a name.'
    if (content.source.trim() === '') wrong.body = 'Enter the text.'
    if (Object.keys(wrong).length > 0 || 'wrong' in read) {
      if (!wrong.body && !wrong.name) setPart('terms')
      else setPart('text')
      return setErrors(wrong)
    }
    // The first and last day are set per agreement, so templates omit them.
    const { startsOn: _, endsOn: __, ...terms } = read.terms
    const input = { name: content.name, type: content.type, body: content.source, terms }
    const ok = await send(() =>
      base && version !== undefined
        ? client.agreements.editTemplate({ id: base.id, version, ...input })
        : client.agreements.createTemplate(input, { context: { idempotencyKey: keys.keyFor(input) } }),
    )
    if (!ok) return
    keys.done()
    void refreshAgreements()
    showToast({ title: base ? 'Template saved' : 'Template added', tone: 'good' })
    onClose()
  }
  const conflict =
    theirs && base
      ? {
          rows: compareAgreements(formOf(base), formOf(theirs), form, levels?.items ?? []),
          onTheirs: () => {
            setBase(theirs)
            setForm(formOf(theirs))
            forget()
          },
          onMine: () => {
            forget()
            const merged = mergeForm(formOf(base), formOf(theirs), form)
            setForm(merged)
            setBase(theirs)
            void save(theirs.version, merged)
          },
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
                  {agreementTypeLabels[t]}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      )}
      {!readOnly && (
        <Segmented
          label="View"
          className="w-full sm:w-96"
          value={part}
          onChange={setPart}
          options={[
            { value: 'text', label: 'Text' },
            { value: 'terms', label: 'Default terms' },
            { value: 'preview', label: 'Preview' },
          ]}
        />
      )}
      {part === 'text' && (
        <SourceField
          label="Text"
          value={form.source}
          onChange={(source) => set({ source })}
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
        <AgreementPreview companyId={null} type={form.type} name={form.name} typed={form.typed} source={form.source} />
      )}
    </EditFrame>
  )
}
