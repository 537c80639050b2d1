import { useQuery } from '@tanstack/react-query'
import { Ban, FilePen, Pencil, PenLine, Send, Trash2, Undo2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { showCents } from '../../ui/money-text.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { isId } from '../platform/is-id.ts'
import { NotThere } from '../platform/not-there.tsx'
import { useRecent } from '../platform/recent.ts'
import { useCoalesced, useLive } from '../platform/use-live.ts'
import { agreementOptions, refreshAgreements, revisionOptions } from './agreement-queries.ts'
import { DocumentButton } from './document-button.tsx'
import { Standing } from './marks.tsx'
import { type Agreement, dayText, type RevisionRow, ref, revisionLabels, typeLabels } from './model.ts'
import { TermsList } from './terms-list.tsx'
import { TextView } from './text-view.tsx'

const SignPanel = lazy(() => import('./sign-panel.tsx').then((m) => ({ default: m.SignPanel })))
const Signatures = lazy(() => import('./signatures.tsx').then((m) => ({ default: m.Signatures })))
const Compare = lazy(() => import('./compare.tsx').then((m) => ({ default: m.Compare })))
const History = lazy(() => import('./history.tsx').then((m) => ({ default: m.History })))
const CancelDialog = lazy(() => import('./cancel-dialog.tsx').then((m) => ({ default: m.CancelDialog })))
const ReasonDialog = lazy(() => import('../platform/reason-dialog.tsx').then((m) => ({ default: m.ReasonDialog })))
const RefundFailed = lazy(() => import('../billing/pay/index.ts').then((m) => ({ default: m.RefundFailed })))
const ConfirmDialog = lazy(() => import('../../ui/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

const GAP_MS = 300
const waiting = <Skeleton className="h-48 rounded-md" />

/** One agreement, for staff or for the partner. */
export function AgreementScreen({ id, staff }: { id: string; staff: boolean }) {
  const known = isId(id)
  const { data, error, isFetching, refetch } = useQuery({ ...agreementOptions(id), enabled: known })
  const reload = useCoalesced(refreshAgreements, () => GAP_MS)
  useLive(['agreement'], (event) => {
    if (event === 'resumed' || event.subjectId === id) reload()
  })
  const back = staff ? { href: '/agreements', label: 'Agreements' } : { href: '/my-agreements', label: 'Agreements' }
  const failure = failureOf(error)
  // What was taken back is not there any more for a partner, whatever was loaded before.
  const gone = !known || failure?.status === 404
  if (data && !gone) return <Loaded key={id} agreement={data} staff={staff} back={back} />
  return (
    <NotThere
      noun="agreement"
      back={back}
      gone={gone}
      failure={failure}
      failed={error !== null}
      onRetry={() => void refetch()}
      retrying={isFetching}
    >
      It was taken back, or the address is not complete.
    </NotThere>
  )
}

/** What a cancellation within a billed month leaves to be done by hand. */
function billedWords({ billed }: Agreement) {
  if (!billed) return null
  const { from, to, cents, invoice } = billed
  const whole = `${invoice.number ?? 'An invoice'} bills ${dayText(from)} to ${dayText(to)} with ${showCents(cents)}.`
  const mend =
    invoice.status === 'open'
      ? 'Nothing is credited by itself: void it, or refund a part once it is paid.'
      : 'Nothing is credited by itself: refund a part of it by hand, with a reason.'
  return { to, words: `${whole} ${mend}` }
}

type Tab = 'text' | 'changes' | 'signatures' | 'activity'

function Loaded({
  agreement: a,
  staff,
  back,
}: {
  agreement: Agreement
  staff: boolean
  back: { href: string; label: string }
}) {
  const [address] = useSearchParams()
  const navigate = useNavigate()
  useRecent({
    kind: 'agreement',
    title: a.name,
    detail: [ref(a.number), staff && a.company.name].filter(Boolean).join(' · '),
    path: `${back.href}/${a.id}`,
  })
  // An owner has the text on the screen: the first time is kept.
  const { id, can, current } = a
  useEffect(() => {
    if (can.sign && current.firstOpenedAt === null)
      void client.agreements.opened({ id, revisionId: current.id }).catch(() => {})
  }, [id, can.sign, current.id, current.firstOpenedAt])

  const tabs: { value: Tab; label: string; count?: number }[] = [
    { value: 'text', label: 'Text' },
    ...(a.revisions.length > 1 ? [{ value: 'changes' as const, label: 'Changes' }] : []),
    ...(a.signatures.length > 0
      ? [{ value: 'signatures' as const, label: a.signatures.length === 1 ? 'Signature' : 'Signatures' }]
      : []),
    ...(staff ? [{ value: 'activity' as const, label: 'Activity' }] : []),
  ]
  const open = tabs.find((t) => t.value === address.get('tab'))?.value ?? 'text'
  const go = (next: Tab) =>
    void navigate({ search: next === 'text' ? '' : `?tab=${next}` }, { preventScrollReset: true })

  return (
    <>
      <title>{`${ref(a.number)} ${a.name} · ${brand.shortName}`}</title>
      <PageHeader
        back={back}
        title={
          <>
            <span className="tabular font-normal text-muted">{ref(a.number)}</span> <bdi>{a.name}</bdi>
          </>
        }
        description={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="text-text">
              <Standing of={a} partner={!staff} />
            </span>
            <span>{typeLabels[a.type]}</span>
            {staff && (
              <Anchor
                href={`/companies/${a.company.id}?tab=agreements`}
                className="rounded-sm underline decoration-edge underline-offset-4 hover:decoration-current"
              >
                {a.company.name}
              </Anchor>
            )}
          </span>
        }
        action={<Acts agreement={a} staff={staff} />}
      />
      <div className="mt-6 flex flex-col gap-5">
        <Notices agreement={a} staff={staff} />
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="flex min-w-0 flex-col gap-6 max-lg:order-2">
            {tabs.length === 1 ? (
              <Text agreement={a} staff={staff} />
            ) : (
              <Tabs label="Parts of the agreement" value={open} onChange={go} tabs={tabs}>
                {tabs.map((t) => (
                  <TabPanel key={t.value} value={t.value}>
                    <Suspense fallback={waiting}>
                      {t.value === 'text' && <Text agreement={a} staff={staff} />}
                      {t.value === 'changes' && <Changes agreement={a} />}
                      {t.value === 'signatures' && <Signatures signatures={a.signatures} />}
                      {t.value === 'activity' && <History id={a.id} />}
                    </Suspense>
                  </TabPanel>
                ))}
              </Tabs>
            )}
          </div>
          <aside aria-label="Terms" className="flex flex-col gap-6 max-lg:order-1">
            <section>
              <h2 className="mb-2.5 font-semibold text-sm">
                {a.open?.amendment ? 'Terms of the amendment' : a.revision === null ? 'Proposed terms' : 'Terms'}
              </h2>
              <TermsList words={a.current.words} />
            </section>
            <Dates agreement={a} />
          </aside>
        </div>
      </div>
    </>
  )
}

function Text({ agreement: a, staff }: { agreement: Agreement; staff: boolean }) {
  return (
    <div className="flex flex-col gap-6">
      <TextView body={a.current.body} />
      {!staff && a.can.sign && (
        <Suspense fallback={waiting}>
          <SignPanel agreement={a} key={a.current.id} />
        </Suspense>
      )}
    </div>
  )
}

/** Two of its texts side by side: the last two, unless others are chosen. */
function Changes({ agreement: a }: { agreement: Agreement }) {
  const [newer, setNewer] = useState(a.current.id)
  const at = a.revisions.findIndex((r) => r.id === newer)
  const before = a.revisions.slice(at + 1)
  const usual = before.find((r) => r.status !== 'withdrawn') ?? before[0]
  const [chosen, setChosen] = useState<string>()
  const older = before.find((r) => r.id === chosen) ?? usual
  const say = (r: RevisionRow) => `Revision ${r.revision}, ${revisionLabels[r.status].toLowerCase()}`
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2 text-muted text-sm">
        <span className="w-60 max-w-full">
          <Select aria-label="Text" value={newer} onChange={(event) => setNewer(event.currentTarget.value)}>
            {a.revisions.map((r) => (
              <option key={r.id} value={r.id}>
                {say(r)}
              </option>
            ))}
          </Select>
        </span>
        {older && (
          <>
            <span>against</span>
            <span className="w-60 max-w-full">
              <Select aria-label="Against" value={older.id} onChange={(event) => setChosen(event.currentTarget.value)}>
                {before.map((r) => (
                  <option key={r.id} value={r.id}>
                    {say(r)}
                  </option>
                ))}
              </Select>
            </span>
          </>
        )}
      </div>
      {older ? (
        <Suspense fallback={waiting}>
          <Compare id={a.id} from={older.id} to={newer} />
        </Suspense>
      ) : (
        <OneRevision id={a.id} revisionId={newer} />
      )}
    </div>
  )
}

function OneRevision({ id, revisionId }: { id: string; revisionId: string }) {
  const { data } = useQuery(revisionOptions(id, revisionId))
  return data ? <TextView body={data.body} /> : waiting
}

function Dates({ agreement: a }: { agreement: Agreement }) {
  const line = (label: string, value: ReactNode) => (
    <div className="flex justify-between gap-4 py-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right">{value}</dd>
    </div>
  )
  return (
    <dl className="text-sm">
      {a.open?.sentAt && line('Sent', <RelativeTime iso={a.open.sentAt} />)}
      {a.current.firstOpenedAt && line('First opened', <RelativeTime iso={a.current.firstOpenedAt} />)}
      {a.signedAt && line('Signed', <RelativeTime iso={a.signedAt} />)}
      {a.startsOn && a.revision !== null && line('First day', dayText(a.startsOn))}
      {a.endsOn && a.revision !== null && line('Last day', dayText(a.endsOn))}
      {a.nextPeriodOn && line('Next month billed', dayText(a.nextPeriodOn))}
      {a.createdBy && line('Written by', <bdi>{a.createdBy.name}</bdi>)}
      {a.slaPolicy && line('Service level', a.slaPolicy.name)}
    </dl>
  )
}

function goToSignature() {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  document.getElementById('sign-here')?.scrollIntoView({ behavior: calm ? 'auto' : 'smooth' })
  document.querySelector<HTMLElement>('#sign-here input')?.focus({ preventScroll: true })
}

/** What the reader has to know before anything else. */
function Notices({ agreement: a, staff }: { agreement: Agreement; staff: boolean }) {
  const { open, current } = a
  return (
    <>
      {a.can.sign && (
        <Banner
          title={open?.amendment ? 'An amendment waits for your signature' : 'This waits for your signature'}
          action={
            <Button size="sm" className="max-md:!h-11 md:hidden" onClick={goToSignature}>
              Go to signature
            </Button>
          }
        >
          {current.summary ?? 'Read the text and the terms, then sign below or ask for changes.'}
        </Banner>
      )}
      {!staff && open?.status === 'sent' && !a.can.sign && (
        <Banner title="This waits for the signature of an owner">Only owners of your company can sign it.</Banner>
      )}
      {open?.status === 'returned' && current.comment && (
        <Banner
          tone={staff ? 'warn' : 'info'}
          title={staff ? `${a.company.name} asks for changes` : 'You asked for changes'}
        >
          <span className="whitespace-pre-wrap">{current.comment}</span>
          {!staff && <span className="mt-1 block">We are preparing a new text. You will hear from us.</span>}
        </Banner>
      )}
      {staff && open?.status === 'sent' && current.summary && (
        <Banner title="Sent, not signed: what this amendment changes">{current.summary}</Banner>
      )}
      {staff && open?.status === 'draft' && a.revision !== null && (
        <Banner title={`Amendment in preparation, revision ${open.revision}`}>
          The terms that were signed hold until this is signed.
        </Banner>
      )}
      {staff && current.problem && open?.status === 'draft' && (
        <Banner tone="warn" title="Not ready to be sent">
          {current.problem}
        </Banner>
      )}
      {a.ending && a.endsOn && (
        <Banner tone="warn" title={`Cancelled: its last day is ${dayText(a.endsOn)}`}>
          {a.cancelReason}
        </Banner>
      )}
      {a.status === 'cancelled' && a.cancelReason && <Banner title="Cancelled">{a.cancelReason}</Banner>}
      {a.refundFailed && (
        <Suspense>
          <RefundFailed staff={staff} />
        </Suspense>
      )}
    </>
  )
}

type Asking = 'send' | 'withdraw' | 'discard' | 'cancel'
const icon = (Icon: typeof Send) => <Icon aria-hidden className="size-4" />

function Acts({ agreement: a, staff }: { agreement: Agreement; staff: boolean }) {
  const { id, version, can } = a
  const navigate = useNavigate()
  const [asking, setAsking] = useState<Asking>()
  const [revising, setRevising] = useState(false)
  const close = () => setAsking(undefined)
  const edit = `/agreements/${id}/edit`
  async function revise() {
    setRevising(true)
    try {
      await client.agreements.revise({ id, version })
      void refreshAgreements()
      void navigate(edit)
    } catch (e) {
      toast({
        title: failureOf(e)?.message ?? 'That did not work. Try again.',
        tone: 'destructive',
      })
      void refreshAgreements()
    } finally {
      setRevising(false)
    }
  }
  const today = new Date().toLocaleDateString('en-CA')
  return (
    <>
      <DocumentButton agreement={a} />
      {can.cancel && (
        <Button icon={icon(Ban)} onClick={() => setAsking('cancel')}>
          Cancel agreement
        </Button>
      )}
      {can.discard && (
        <Button icon={icon(Trash2)} onClick={() => setAsking('discard')}>
          Discard draft
        </Button>
      )}
      {can.withdraw && (
        <Button icon={icon(Undo2)} onClick={() => setAsking('withdraw')}>
          Take back
        </Button>
      )}
      {can.revise && (
        <Button
          variant={a.status === 'returned' ? 'primary' : 'secondary'}
          icon={icon(FilePen)}
          pending={revising}
          onClick={() => void revise()}
        >
          {a.revision === null ? 'Revise' : 'Amend'}
        </Button>
      )}
      {can.edit && (
        <LinkButton href={edit} icon={icon(Pencil)}>
          Edit
        </LinkButton>
      )}
      {can.send && (
        <Button variant="primary" icon={icon(Send)} onClick={() => setAsking('send')}>
          Send to sign
        </Button>
      )}
      {!staff && can.sign && (
        <Button variant="primary" icon={icon(PenLine)} className="max-md:hidden" onClick={goToSignature}>
          Sign
        </Button>
      )}
      <Suspense>
        {asking === 'send' && (
          <ConfirmDialog
            open
            onOpenChange={(open) => !open && close()}
            title={`Send ${ref(a.number)} to ${a.company.name}?`}
            description="Its owners get a mail and can sign. What is sent never changes again; you can take it back until it is signed."
            confirmLabel="Send to sign"
            tone="primary"
            onConfirm={async () => {
              try {
                await client.agreements.send({ id, version })
              } catch (e) {
                const [words] = Object.values(failureOf(e)?.data?.fields ?? {})
                void refreshAgreements()
                throw words?.[0] ? new Error(words[0]) : e
              }
              void refreshAgreements()
              toast({ title: `Sent to ${a.company.name}`, tone: 'good' })
            }}
          />
        )}
        {asking === 'discard' && (
          <ConfirmDialog
            open
            onOpenChange={(open) => !open && close()}
            title="Discard this draft?"
            description="What was prepared is thrown away. What was sent or signed before stays."
            confirmLabel="Discard draft"
            onConfirm={async () => {
              await client.agreements.discard({ id, version })
              void refreshAgreements()
            }}
          />
        )}
        {asking === 'withdraw' && (
          <ReasonDialog
            title={`Take back ${ref(a.number)}?`}
            description="It no longer waits for a signature. A copy is prepared for you to change."
            label="Reason"
            max={2_000}
            confirm="Take back"
            done="Taken back"
            act={(reason) => client.agreements.withdraw({ id, version, reason })}
            refresh={refreshAgreements}
            onClose={close}
          />
        )}
        {asking === 'cancel' && (
          <CancelDialog
            title={`Cancel ${ref(a.number)} ${a.name}?`}
            description={
              a.sentAt === null
                ? 'The partner never saw it and is not told.'
                : 'Its owners are told, with this reason. Invoices that were issued stay as they are.'
            }
            lastDay={a.status === 'active' ? { today, latest: a.endsOn, billed: billedWords(a) } : undefined}
            act={(reason, lastDay) => client.agreements.cancel({ id, version, reason, lastDay })}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
