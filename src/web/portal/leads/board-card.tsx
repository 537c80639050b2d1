import { Ellipsis } from 'lucide-react'
import { memo } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { useBoardCard } from '../../ui/board/drag-board.tsx'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { OnDemand } from '../platform/loading/on-demand.tsx'
import { formatLeadDetail, formatLeadName, leadSourceLabels } from './labels.ts'
import { DueDate } from './marks.tsx'
import type { LeadRow, Stage } from './model.ts'

const loadMenu = () => import('./stage-menu.tsx')

interface BoardCardProps {
  lead: LeadRow
  /** Whether the card is being dragged. */
  dragged: boolean
  onMove: (to: Stage) => void
}

const frame = 'group relative rounded-sm border border-line bg-raised p-3'

/** A lead on the board. */
export const BoardCard = memo(function BoardCard({ lead, dragged, onMove }: BoardCardProps) {
  const { card, anywhere } = useBoardCard(lead.id)
  return (
    <li
      data-lead-card=""
      {...card}
      {...anywhere}
      className={cx(
        frame,
        'transition-[border-color,opacity] [-webkit-touch-callout:none] hover:border-edge md:cursor-grab md:active:cursor-grabbing',
        dragged && 'opacity-40',
      )}
    >
      <CardText lead={lead} onMove={onMove} />
    </li>
  )
})

/** The card that follows the pointer during a drag. */
export const CardInAir = ({ lead }: { lead: LeadRow }) => (
  <div className={frame}>
    <CardText lead={lead} />
  </div>
)

function CardText({ lead, onMove }: { lead: LeadRow; onMove?: (to: Stage) => void }) {
  const name = formatLeadName(lead)
  const detail = formatLeadDetail(lead)
  return (
    <>
      <div className="flex items-start gap-1">
        <p className="min-w-0 flex-1">
          <Anchor
            href={`/admin/contacts/leads/${lead.id}`}
            data-lead={lead.id}
            draggable={false}
            aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
            className="rounded-[4px] font-medium leading-5 [overflow-wrap:anywhere] after:absolute after:inset-0 after:rounded-sm group-hover:text-accent"
          >
            <bdi>{name}</bdi>
          </Anchor>
          {detail && <bdi className="block truncate text-muted text-xs leading-5">{detail}</bdi>}
        </p>
        <span className="relative z-10 -mt-1 -mr-1.5">
          <OnDemand
            load={loadMenu}
            button={<IconButton size="sm" label={`Move ${name}`} icon={<Ellipsis aria-hidden className="size-4" />} />}
          >
            {({ StageMenu }, button) => onMove && <StageMenu button={button} stage={lead.stage} onSelect={onMove} />}
          </OnDemand>
        </span>
      </div>
      {lead.nextAction && (
        <p className="mt-2 text-xs">
          <span className="line-clamp-2 [overflow-wrap:anywhere]">{lead.nextAction}</span>
          {lead.nextActionAt && <DueDate iso={lead.nextActionAt} className="mt-1" />}
        </p>
      )}
      <p className="mt-2.5 flex items-center justify-between gap-2 text-muted text-xs">
        <span className="truncate">{leadSourceLabels[lead.source]}</span>
        {lead.owner ? (
          <span title={lead.owner.name} className="shrink-0">
            <Avatar name={lead.owner.name} size="sm" />
            <span className="sr-only">Owner: {lead.owner.name}</span>
          </span>
        ) : (
          <span className="shrink-0">Unassigned</span>
        )}
      </p>
    </>
  )
}
