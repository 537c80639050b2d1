import { ShortcutHelp } from '../platform/shortcut-help.tsx'
import { keyNames } from '../platform/shortcuts.ts'
import type { List } from './list.ts'
import type { ListKeyAct } from './list-screen.tsx'
import { capital } from './words.ts'

interface ListHelpProps {
  list: List<never>
  /** Keys that only this list has. */
  more: readonly ListKeyAct<never>[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Shows the keyboard shortcuts of a list. */
export function ListHelp({ list, more, ...dialog }: ListHelpProps) {
  const [one] = list.noun
  return (
    <ShortcutHelp
      {...dialog}
      shortcuts={[
        { keys: ['J'], does: `Next ${one}` },
        { keys: ['K'], does: `${capital(one)} before` },
        { keys: ['Enter'], does: `Open the ${one}` },
        ...more.flatMap(({ key, does }) => (does ? [{ keys: keyNames(key), does }] : [])),
        ...(list.filter.search === undefined ? [] : [{ keys: ['/'], does: 'Search' }]),
      ]}
    />
  )
}
