import { useQuery } from '@tanstack/react-query'
import { FileQuestion, Lock } from 'lucide-react'
import { Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field, Select, TextArea, TextInput } from '../../ui/forms/field.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { isId } from '../platform/data/is-id.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { useSending } from '../platform/data/use-sending.ts'
import { companyOptions } from '../platform/forms/company-options.ts'
import { mergeForm } from '../platform/forms/merge-form.ts'
import { useFocusWrong } from '../platform/forms/use-focus-wrong.ts'
import { useUnsaved } from '../platform/forms/use-unsaved.tsx'
import { lazy } from '../platform/loading/lazy.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { agreementOptions, agreementTemplatesOptions, levelsOptions, refreshAgreements } from './agreement-queries.ts'
import { compareAgreements } from './differences.ts'
import { fieldOf, parseTerms, type Typed, toTypedTerms } from './form-model.ts'
import {
  type Agreement,
  agreementTypeLabels,
  formatAgreementNumber,
  type Template,
  type Type,
  types,
  type Variable,
} from './model.ts'
import { AgreementPreview } from './preview.tsx'
import { SourceField } from './source-field.tsx'
import { TermsFields } from './terms-fields.tsx'

const ConflictDialog = lazy(() =>
  import('../platform/forms/conflict-dialog.tsx').then((m) => ({ default: m.ConflictDialog })),
)
const PartnerField = lazy(() =>
  import('../platform/forms/partner-field.tsx').then((m) => ({ default: m.PartnerField })),
)
const ConfirmDialog = lazy(() => import('../../ui/overlays/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

export const meta = () => [{ title: `Agreement · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** `/agreements/new` and `/agreements/:id/edit`: the agreement editor, for administrators. */
export default function EditorPage() {
  const { id } = useParams()
  const { ready, role } = useAuth()
  const [address] = useSearchParams()
  const wanted = address.get('company')
  const agreement = useQuery({ ...agreementOptions(id ?? ''), enabled: id !== undefined && isId(id) })
  const templates = useQuery(agreementTemplatesOptions())
  const [begun, setBegun] = useState<string>()
  const company = useQuery({ ...companyOptions(wanted ?? ''), enabled: wanted !== null && isId(wanted) })
  const back = id ? { href: `/agreements/${id}`, label: 'Agreement' } : { href: '/agreements', label: 'Agreements' }
  const failed = agreement.isLoadingError ? agreement : templates.isLoadingError ? templates : undefined
  const title = id ? 'Edit agreement' : 'New agreement'
  if (ready && role !== 'admin')
    return (
      <>
        <h1 className="sr-only">{title}</h1>
        <EmptyState
          icon={<Lock />}
          title="Only administrators can edit agreements"
          action={<LinkButton href={back.href}>Back</LinkButton>}
        />
      </>
    )
  if (failed || (id !== undefined && !isId(id))) {
    const failure = parseFailure(failed?.error)
    return (
      <>
        <h1 className="sr-only">{title}</h1>
        {!failed || failure?.status === 404 ? (
          <EmptyState
            icon={<FileQuestion />}
            title="Agreement not found"
            action={<LinkButton href="/agreements">Back to agreements</LinkButton>}
          />
        ) : (
          <ErrorState
            title="Couldn’t load the agreement"
            message={failure?.message ?? 'Check your connection and try again.'}
            requestId={failure?.data?.requestId}
            onRetry={() => void failed.refetch()}
            retrying={failed.isFetching}
          />
        )}
      </>
    )
  }
  if (!templates.data || (id && !agreement.data) || (wanted && company.isPending && isId(wanted)))
    return (
      <div aria-busy>
        <PageHeader back={back} title={title} />
        <Skeleton className="mt-8 h-96 rounded-md" />
      </div>
    )
  // Once the user has typed, the editor stays open. Saving then reports what others changed in the meantime.
  if (agreement.data && !agreement.data.can.edit && begun !== id)
    return (
      <>
        <PageHeader back={back} title={`${formatAgreementNumber(agreement.data.number)} ${agreement.data.name}`} />
        <EmptyState
          icon={<Lock />}
          title="This agreement can’t be edited now"
          action={<LinkButton href={back.href}>View agreement</LinkButton>}
        >
          Once an agreement is sent, its text can’t change. Recall the agreement, or prepare an amendment.
        </EmptyState>
      </>
    )
  return (
    <Editor
      key={id ?? 'new'}
      onBegin={() => setBegun(id)}
      loaded={agreement.data}
      templates={templates.data.items}
      variables={templates.data.variables}
      company={company.data ? { id: company.data.id, name: company.data.name } : null}
      first={templates.data.items.find((t) => t.id === address.get('template'))}
      back={back}
    />
  )
}

type Form = {
  company: { id: string; name: string } | null
  templateId: string
  type: Type
  name: string
  source: string
  summary: string
  typed: Typed
}
const formOf = (a: Agreement): Form => ({
  company: a.company,
  templateId: '',
  type: a.type,
  name: a.current.name,
  source: a.current.source ?? a.current.body,
  summary: a.current.summary ?? '',
  typed: toTypedTerms(a.current.terms),
})
const fromTemplate = (t: Template | undefined, company: Form['company']): Form => ({
  company,
  templateId: t?.id ?? '',
  type: t?.type ?? 'block_hours',
  name: t ? t.name : '',
  source: t?.body ?? '',
  summary: '',
  typed: toTypedTerms(t?.terms ?? {}),
})

interface EditorProps {
  loaded: Agreement | undefined
  templates: readonly Template[]
  variables: readonly Variable[]
  company: Form['company']
  first: Template | undefined
  back: { href: string; label: string }
  /** Called when something is typed. */
  onBegin: () => void
}

function Editor({ loaded, templates, variables, company, first, back, onBegin }: EditorProps) {
  const navigate = useNavigate()
  // The version that the form started from. It is compared with what others save meanwhile.
  const [base, setBase] = useState(loaded)
  const [start, setStart] = useState<Form>(() =>
    loaded ? formOf(loaded) : fromTemplate(first ?? templates[0], company),
  )
  const [form, setForm] = useState(start)
  const [side, setSide] = useState<'write' | 'preview'>('write')
  const [saved, setSaved] = useState(false)
  const [replacing, setReplacing] = useState<Template>()
  const { data: levels } = useQuery(levelsOptions())
  const [keys] = useState(createOnceKeys)
  const { pending, errors, problem, theirs, send, setErrors, forget } = useSending<Agreement>()
  const focusWrong = useFocusWrong()
  const set = (more: Partial<Form>) => {
    onBegin()
    setForm((now) => ({ ...now, ...more }))
  }
  const dirty = !saved && JSON.stringify(form) !== JSON.stringify(start)
  if (loaded && base && !dirty && !saved && !pending && loaded.version > base.version) {
    setBase(loaded)
    setStart(formOf(loaded))
    setForm(formOf(loaded))
  }
  const leaving = useUnsaved(dirty, 'the agreement')
  const amends = base !== undefined && base.revision !== null

  async function save(version = base?.version, content = form) {
    const read = parseTerms(content.type, content.typed)
    const wrong: Record<string, string> = {}
    if ('wrong' in read) for (const [field, words] of Object.entries(read.wrong)) wrong[`terms.${field}`] = words
    if (!content.company) wrong.companyId = 'Choose a partner.'
    if (content.name.trim() === '') wrong.name = 'Enter a name.'
    if (content.source.trim() === '') wrong.source = 'Enter the text.'
    if (Object.keys(wrong).length > 0 || 'wrong' in read) {
      setErrors(wrong)
      return focusWrong()
    }
    const { type, name, source } = content
    let id = base?.id
    const ok = await send(async () => {
      if (base && version !== undefined)
        return client.agreements.edit({
          id: base.id,
          version,
          type,
          name,
          terms: read.terms,
          source,
          summary: content.summary.trim() || null,
        })
      const input = {
        companyId: content.company?.id ?? '',
        type,
        templateId: content.templateId || null,
        name,
        terms: read.terms,
        source,
      }
      id = (await client.agreements.create(input, { context: { idempotencyKey: keys.keyFor(input) } })).id
    })
    if (!ok) return focusWrong()
    keys.done()
    // Rendered before leaving, or the page would ask whether to leave.
    flushSync(() => setSaved(true))
    void refreshAgreements()
    showToast({ title: 'Draft saved', description: 'It has not been sent yet.', tone: 'good' })
    void navigate(`/agreements/${id}`)
  }

  const take = (t: Template) => {
    const next = { ...fromTemplate(t, form.company) }
    setForm(next)
    if (!base) setStart({ ...next, company: start.company })
  }
  const choose = (id: string) => {
    const t = templates.find((each) => each.id === id)
    if (!t) return
    // Ask before a template replaces text that the user wrote.
    if (form.source !== start.source || form.name !== start.name) setReplacing(t)
    else take(t)
  }

  // Maps API error paths to field names.
  const termErrors = Object.fromEntries(
    Object.entries(errors).flatMap(([path, words]) => {
      const [, name] = /^terms\.(.+)$/.exec(path) ?? []
      return name ? [[fieldOf[name] ?? name, words]] : []
    }),
  )
  const rows = theirs && base ? compareAgreements(formOf(base), formOf(theirs), form, levels?.items ?? []) : []

  return (
    <>
      <title>{`${base ? `Edit ${formatAgreementNumber(base.number)}` : 'New agreement'} · ${brand.shortName}`}</title>
      {leaving}
      <PageHeader
        back={back}
        title={
          base
            ? amends
              ? `Amendment to ${formatAgreementNumber(base.number)}`
              : `Edit ${formatAgreementNumber(base.number)}`
            : 'New agreement'
        }
        description={base?.company.name}
        action={
          <>
            <LinkButton href={back.href}>Cancel</LinkButton>
            <Button variant="primary" pending={pending || saved} onClick={() => void save()}>
              Save draft
            </Button>
          </>
        }
      />
      <Segmented
        label="View"
        className="mt-5 w-full xl:hidden"
        value={side}
        onChange={setSide}
        options={[
          { value: 'write', label: 'Write' },
          { value: 'preview', label: 'Preview' },
        ]}
      />
      <div className="mt-6 grid gap-x-10 gap-y-6 xl:grid-cols-2">
        <form
          noValidate
          aria-label="Agreement"
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
          className={`flex min-w-0 flex-col gap-7 ${side === 'preview' ? 'max-xl:hidden' : ''}`}
        >
          {problem && <Banner tone="bad">{problem}</Banner>}
          {amends && (
            <Field
              label="What changes and why"
              required
              {...(errors.summary ? { error: errors.summary } : {})}
              hint="The partner reads this before the text."
            >
              <TextArea
                rows={2}
                maxLength={2000}
                value={form.summary}
                onChange={(event) => set({ summary: event.currentTarget.value })}
              />
            </Field>
          )}
          <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">
            {!base && (
              <>
                <Suspense fallback={<Skeleton className="h-15 rounded-sm" />}>
                  <PartnerField
                    value={form.company}
                    onChange={(next) => set({ company: next })}
                    error={errors.companyId}
                  />
                </Suspense>
                <Field label="Template" {...(errors.templateId ? { error: errors.templateId } : {})}>
                  <Select value={form.templateId} onChange={(event) => choose(event.currentTarget.value)}>
                    {form.templateId === '' && <option value="">None</option>}
                    {templates.map((t) => (
                      <option key={t.id} value={t.id}>
                        {t.name}
                      </option>
                    ))}
                  </Select>
                </Field>
              </>
            )}
            <Field label="Name" required {...(errors.name ? { error: errors.name } : {})}>
              <TextInput
                maxLength={200}
                value={form.name}
                onChange={(event) => set({ name: event.currentTarget.value })}
              />
            </Field>
            <Field label="Type" {...(errors.type ? { error: errors.type } : {})}>
              <Select
                value={form.type}
                disabled={amends}
                onChange={(event) => set({ type: event.currentTarget.value as Type })}
              >
                {types.map((t) => (
                  <option key={t} value={t}>
                    {agreementTypeLabels[t]}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
          <TermsFields
            type={form.type}
            value={form.typed}
            onChange={(more) => setForm((now) => ({ ...now, typed: { ...now.typed, ...more } }))}
            errors={termErrors}
            locked={amends}
          />
          <SourceField
            label="Text"
            value={form.source}
            onChange={(source) => set({ source })}
            variables={variables}
            error={errors.source}
          />
          {/* The text is long, so the buttons are repeated below it. */}
          <div className="flex justify-end gap-2 border-line border-t pt-5 max-sm:*:min-h-11 max-sm:*:flex-1">
            <LinkButton href={back.href}>Cancel</LinkButton>
            <Button variant="primary" type="submit" pending={pending || saved}>
              Save draft
            </Button>
          </div>
        </form>
        <section
          aria-label="Preview"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls on wide screens
          tabIndex={0}
          className={`scroll-thin min-w-0 xl:sticky xl:top-20 xl:max-h-[calc(100dvh-7rem)] xl:self-start xl:overflow-y-auto ${side === 'write' ? 'max-xl:hidden' : ''}`}
        >
          <AgreementPreview
            {...(base ? { id: base.id } : {})}
            companyId={form.company?.id ?? null}
            type={form.type}
            name={form.name}
            typed={form.typed}
            source={form.source}
          />
        </section>
      </div>
      <Suspense>
        {theirs && (
          <ConflictDialog
            rows={rows}
            pending={pending}
            onClose={forget}
            onTheirs={() => {
              setBase(theirs)
              setForm(formOf(theirs))
              setStart(formOf(theirs))
              forget()
            }}
            onMine={() => {
              forget()
              const next = base ? mergeForm(formOf(base), formOf(theirs), form) : form
              setForm(next)
              setBase(theirs)
              void save(theirs.version, next)
            }}
          />
        )}
        {replacing && (
          <ConfirmDialog
            open
            onOpenChange={(open) => !open && setReplacing(undefined)}
            title={`Start over from “${replacing.name}”?`}
            description="This replaces the text, name and terms you entered."
            confirmLabel="Start over"
            onConfirm={() => take(replacing)}
          />
        )}
      </Suspense>
    </>
  )
}
