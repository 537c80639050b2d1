import { ChevronDown, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { OnDemand } from '../../platform/loading/on-demand.tsx'
import { leadFields, listLeadFacts } from '../fields.tsx'
import { LeadOwner, LeadStatus } from '../marks.tsx'
import type { Lead, Person } from '../model.ts'

const loadOwner = () => import('../owner-menu.tsx')

interface FactsProps {
  lead: Lead
  me: Person | undefined
  onOwner: (to: Person | null) => void
  /** Undefined if the reader cannot edit. */
  onEdit: (() => void) | undefined
}

const wideQuery = '(min-width: 64rem)'
const frame = 'rounded-md border border-line bg-surface'

/** The details of a lead: beside its activity on wide screens, collapsed above it on narrow ones. */
export function LeadFactList(props: FactsProps) {
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
          <span className="text-muted">{lead.owner?.name ?? 'Unassigned'}</span>
        </span>
        <span className="text-muted text-xs group-open:hidden">Show details</span>
        <span className="hidden text-muted text-xs group-open:inline">Hide details</span>
      </summary>
      <div className="border-line border-t p-4">
        <Known {...props} />
      </div>
    </details>
  )
}

function Known({ lead, me, onOwner, onEdit }: FactsProps) {
  const { can } = lead
  return (
    <>
      <div className="-mt-1 mb-3 flex items-center justify-between gap-2">
        <h2 id="facts" className="font-semibold text-sm">
          Details
        </h2>
        {onEdit && (
          <Button
            size="sm"
            variant="ghost"
            className="-mr-2"
            icon={<Pencil aria-hidden className="size-3.5" />}
            onClick={onEdit}
          >
            Edit
          </Button>
        )}
      </div>
      <dl className="grid grid-cols-[4.75rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2.5">
        <Fact name={leadFields.status.label}>
          <LeadStatus status={lead.status} />
        </Fact>
        <Fact name={leadFields.owner.label}>
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
        {listLeadFacts('person', lead).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
      <hr className="my-4 border-line" />
      <dl className="grid grid-cols-[4.75rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2.5">
        {listLeadFacts('origin', lead).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}
