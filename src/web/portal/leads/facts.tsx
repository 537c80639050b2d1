import { ChevronDown, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Badge } from '../../ui/status.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { OnDemand } from '../platform/on-demand.tsx'
import { sourceLabels } from './labels.ts'
import { LeadOwner, LeadStatus } from './marks.tsx'
import type { Lead, Person } from './model.ts'

const loadOwner = () => import('./owner-menu.tsx')

interface FactsProps {
  lead: Lead
  me: Person | undefined
  onOwner: (to: Person | null) => void
  /** Left out where nothing can be changed. */
  onEdit: (() => void) | undefined
}

const linkClass =
  'inline-flex min-w-0 items-center gap-1.5 rounded-[4px] underline decoration-line underline-offset-3 hover:decoration-accent max-md:min-h-11'

const wideQuery = '(min-width: 1024px)'
const frame = 'rounded-md border border-line bg-surface'

/** What is known about a lead: beside what was done, or where there is no room for that, folded above it. */
export function Facts(props: FactsProps) {
  const { lead } = props
  if (useMedia(wideQuery))
    return (
      <section aria-labelledby="facts" className={`${frame} p-4`}>
        <Known {...props} />
      </section>
    )
  return (
    <details className={`group ${frame}`}>
      <summary className="flex min-h-11 list-none items-center gap-x-4 gap-y-1 px-4 py-2.5 [&::-webkit-details-marker]:hidden">
        <span className="flex min-w-0 flex-1 flex-wrap gap-x-4 gap-y-1">
          <LeadStatus status={lead.status} />
          <span className="text-muted">{lead.owner?.name ?? 'Nobody’s'}</span>
        </span>
        <span className="text-muted text-xs group-open:hidden">Show facts</span>
        <span className="hidden text-muted text-xs group-open:inline">Hide facts</span>
      </summary>
      <div className="border-line border-t p-4">
        <Known {...props} />
      </div>
    </details>
  )
}

function Known({ lead, me, onOwner, onEdit }: FactsProps) {
  const { can } = lead
  const consent = lead.submissions.find((sent) => sent.consentAt)?.consentAt
  return (
    <>
      <div className="-mt-1 mb-3 flex items-center justify-between gap-2">
        <h2 id="facts" className="font-semibold text-sm">
          Facts
        </h2>
        {onEdit && (
          <Button
            size="sm"
            variant="ghost"
            className="-mr-2 max-md:!h-11"
            icon={<Pencil aria-hidden className="size-3.5" />}
            onClick={onEdit}
          >
            Edit
          </Button>
        )}
      </div>
      <dl className="grid grid-cols-[4.75rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2.5">
        <Fact name="Status">
          <LeadStatus status={lead.status} />
        </Fact>
        <Fact name="Owner">
          {can.edit ? (
            <OnDemand
              load={loadOwner}
              button={
                <Button
                  variant="ghost"
                  className="-my-1.5 -ml-2 !h-8 max-w-full !justify-start !gap-1.5 !px-2 !font-normal !text-text max-md:!h-11"
                >
                  <span className="sr-only">Owner: </span>
                  <LeadOwner owner={lead.owner} />
                  <ChevronDown aria-hidden className="size-3.5 text-muted" />
                </Button>
              }
            >
              {({ OwnerMenu }, button) => <OwnerMenu button={button} owner={lead.owner} me={me} onSelect={onOwner} />}
            </OnDemand>
          ) : (
            <LeadOwner owner={lead.owner} />
          )}
        </Fact>
      </dl>
      <hr className="my-4 border-line" />
      <dl className="grid grid-cols-[4.75rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2.5">
        <Fact name="Name">{lead.name ? <bdi>{lead.name}</bdi> : <None />}</Fact>
        <Fact name="Company">{lead.organization ? <bdi>{lead.organization}</bdi> : <None />}</Fact>
        <Fact name="Email">
          {lead.email ? (
            <span className="flex min-w-0 items-center gap-1">
              <a href={`mailto:${encodeURIComponent(lead.email)}`} className={linkClass}>
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {lead.email.split('@')[0]}@<wbr />
                  {lead.email.split('@').slice(1).join('@')}
                </span>
              </a>
              <CopyButton text={lead.email} label="Copy email address" />
            </span>
          ) : (
            <None />
          )}
        </Fact>
        <Fact name="Phone">
          {lead.phone ? (
            /\d{3}/.test(lead.phone) ? (
              <a href={`tel:${lead.phone.replace(/[^\d+*#]/g, '')}`} className={linkClass}>
                <span className="min-w-0 [overflow-wrap:anywhere]">{lead.phone}</span>
              </a>
            ) : (
              <bdi>{lead.phone}</bdi>
            )
          ) : (
            <None />
          )}
        </Fact>
        <Fact name="Tags">
          {lead.tags.length > 0 ? (
            <span className="flex flex-wrap gap-1.5">
              {lead.tags.map((tag) => (
                <Badge key={tag}>{tag}</Badge>
              ))}
            </span>
          ) : (
            <None />
          )}
        </Fact>
      </dl>
      <hr className="my-4 border-line" />
      <dl className="grid grid-cols-[4.75rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2.5">
        <Fact name="Source">{sourceLabels[lead.source]}</Fact>
        <Fact name="Received">
          <RelativeTime iso={lead.createdAt} />
        </Fact>
        <Fact name="Consent">
          {consent ? (
            <>
              Given <RelativeTime iso={consent} />
            </>
          ) : (
            <span className="text-muted">Not through a form</span>
          )}
        </Fact>
        <Fact name="Changed">
          <RelativeTime iso={lead.updatedAt} />
        </Fact>
      </dl>
    </>
  )
}

const None = () => <span className="text-muted">Not known</span>

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}
