import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { brand } from '../../../../brand.config.ts'
import { formatDay } from '../../../contract/plain/dates.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { isId } from '../platform/data/is-id.ts'
import { useCoalesced, useLive } from '../platform/live/use-live.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { NotThere } from '../platform/loading/not-there.tsx'
import { useRecent } from '../platform/session/recent.ts'
import { useAddress } from '../platform/use-address.ts'
import { Acts } from './agreement-acts.tsx'
import { AgreementNotices } from './agreement-notices.tsx'
import { agreementOptions, refreshAgreements, revisionOptions } from './agreement-queries.ts'
import { Standing } from './marks.tsx'
import {
  type Agreement,
  agreementTypeLabels,
  formatAgreementNumber,
  type RevisionRow,
  revisionLabels,
} from './model.ts'
import { TermsList } from './terms-list.tsx'
import { TextView } from './text-view.tsx'

const SignPanel = lazy(() => import('./sign-panel.tsx').then((m) => ({ default: m.SignPanel })))

const Signatures = lazy(() => import('./signatures.tsx').then((m) => ({ default: m.Signatures })))

const Compare = lazy(() => import('./compare.tsx').then((m) => ({ default: m.Compare })))

const History = lazy(() => import('./history.tsx').then((m) => ({ default: m.History })))

const GAP_MS = 300

const waiting = <Skeleton className="h-48 rounded-md" />

/** The agreement screen, for staff or for the partner. */
export function AgreementScreen({ id, staff }: { id: string; staff: boolean }) {
  const known = isId(id)
  const { data, error, isFetching, refetch } = useQuery({ ...agreementOptions(id), enabled: known })
  const reload = useCoalesced(refreshAgreements, () => GAP_MS)
  useLive(['agreement'], (event) => {
    if (event === 'resumed' || event.subjectId === id) reload()
  })
  const back = staff ? { href: '/agreements', label: 'Agreements' } : { href: '/my-agreements', label: 'Agreements' }
  const failure = parseFailure(error)
  // A recalled agreement no longer exists for the partner, even if it is still cached.
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
      It may have been recalled, or the link may be incomplete.
    </NotThere>
  )
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
  const [address, , show] = useAddress()
  useRecent({
    kind: 'agreement',
    title: a.name,
    detail: [formatAgreementNumber(a.number), staff && a.company.name].filter(Boolean).join(' · '),
    path: `${back.href}/${a.id}`,
  })
  // Record when an owner first opened the text.
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
  const go = (next: Tab) => show({ tab: next === 'text' ? undefined : next })

  return (
    <>
      <title>{`${formatAgreementNumber(a.number)} ${a.name} · ${brand.shortName}`}</title>
      <PageHeader
        back={back}
        title={
          <>
            <span className="tabular font-normal text-muted">{formatAgreementNumber(a.number)}</span>{' '}
            <bdi>{a.name}</bdi>
          </>
        }
        description={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="text-text">
              <Standing of={a} partner={!staff} />
            </span>
            <span>{agreementTypeLabels[a.type]}</span>
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
        <AgreementNotices agreement={a} staff={staff} />
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="flex min-w-0 flex-col gap-6 max-lg:order-2">
            {tabs.length === 1 ? (
              <Text agreement={a} staff={staff} />
            ) : (
              <Tabs label="Agreement sections" value={open} onChange={go} tabs={tabs}>
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

/** Compares two revisions: the latest two by default. */
function Changes({ agreement: a }: { agreement: Agreement }) {
  const [newer, setNewer] = useState(a.current.id)
  const at = a.revisions.findIndex((r) => r.id === newer)
  const before = a.revisions.slice(at + 1)
  const usual = before.find((r) => r.status !== 'withdrawn') ?? before[0]
  const [chosen, setChosen] = useState<string>()
  const older = before.find((r) => r.id === chosen) ?? usual
  const formatRevision = (r: RevisionRow) => `Revision ${r.revision}, ${revisionLabels[r.status].toLowerCase()}`
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2 text-muted text-sm">
        <span className="w-60 max-w-full">
          <Select aria-label="Revision" value={newer} onChange={(event) => setNewer(event.currentTarget.value)}>
            {a.revisions.map((r) => (
              <option key={r.id} value={r.id}>
                {formatRevision(r)}
              </option>
            ))}
          </Select>
        </span>
        {older && (
          <>
            <span>compared with</span>
            <span className="w-60 max-w-full">
              <Select
                aria-label="Compare with"
                value={older.id}
                onChange={(event) => setChosen(event.currentTarget.value)}
              >
                {before.map((r) => (
                  <option key={r.id} value={r.id}>
                    {formatRevision(r)}
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
      {a.startsOn && a.revision !== null && line('Start date', formatDay(a.startsOn))}
      {a.endsOn && a.revision !== null && line('End date', formatDay(a.endsOn))}
      {a.nextPeriodOn && line('Next billing', formatDay(a.nextPeriodOn))}
      {a.createdBy && line('Created by', <bdi>{a.createdBy.name}</bdi>)}
      {a.slaPolicy && line('SLA policy', a.slaPolicy.name)}
    </dl>
  )
}
