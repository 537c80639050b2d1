import { useQuery } from '@tanstack/react-query'
import { ExternalLink, FileQuestion, Lock } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { isId } from '../platform/data/is-id.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { queries } from '../platform/data/queries.ts'
import { handleOf, loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { useSending } from '../platform/data/use-sending.ts'
import { mergeForm } from '../platform/forms/merge-form.ts'
import { useFocusWrong } from '../platform/forms/use-focus-wrong.ts'
import { useUnsaved } from '../platform/forms/use-unsaved.tsx'
import { lazy } from '../platform/loading/lazy.ts'
import { OnDemand } from '../platform/loading/on-demand.tsx'
import { useAuth } from '../platform/session/auth.tsx'
import { productOptions, refreshCatalogue } from './catalogue-queries.ts'
import type { Form } from './fields.tsx'
import {
  compareProducts,
  createEmptyForm,
  isSameForm,
  joinProducts,
  toProductForm,
  toProductInput,
  toSlug,
} from './form-model.ts'
import { ProductStatus } from './marks.tsx'
import { buildEditorHref, buildPublicHref, formatUse, type Product, type Status } from './model.ts'
import { ProductFields } from './product-fields.tsx'

const ConflictDialog = lazy(() =>
  import('../platform/forms/conflict-dialog.tsx').then((m) => ({ default: m.ConflictDialog })),
)
const LivePreview = lazy(() => import('./live-preview.tsx').then((m) => ({ default: m.LivePreview })))
const ProductHistory = lazy(() => import('./product-history.tsx').then((m) => ({ default: m.ProductHistory })))
const loadMenu = () => import('./product-menu.tsx')

const CATALOGUE = '/admin/apps-automations'

export const meta = () => [{ title: `Product · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
const reads: ScreenReads = ({ params: { id } }) => (id && isId(id) ? [productOptions(id)] : [])
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

/** `/admin/apps-automations/products/new` and `…/products/{id}`: the product editor, for staff. */
export default function ProductEditorPage() {
  const { id } = useParams()
  const { ready, role, isInternalUser } = useAuth()
  const query = useQuery({ ...productOptions(id ?? ''), enabled: id !== undefined && isId(id) && isInternalUser })
  const back = { href: CATALOGUE, label: 'Catalog' }
  const title = id ? 'Product' : 'New product'
  if (ready && (!isInternalUser || (!id && role !== 'admin')))
    return (
      <>
        <h1 className="sr-only">{title}</h1>
        <EmptyState
          icon={<Lock />}
          title={isInternalUser ? 'Only administrators can add products' : 'Only our team can see this page'}
          action={<LinkButton href={isInternalUser ? CATALOGUE : '/apps-automations'}>Back</LinkButton>}
        />
      </>
    )
  if (query.isLoadingError || (id !== undefined && !isId(id))) {
    const failure = parseFailure(query.error)
    return (
      <>
        <h1 className="sr-only">{title}</h1>
        {!query.isLoadingError || failure?.status === 404 ? (
          <EmptyState
            icon={<FileQuestion />}
            title="Product not found"
            action={<LinkButton href={CATALOGUE}>Back to catalog</LinkButton>}
          />
        ) : (
          <ErrorState
            title="Couldn’t load the product"
            message={failure?.message ?? 'Check your connection and try again.'}
            requestId={failure?.data?.requestId}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
      </>
    )
  }
  if (!ready || (id && !query.data))
    return (
      <div aria-busy>
        <PageHeader back={back} title={title} />
        <Skeleton className="mt-8 h-96 rounded-md" />
      </div>
    )
  return <Editor key={id ?? 'new'} loaded={query.data} />
}

const done: Record<Status, { title: string; text: string }> = {
  published: { title: 'Product published', text: 'It is now in the marketplace.' },
  draft: { title: 'Product moved to drafts', text: 'It is not in the marketplace. Existing customers keep it.' },
  archived: { title: 'Product archived', text: 'It is not in the marketplace. Existing customers keep it.' },
}

function Editor({ loaded }: { loaded: Product | undefined }) {
  const navigate = useNavigate()
  // The version that the form started from. It is compared with what others save in the meantime.
  const [base, setBase] = useState(loaded)
  const [start, setStart] = useState<Form>(() => (loaded ? toProductForm(loaded) : createEmptyForm()))
  const [form, setForm] = useState(start)
  const [slugged, setSlugged] = useState(loaded !== undefined)
  const [side, setSide] = useState<'write' | 'preview' | 'history'>('write')
  const [saved, setSaved] = useState(false)
  const [keys] = useState(createOnceKeys)
  const { pending, errors, problem, theirs, send, setErrors, forget } = useSending<Product>()
  const dirty = !saved && !isSameForm(form, start)
  const leaving = useUnsaved(dirty, 'the product')
  const may = base ? base.can.edit : true
  if (loaded && base && !dirty && !pending && loaded.version > base.version) {
    setBase(loaded)
    setStart(toProductForm(loaded))
    setForm(toProductForm(loaded))
  }

  function set(part: Partial<Form>) {
    setForm((now) => {
      const next = { ...now, ...part }
      return slugged || part.slug !== undefined ? next : { ...next, slug: toSlug(next.name) }
    })
    if (part.slug !== undefined) setSlugged(true)
  }
  const focusWrong = useFocusWrong()

  /** Continues from this version. What was typed since `sent` stays. */
  function take(p: Product, sent?: Form) {
    const kept = toProductForm(p)
    setBase(p)
    setStart(kept)
    setForm((now) => (sent ? mergeForm(sent, kept, now) : kept))
    queries.setQueryData(productOptions(p.id).queryKey, p)
  }

  async function save(version = base?.version, typed = form): Promise<boolean> {
    const { content, wrong } = toProductInput(typed)
    if (!typed.name.trim()) wrong.name = 'Enter a name.'
    if (!base && !typed.slug) wrong.slug = 'Enter a URL.'
    if (Object.keys(wrong).length > 0) {
      setErrors(wrong)
      setSide('write')
      focusWrong()
      return false
    }
    let answer: Product | undefined
    const ok = await send(async () => {
      if (base && version !== undefined)
        answer = await client.marketplace.adminEdit({ id: base.id, version, ...content })
      else {
        const input = { slug: typed.slug, ...content }
        answer = await client.marketplace.adminCreate(input, { context: { idempotencyKey: keys.keyFor(input) } })
      }
      return answer
    })
    if (!ok || !answer) {
      setSide('write')
      focusWrong()
      return false
    }
    keys.done()
    if (base) take(answer, typed)
    else setSaved(true)
    showToast({
      tone: 'good',
      title: base ? 'Product saved' : 'Draft saved',
      description:
        answer.status === 'published'
          ? 'The marketplace shows the changes within a minute.'
          : 'Only staff can see it until it is published.',
    })
    // Navigate only after the saved state has rendered, or the page would ask whether to leave.
    await refreshCatalogue()
    if (!base) void navigate(buildEditorHref(answer.id), { replace: true })
    return true
  }

  async function setStatus(status: Status) {
    if (!base) return
    let answer: Product | undefined
    const ok = await send(async () => {
      answer = await client.marketplace.adminSetStatus({ id: base.id, version: base.version, status })
      return answer
    })
    if (!ok || !answer) return
    take(answer, start)
    const { title, text } = done[status]
    showToast({ tone: 'good', title, description: text })
    void refreshCatalogue()
  }
  async function duplicate() {
    if (!base) return
    let copy: Product | undefined
    const ok = await send(async () => {
      const input = { id: base.id }
      copy = await client.marketplace.adminDuplicate(input, { context: { idempotencyKey: keys.keyFor(input) } })
    })
    if (!ok || !copy) return
    keys.done()
    showToast({
      tone: 'good',
      title: 'Product duplicated',
      description: 'You are now editing the copy, which is a draft.',
    })
    void refreshCatalogue()
    void navigate(buildEditorHref(copy.id))
  }

  const rows = theirs && base ? compareProducts(toProductForm(base), toProductForm(theirs), form) : []
  const heading = base ? form.name.trim() || base.name : 'New product'
  return (
    <>
      <title>{`${heading} · ${brand.shortName}`}</title>
      {leaving}
      <PageHeader
        back={{ href: CATALOGUE, label: 'Catalog' }}
        title={heading}
        description={
          base ? (
            <span className="inline-flex flex-wrap items-center gap-x-4 gap-y-1">
              <ProductStatus status={base.status} />
              <span className="[overflow-wrap:anywhere]">/marketplace/{base.slug}</span>
              {base.popularity > 0 && <span>{formatUse(base.popularity)}</span>}
            </span>
          ) : (
            'It is a draft until you publish it.'
          )
        }
        action={
          <>
            {base?.status === 'published' && (
              <LinkButton
                href={buildPublicHref(base)}
                target="_blank"
                rel="noreferrer"
                icon={<ExternalLink aria-hidden className="size-4" />}
              >
                Public page
              </LinkButton>
            )}
            {base && may && (
              <OnDemand load={loadMenu} button={<Button>More</Button>}>
                {(m, button) => (
                  <m.ProductMenu
                    trigger={button}
                    status={base.status}
                    onStatus={(next) => void setStatus(next)}
                    onDuplicate={() => void duplicate()}
                    blocked={dirty || pending}
                  />
                )}
              </OnDemand>
            )}
            {may && (
              <Button
                variant={base && base.status !== 'published' && !dirty ? 'secondary' : 'primary'}
                pending={pending}
                onClick={() => void save()}
              >
                {base ? 'Save' : 'Save draft'}
              </Button>
            )}
            {base && may && base.status !== 'published' && !dirty && (
              <Button variant="primary" pending={pending} onClick={() => void setStatus('published')}>
                Publish
              </Button>
            )}
          </>
        }
      />
      <Segmented
        label="View"
        className={`mt-5 max-md:w-full ${base ? '' : 'xl:hidden'}`}
        value={side}
        onChange={setSide}
        options={[
          { value: 'write', label: may ? 'Edit' : 'Details' },
          { value: 'preview', label: 'Preview' },
          ...(base ? [{ value: 'history' as const, label: 'History' }] : []),
        ]}
      />
      {problem && (
        <div className="mt-5">
          <Banner tone="bad">{problem}</Banner>
        </div>
      )}
      {!may && side === 'write' && (
        <div className="mt-5">
          <Banner title="Only administrators can change the catalog">You can view the product and its preview.</Banner>
        </div>
      )}
      {side === 'history' && base ? (
        <div className="mt-6 max-w-3xl">
          <Suspense fallback={<Skeleton className="h-64 rounded-md" />}>
            <ProductHistory id={base.id} version={base.version} />
          </Suspense>
        </div>
      ) : (
        <div className="mt-6 grid gap-x-10 gap-y-6 xl:grid-cols-2">
          <form
            noValidate
            aria-label="Product"
            onSubmit={(event) => {
              event.preventDefault()
              if (may && !pending) void save()
            }}
            className={`flex min-w-0 flex-col gap-9 ${side === 'preview' ? 'hidden' : ''}`}
          >
            <ProductFields form={form} onChange={set} errors={errors} created={base !== undefined} disabled={!may} />
            {/* Lets Enter in a field save. The visible button is at the top. */}
            <button type="submit" hidden />
          </form>
          <section
            aria-label="Preview"
            className={`min-w-0 xl:sticky xl:top-20 xl:h-[calc(100dvh-7rem)] xl:self-start ${side === 'write' ? 'max-xl:hidden' : 'xl:col-span-2'}`}
          >
            <Suspense fallback={<Skeleton className="h-96 rounded-md" />}>
              <LivePreview form={form} />
            </Suspense>
          </section>
        </div>
      )}
      <Suspense>
        {theirs && base && (
          <ConflictDialog
            what="this product"
            rows={rows}
            pending={pending}
            onClose={forget}
            onTheirs={() => {
              take(theirs)
              forget()
            }}
            onMine={() => {
              forget()
              const next = joinProducts(toProductForm(base), toProductForm(theirs), form)
              setForm(next)
              setStart(toProductForm(theirs))
              setBase(theirs)
              void save(theirs.version, next)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
