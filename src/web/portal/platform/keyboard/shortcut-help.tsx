import { cx } from '../../../ui/cx.ts'
import { Checkbox } from '../../../ui/forms/field.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { formatKeys, listKeyGroups, setSingleKeys, useSingleKeys } from './shortcuts.ts'

interface ShortcutHelpProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Keys that work on every screen. */
  everywhere: readonly { key: string; does: string }[]
}

/** The most shortcuts in one column. */
const ONE_COLUMN = 10

/** The shortcuts of a screen by group, those of every screen, and the switch for single-key shortcuts. */
export function ShortcutHelp({ open, onOpenChange, everywhere }: ShortcutHelpProps) {
  const on = useSingleKeys()
  const groups = [...listKeyGroups(), { title: 'All screens', keys: everywhere }].map(({ title, keys }) => ({
    title,
    shortcuts: keys.map(({ key, does }) => ({ keys: formatKeys(key), does })),
  }))
  // The longest group has its own column, so that both columns end at about the same height.
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
        label="Use single-key shortcuts"
        description="Turn this off if you use speech input or press keys by accident."
        checked={on}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Dialog>
  )
}
