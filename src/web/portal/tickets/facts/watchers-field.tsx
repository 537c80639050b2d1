import { X } from 'lucide-react'
import { IconButton } from '../../../ui/button.tsx'
import { type Picked, WatcherPicker } from './watcher-picker.tsx'

const MAX = 25

interface WatchersFieldProps {
  /** For staff: the company that the ticket is opened for. */
  companyId?: string
  value: readonly Picked[]
  onChange: (value: Picked[]) => void
}

/** Chooses the watchers of a ticket that is not opened yet. */
export function WatchersField({ companyId, value, onChange }: WatchersFieldProps) {
  return (
    <div>
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {value.map((who) => (
            <li
              key={who.id}
              className="flex max-w-full items-center gap-1 rounded-sm border border-line bg-raised pl-2.5 text-sm"
            >
              <span className="min-w-0 truncate" title={who.email ?? who.name}>
                {who.name}
                {who.email && <span className="ml-1.5 text-muted text-xs">{who.email}</span>}
              </span>
              <IconButton
                size="sm"
                label={`Remove ${who.name} from the watchers`}
                icon={<X aria-hidden className="size-3.5" />}
                onClick={() => onChange(value.filter((w) => w.id !== who.id))}
              />
            </li>
          ))}
        </ul>
      )}
      {value.length < MAX && (
        <WatcherPicker
          companyId={companyId}
          taken={value.map((w) => w.id)}
          onPick={(who) => onChange([...value, { kind: who.kind, id: who.id, name: who.name, email: who.email }])}
        />
      )}
    </div>
  )
}
