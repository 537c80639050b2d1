import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Building2, Ellipsis, FileQuestion, Lock, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { isId } from '../platform/data/is-id.ts'
import { handleOf, loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { useKeyHelp, useShortcuts } from '../platform/keyboard/shortcuts.ts'
import { useCoalesced, useLive } from '../platform/live/use-live.ts'
import { OnDemand, useOnDemand } from '../platform/loading/on-demand.tsx'
import { useAuth } from '../platform/session/auth.tsx'
import { useRecent } from '../platform/session/recent.ts'
import { ActivityFeed } from './activity-feed.tsx'
import { LeadFactList } from './facts/facts.tsx'
import { formatLeadDetail, formatLeadName, stageLabels, stages } from './labels.ts'
import { activitiesOptions, getLeadFromLists, leadOptions, refreshLead, removeLeadFromCache } from './lead-queries.ts'
import type { Lead } from './model.ts'
import { NextAction } from './next-action.tsx'
import { NoteBox, type NoteHandle } from './note-box.tsx'
import { SameAddress } from './same-address.tsx'
import { StageTrack } from './stage-track.tsx'
import { Submissions } from './submissions.tsx'
import { useChangeLead, useSetLeadStatus, useSetStage } from './use-lead-changes.ts'

// The screen sets the document title once the lead's name is known.
export const meta = () => [{ name: 'robots', content: 'noindex' }]

const reads: ScreenReads = ({ params: { id } }) => (id && isId(id) ? [leadOptions(id), activitiesOptions(id)] : [])
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

const loadConvert = () => import('./convert-dialog.tsx')
const loadEdit = () => import('./facts/edit-dialog.tsx')
const loadLost = () => import('./lost-dialog.tsx')
const loadRemove = () => import('./remove-dialog.tsx')
const loadMore = () => import('./more-menu.tsx')
const back = { href: '/admin/contacts', label: 'Leads' }
const RELOAD_GAP_MS = 500

/** `/admin/contacts/leads/:id`: one lead, its activity and next action. */
export default function LeadPage() {
  const { id = '' } = useParams()
  return <LeadScreen key={id} id={id} />
}

function LeadScreen({ id }: { id: string }) {
  const known = isId(id)
  const navigate = useNavigate()
  const { data: lead, error, isFetching, fetchStatus, refetch } = useQuery({ ...leadOptions(id), enabled: known })
  const [preview] = useState(() => getLeadFromLists(id))
  // The lead was merged in the meantime, and the server returned the lead that it was merged into.
  const elsewhere = lead && lead.id !== id ? lead.id : undefined
  useEffect(() => {
    if (elsewhere) void navigate(`/admin/contacts/leads/${elsewhere}`, { replace: true })
  }, [elsewhere, navigate])
  if (lead && !elsewhere) return <LoadedLead lead={lead} />

  const failure = parseFailure(error)
  const title = preview ? formatLeadName(preview) : 'Lead'
  const heading = <h1 className="sr-only">{title}</h1>
  const backLink = <LinkButton href={back.href}>Back to leads</LinkButton>
  return (
    <>
      <title>{`${title} · ${brand.shortName}`}</title>
      {!known || failure?.status === 404 ? (
        <>
          {heading}
          <EmptyState icon={<FileQuestion />} title="Lead not found" action={backLink}>
            It may have been deleted, or the link may be wrong.
          </EmptyState>
        </>
      ) : failure?.status === 403 ? (
        <>
          {heading}
          <EmptyState icon={<Lock />} title="Only our team can see leads" action={backLink} />
        </>
      ) : error ? (
        <>
          {heading}
          <ErrorState
            title="Couldn’t load this lead"
            message={failure?.message ?? 'Check your connection and try again.'}
            requestId={failure?.data?.requestId}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </>
      ) : fetchStatus === 'paused' ? (
        <>
          {heading}
          <EmptyState icon={<WifiOff />} title="You’re offline" action={backLink}>
            This lead isn’t available offline. It will load when you reconnect.
          </EmptyState>
        </>
      ) : (
        <LoadingLead title={preview && formatLeadName(preview)} />
      )}
    </>
  )
}

type Open = 'convert' | 'edit' | 'lost' | 'remove'

function LoadedLead({ lead }: { lead: Lead }) {
  const { id, can } = lead
  useRecent({
    kind: 'lead',
    title: lead.name ?? lead.organization ?? lead.email ?? 'Lead',
    detail: lead.name ? (lead.organization ?? 'Lead') : 'Lead',
    path: `/admin/contacts/leads/${id}`,
  })
  const { profile } = useAuth()
  const navigate = useNavigate()
  const me = profile ? { id: profile.id, name: profile.full_name } : undefined
  const [open, setOpen] = useState<Open>()
  const convert = useOnDemand(loadConvert)
  const edit = useOnDemand(loadEdit)
  const lost = useOnDemand(loadLost)
  const remove = useOnDemand(loadRemove)
  const show = (what: Open, { get }: { get: () => Promise<unknown> }) =>
    void get().then((loaded) => loaded !== undefined && setOpen(what))
  const close = () => setOpen(undefined)

  const setStage = useSetStage()
  const status = useSetLeadStatus()
  const { own, done } = useChangeLead()
  const note = useRef<NoteHandle>(null)
  const reload = useCoalesced(
    () => refreshLead(id),
    () => RELOAD_GAP_MS,
  )
  useLive(['lead'], (event) => {
    if (event === 'resumed' || event.subjectId === id) reload()
  })

  const stageBy = (by: 1 | -1) => {
    const to = stages[stages.indexOf(lead.stage) + by]
    return can.stage && to ? () => void setStage(lead, to).catch(() => {}) : undefined
  }
  const shortcuts = [
    { key: 'n', does: 'Add a note', act: can.note ? () => note.current?.focus() : undefined },
    {
      key: 'a',
      does: 'Assign to me',
      act: can.edit && me && lead.owner?.id !== me.id ? () => void own(lead, me) : undefined,
    },
    { key: 'e', does: 'Edit', act: can.edit ? () => show('edit', edit) : undefined },
    { key: ']', does: 'Next stage', act: stageBy(1) },
    { key: '[', does: 'Previous stage', act: stageBy(-1) },
  ]
  useShortcuts(Object.fromEntries(shortcuts.map((s) => [s.key, s.act])))
  useKeyHelp({ title: 'Lead', keys: shortcuts.filter((s) => s.act) })

  const name = formatLeadName(lead)
  const openAgain = () => void status.set(lead, 'open').catch(() => {})
  return (
    <>
      <title>{`${name} · ${brand.shortName}`}</title>
      <PageHeader
        back={back}
        title={<bdi>{name}</bdi>}
        description={
          <>
            {formatLeadDetail(lead) && <bdi>{formatLeadDetail(lead)} · </bdi>}
            {lead.source === 'manual' ? 'added ' : 'received '}
            <RelativeTime iso={lead.createdAt} />
          </>
        }
        action={
          <>
            {can.statuses.includes('lost') && lead.status === 'open' && (
              <Button pending={lost.pending} onClick={() => show('lost', lost)}>
                Mark as lost
              </Button>
            )}
            {can.convert && (
              <Button
                variant="primary"
                icon={<Building2 aria-hidden className="size-4" />}
                pending={convert.pending}
                onPointerEnter={() => void loadConvert().catch(() => {})}
                onClick={() => show('convert', convert)}
              >
                Convert to company
              </Button>
            )}
            {(can.statuses.length > 0 || can.remove) && (
              <OnDemand
                load={loadMore}
                button={
                  <IconButton
                    variant="secondary"
                    label="More actions"
                    icon={<Ellipsis aria-hidden className="size-4" />}
                  />
                }
              >
                {({ MoreMenu }, button) => (
                  <MoreMenu
                    button={button}
                    lead={lead}
                    onEdit={() => show('edit', edit)}
                    onStatus={(to) => void status.set(lead, to).catch(() => {})}
                    onRemove={() => show('remove', remove)}
                  />
                )}
              </OnDemand>
            )}
          </>
        }
      />
      <div className="mt-5 flex flex-col gap-3 empty:hidden">
        <StatusBanner lead={lead} pending={status.pending} onOpen={openAgain} />
        {lead.account && lead.status === 'open' && (
          <Banner tone="info" title="This email address already belongs to a user">
            {lead.account.company ? (
              <>
                It belongs to a user of{' '}
                <Anchor href={`/companies/${lead.account.company.id}`} className="underline underline-offset-3">
                  {lead.account.company.name}
                </Anchor>
                . This may be a question from an existing partner.
              </>
            ) : (
              'It belongs to a user of a partner. An administrator can see which one.'
            )}
          </Banner>
        )}
      </div>
      <div className="mt-6">
        <StageTrack
          stage={lead.stage}
          onChange={can.stage ? (to) => void setStage(lead, to).catch(() => {}) : undefined}
        />
      </div>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
        <aside aria-label="Next action and details" className="flex flex-col gap-4 lg:sticky lg:top-20 lg:order-last">
          <NextAction lead={lead} onDone={() => void done(lead)} />
          <LeadFactList
            lead={lead}
            me={me}
            onOwner={(to) => void own(lead, to)}
            onEdit={can.edit ? () => show('edit', edit) : undefined}
          />
          <SameAddress lead={lead} />
        </aside>
        <div className="flex min-w-0 flex-col gap-6">
          <Submissions lead={lead} />
          <section aria-labelledby="activity" className="flex flex-col gap-4">
            <h2 id="activity" className="font-semibold text-base">
              Activity
            </h2>
            <NoteBox ref={note} leadId={id} name={name} />
            <ActivityFeed leadId={id} />
          </section>
        </div>
      </div>
      {convert.module && open === 'convert' && <convert.module.ConvertDialog lead={lead} onClose={close} />}
      {edit.module && open === 'edit' && <edit.module.EditLeadDialog lead={lead} onClose={close} />}
      {lost.module && open === 'lost' && (
        <lost.module.LostDialog lead={lead} onClose={close} onLost={(reason) => status.set(lead, 'lost', reason)} />
      )}
      {remove.module && (
        <remove.module.RemoveDialog
          lead={lead}
          open={open === 'remove'}
          onClose={close}
          onGone={() => {
            void navigate('/admin/contacts', { replace: true })
            removeLeadFromCache(id)
          }}
        />
      )}
    </>
  )
}

/** Shows the outcome of a closed lead, with a button that reopens it. */
function StatusBanner({ lead, pending, onOpen }: { lead: Lead; pending: boolean; onOpen: () => void }) {
  const again = lead.can.statuses.includes('open') && (
    <Button size="sm" pending={pending} onClick={onOpen}>
      Reopen
    </Button>
  )
  if (lead.status === 'lost')
    return (
      <Banner tone="info" title={`Lost in ${stageLabels[lead.stage]}`} action={again}>
        {lead.lostReason}
      </Banner>
    )
  if (lead.status === 'spam')
    return (
      <Banner tone="warn" title="Marked as spam" action={again}>
        It appears only in the Spam and All views, and we don’t send reminders about it.
      </Banner>
    )
  if (lead.convertedTo)
    return (
      <Banner
        tone="good"
        title={<>Won: converted to a company</>}
        action={
          <LinkButton href={`/companies/${lead.convertedTo.id}`} size="sm">
            <span className="max-w-56 truncate">{lead.convertedTo.name}</span>
            <ArrowRight aria-hidden className="size-4" />
          </LinkButton>
        }
      >
        {lead.convertedAt && (
          <>
            Converted <RelativeTime iso={lead.convertedAt} />. Continue in the company record.
          </>
        )}
      </Banner>
    )
  return null
}

function LoadingLead({ title }: { title: ReactNode }) {
  return (
    <div aria-busy>
      <PageHeader
        back={back}
        title={
          title ?? (
            <>
              <span className="sr-only">Loading the lead</span>
              <Skeleton className="h-7 w-64 max-w-full" />
            </>
          )
        }
        description={<Skeleton className="mt-1.5 h-3.5 w-48" />}
      />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
        <div className="flex flex-col gap-4 rounded-md border border-line bg-surface p-4 lg:order-last">
          {['w-28', 'w-36', 'w-24', 'w-32'].map((width) => (
            <div key={width} className="flex gap-6">
              <Skeleton className="h-3.5 w-16" />
              <Skeleton className={`h-3.5 ${width}`} />
            </div>
          ))}
        </div>
        <div className="flex flex-col gap-6">
          <Skeleton className="h-10" />
          <Skeleton className="h-36" />
          <Skeleton className="h-24" />
        </div>
      </div>
    </div>
  )
}
