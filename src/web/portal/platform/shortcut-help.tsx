import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { setSingleKeys, useSingleKeys } from './shortcuts.ts'

interface ShortcutHelpProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  shortcuts: readonly { keys: readonly string[]; does: string }[]
}

/** The keys of a screen, and the switch for them. */
export function ShortcutHelp({ open, onOpenChange, shortcuts }: ShortcutHelpProps) {
  const on = useSingleKeys()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="sm" title="Keyboard shortcuts">
      <dl className="divide-y divide-line border-line border-y">
        {[...shortcuts, { keys: ['?'], does: 'This help' }].map(({ keys, does }) => (
          <div key={does} className="flex min-h-10 items-center justify-between gap-4">
            <dt>{does}</dt>
            <dd>
              <Kbd keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5">
        <Checkbox
          label="Single keys are shortcuts"
          description="Turn this off if you dictate, or press keys by accident."
          checked={on}
          onChange={(event) => setSingleKeys(event.currentTarget.checked)}
        />
      </div>
    </Dialog>
  )
}
