import { useQuery } from '@tanstack/react-query'
import { FileQuestion, Lock } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field, Select, TextArea, TextInput } from '../../ui/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { companyOptions } from '../platform/company-options.ts'
import { isId } from '../platform/is-id.ts'
import { useFocusWrong } from '../platform/use-focus-wrong.ts'
import { useSending } from '../platform/use-sending.ts'
import { useUnsaved } from '../platform/use-unsaved.tsx'
import { agreementOptions, refreshAgreements, templatesOptions } from './agreement-queries.ts'
import { differences } from './differences.ts'
import { fieldOf, type Typed, termsIn, typedOf } from './form-model.ts'
import { type Agreement, ref, type Template, type Type, typeLabels, types, type Variable } from './model.ts'
import { Preview } from './preview.tsx'
import { SourceField } from './source-field.tsx'
import { TermsFields } from './terms-fields.tsx'

const ConflictDialog = lazy(() =>
  import('../platform/conflict-dialog.tsx').then((m) => ({ default: m.ConflictDialog })),
)
const PartnerField = lazy(() => import('../platform/partner-field.tsx').then((m) => ({ default: m.PartnerField })))
const ConfirmDialog = lazy(() => import('../../ui/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

export const meta = () => [{ title: `Agreement · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** `/agreements/new` and `/agreements/:id/edit`: an agreement as it is written, for administrators. */
export default function EditorPage() {
  const { id } = useParams()
  const { ready, role } = useAuth()
  const [address] = useSearchParams()
  const wanted = address.get('company')
  const agreement = useQuery({ ...agreementOptions(id ?? ''), enabled: id !== undefined && isId(id) })
  const templates = useQuery(templatesOptions())
  const company = useQuery({ ...companyOptions(wanted ?? ''), enabled: wanted !== null && isId(wanted) })
  const back = id ? { href: `/agreements/${id}`, label: 'Agreement' } : { href: '/agreements', label: 'Agreements' }
  const failed = agreement.isError ? agreement : templates.isError ? templates : undefined
  const title = id ? 'Edit agreement' : 'New agreement'
  if (ready && role !== 'admin')
    return (
      <>
        <h1 className="sr-only">{title}</h1>
        <EmptyState
          icon={<Lock />}
          title="Administrators write agreements"
          action={<LinkButton href={back.href}>Back</LinkButton>}
        />
      </>
    )
  if (failed || (id !== undefined && !isId(id))) {
    const failure = failureOf(failed?.error)
    return (
      <>
        <h1 className="sr-only">{title}</h1>
        {!failed || failure?.status === 404 ? (
          <EmptyState
            icon={<FileQuestion />}
            title="There is no such agreement"
            action={<LinkButton href="/agreements">Back to agreements</LinkButton>}
          />
        ) : (
          <ErrorState
            title="This did not load"
            message={failure?.message ?? 'Something went wrong on the way.'}
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
  if (agreement.data && !agreement.data.can.edit)
    return (
      <>
        <PageHeader back={back} title={`${ref(agreement.data.number)} ${agreement.data.name}`} />
        <EmptyState
          icon={<Lock />}
          title="This text cannot be changed now"
          action={<LinkButton href={back.href}>Open the agreement</LinkButton>}
        >
          What was sent stays as it is. Take it back, or prepare an amendment.
        </EmptyState>
      </>
    )
  return (
    <Editor
      key={agreement.data?.current.id ?? 'new'}
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
  typed: typedOf(a.current.terms),
})
const fromTemplate = (t: Template | undefined, company: Form['company']): Form => ({
  company,
  templateId: t?.id ?? '',
  type: t?.type ?? 'block_hours',
  name: t ? t.name : '',
  source: t?.body ?? '',
  summary: '',
  typed: typedOf(t?.terms ?? {}),
})

interface EditorProps {
  loaded: Agreement | undefined
  templates: readonly Template[]
  variables: readonly Variable[]
  company: Form['company']
  first: Template | undefined
  back: { href: string; label: string }
}

function Editor({ loaded, templates, variables, company, first, back }: EditorProps) {
  const navigate = useNavigate()
  // What the form began from; what others save meanwhile is compared with it.
  const [base, setBase] = useState(loaded)
  const [start, setStart] = useState<Form>(() =>
    loaded ? formOf(loaded) : fromTemplate(first ?? templates[0], company),
  )
  const [form, setForm] = useState(start)
  const [side, setSide] = useState<'write' | 'preview'>('write')
  const [saved, setSaved] = useState(false)
  const [replacing, setReplacing] = useState<Template>()
  const { pending, errors, problem, theirs, send, setErrors, forget } = useSending<Agreement>()
  const focusWrong = useFocusWrong()
  const set = (more: Partial<Form>) => setForm((now) => ({ ...now, ...more }))
  const dirty = !saved && JSON.stringify(form) !== JSON.stringify(start)
  const leaving = useUnsaved(dirty, 'the agreement')
  const amends = base !== undefined && base.revision !== null

  async function save(version = base?.version, content = form) {
    const read = termsIn(content.type, content.typed)
    const wrong: Record<string, string> = {}
    if ('wrong' in read) for (const [field, words] of Object.entries(read.wrong)) wrong[`terms.${field}`] = words
    if (!content.company) wrong.companyId = 'Choose a partner.'
    if (content.name.trim() === '') wrong.name = 'Give it a name.'
    if (content.source.trim() === '') wrong.source = 'Write the text.'
    if (Object.keys(wrong).length > 0 || 'wrong' in read) {
      setErrors(wrong)
      return focusWrong()
    }
    const { type, name, source } = content
    let id = base?.id
    const ok = await send(async () => {
      if (base && version !== undefined)
        await client.agreements.edit({
          id: base.id,
          version,
          type,
          name,
          terms: read.terms,
          source,
          summary: content.summary.trim() || null,
        })
      else
        id = (
          await client.agreements.create({
            companyId: content.company?.id ?? '',
            type,
            templateId: content.templateId || null,
            name,
            terms: read.terms,
            source,
          })
        ).id
    })
    if (!ok) return focusWrong()
    setSaved(true)
    await refreshAgreements()
    toast({ title: base ? 'Saved' : 'Draft saved', description: 'Nothing was sent yet.', tone: 'good' })
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
    // What somebody wrote is not thrown away by a click.
    if (form.source !== start.source || form.name !== start.name) setReplacing(t)
    else take(t)
  }

  // The API's names of what is wrong, as the names of fields.
  const termErrors = Object.fromEntries(
    Object.entries(errors).flatMap(([path, words]) => {
      const [, name] = /^terms\.(.+)$/.exec(path) ?? []
      return name ? [[fieldOf[name] ?? name, words]] : []
    }),
  )
  const rows = theirs && base ? differences(formOf(base), formOf(theirs), form) : []

  return (
    <>
      <title>{`${base ? `Edit ${ref(base.number)}` : 'New agreement'} · ${brand.shortName}`}</title>
      {leaving}
      <PageHeader
        back={back}
        title={base ? (amends ? `Amendment of ${ref(base.number)}` : `Edit ${ref(base.number)}`) : 'New agreement'}
        description={base?.company.name}
        action={
          <>
            <LinkButton href={back.href}>Cancel</LinkButton>
            <Button variant="primary" pending={pending} onClick={() => void save()}>
              Save draft
            </Button>
          </>
        }
      />
      <Segmented
        label="Show"
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
              label="What changes, and why"
              required
              {...(errors.summary ? { error: errors.summary } : {})}
              hint="The partner reads it before the text."
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
                    {typeLabels[t]}
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
          {/* The text is long: who has come to its end need not go back up. */}
          <div className="flex justify-end gap-2 border-line border-t pt-5 max-sm:*:min-h-11 max-sm:*:flex-1">
            <LinkButton href={back.href}>Cancel</LinkButton>
            <Button variant="primary" type="submit" pending={pending}>
              Save draft
            </Button>
          </div>
        </form>
        <section
          aria-label="Preview"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by itself on wide screens
          tabIndex={0}
          className={`scroll-thin min-w-0 xl:sticky xl:top-20 xl:max-h-[calc(100dvh-7rem)] xl:self-start xl:overflow-y-auto ${side === 'write' ? 'max-xl:hidden' : ''}`}
        >
          <Preview
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
              const next = base ? joined(formOf(base), formOf(theirs), form) : form
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
            title={`Begin again from “${replacing.name}”?`}
            description="The text, the name and the terms that you wrote are replaced."
            confirmLabel="Replace"
            onConfirm={() => take(replacing)}
          />
        )}
      </Suspense>
    </>
  )
}

/** Their version with what I changed put over it. */
function joined(before: Form, theirs: Form, mine: Form): Form {
  const over = <T extends object>(was: T, now: T, wish: T): T =>
    Object.fromEntries(
      Object.entries(now).map(([key, value]) => {
        const k = key as keyof T
        return [key, JSON.stringify(wish[k]) === JSON.stringify(was[k]) ? value : wish[k]]
      }),
    ) as T
  return { ...over(before, theirs, mine), typed: over(before.typed, theirs.typed, mine.typed) }
}
