import type { ReactNode } from 'react'
import { Icon, Line, marks } from '../icons.tsx'
import type { PathGroup, ServiceCard } from '../paths.ts'
import { AvailabilityBadge } from './availability-badge.tsx'

/** The cards of one audience. `children` goes after the last card. */
export function ServiceCards({ group, children }: { group: PathGroup; children?: ReactNode }) {
  return (
    <div className="group" data-color={group.accentColor}>
      <h3>{group.title}</h3>
      <ul className="cards">
        {group.items.map((item) => (
          <Card key={item.to} item={item} />
        ))}
        {children}
      </ul>
    </div>
  )
}

function Card({ item }: { item: ServiceCard }) {
  return (
    <li className="card" aria-disabled={item.disabled}>
      <div className="head">
        <Icon name={item.icon} />
        {item.showAvailability && <AvailabilityBadge status={item.availabilityStatus ?? ''} variant="compact" />}
        {item.disabled && <span className="badge">Coming Soon</span>}
      </div>
      <h4>{item.label}</h4>
      <p>{item.description}</p>
      {!item.disabled && (
        <a className="more" href={item.to} data-remember>
          Learn More<span className="sr-only"> about {item.label}</span>
          <Line d={marks.right} />
        </a>
      )}
    </li>
  )
}
