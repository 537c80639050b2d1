import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { keyGroups, keyNames, setSingleKeys, useSingleKeys } from './shortcuts.ts'

interface ShortcutHelpProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  shortcuts: readonly { keys: readonly string[]; does: string }[]
}

/** So many stand below one another. */
const ONE_COLUMN = 10

/** The keys of a screen, group by group, and the switch for them. */
export function ShortcutHelp({ open, onOpenChange, shortcuts }: ShortcutHelpProps) {
  const on = useSingleKeys()
  const groups = [
    ...keyGroups().map(({ title, keys }) => ({
      title,
      shortcuts: keys.map(({ key, does }) => ({ keys: keyNames(key), does })),
    })),
    { title: 'This screen', shortcuts: [...shortcuts, { keys: ['?'], does: 'This help' }] },
  ]
  // The longest one has a column to itself, so that both end at about the same height.
  groups.sort((a, b) => Number(a.shortcuts.length > ONE_COLUMN - 1) - Number(b.shortcuts.length > ONE_COLUMN - 1))
  const several = groups.length > 1
  const many = groups.reduce((n, g) => n + g.shortcuts.length, 0) > ONE_COLUMN
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size={many ? 'lg' : 'sm'} title="Keyboard shortcuts">
      <div className={cx('mb-5', many && 'gap-8 sm:columns-2')}>
        {groups.map(({ title, shortcuts }) => (
          <section key={title} className={cx('not-last:mb-5', several && 'break-inside-avoid')}>
            {several && <h3 className="mb-1 font-medium text-muted text-xs">{title}</h3>}
            <dl>
              {shortcuts.map(({ keys, does }) => (
                <div
                  key={does}
                  className="flex min-h-9 break-inside-avoid items-center justify-between gap-4 border-line border-b py-1"
                >
                  <dt>{does}</dt>
                  <dd>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Checkbox
        label="Single keys are shortcuts"
        description="Turn this off if you dictate, or press keys by accident."
        checked={on}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Dialog>
  )
}
