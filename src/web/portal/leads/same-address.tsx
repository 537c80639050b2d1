import { Merge } from 'lucide-react'
import { useState } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { useOnDemand } from '../platform/loading/on-demand.tsx'
import { leadSourceLabels, leadStatusLooks } from './labels.ts'
import type { Lead } from './model.ts'

const loadMerge = () => import('./merge-dialog.tsx')

/** Lists other leads with the same email address, with a button that merges them. */
export function SameAddress({ lead }: { lead: Lead }) {
  const merge = useOnDemand(loadMerge)
  const [open, setOpen] = useState(false)
  const others = lead.sameAddress
  const mergeable = others.filter((other) => other.mergeable)
  if (others.length === 0 && !open) return null
  return (
    <section aria-labelledby="same" className="rounded-md border border-line bg-surface p-4">
      <h2 id="same" className="font-semibold text-sm">
        {others.length === 1 ? 'Another lead' : `${others.length} other leads`} from this email address
      </h2>
      <ul className="mt-2.5 flex flex-col gap-2">
        {others.map((other) => (
          <li key={other.id} className="flex items-baseline justify-between gap-3">
            <Anchor
              href={`/admin/contacts/leads/${other.id}`}
              className="min-w-0 truncate rounded-[4px] underline decoration-line underline-offset-3 hover:decoration-accent max-md:leading-10"
            >
              {leadSourceLabels[other.source]}, {leadStatusLooks[other.status].label.toLowerCase()}
            </Anchor>
            <RelativeTime iso={other.createdAt} className="shrink-0 text-muted text-xs" />
          </li>
        ))}
      </ul>
      {lead.can.merge && mergeable.length > 0 && (
        <Button
          size="sm"
          className="mt-3"
          icon={<Merge aria-hidden className="size-4" />}
          pending={merge.pending}
          onClick={() => void merge.get().then((loaded) => setOpen(loaded !== undefined))}
        >
          Merge into this one
        </Button>
      )}
      {merge.module && (
        <merge.module.MergeLeadsDialog lead={lead} others={mergeable} open={open} onClose={() => setOpen(false)} />
      )}
    </section>
  )
}
