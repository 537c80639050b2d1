import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import { Anchor } from '../anchor'
import { cx } from '../cx'
import { Kbd } from '../kbd'
import { popupClass } from './popup-class'

interface MenuProps {
  /** The button that opens it: `Button` or `IconButton`. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** Opens on mount, for a menu whose code is loaded by the click. */
  defaultOpen?: boolean
  children: ReactNode
}

/** A menu of actions and links. Supports arrow keys, typeahead and Escape. */
export function Menu({ trigger, align = 'end', side = 'bottom', defaultOpen, children }: MenuProps) {
  return (
    <Base.Root defaultOpen={defaultOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal role="region" aria-label="Menu">
        <Base.Positioner align={align} side={side} sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup
            data-popup
            className={cx(
              popupClass,
              'scroll-thin max-h-(--available-height) min-w-44 max-w-[min(20rem,calc(100vw-1rem))] overflow-y-auto p-1',
            )}
          >
            {children}
            <NamelessGuards />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * Shows Base UI's focus guards around an open menu to screen readers. Base UI hides them although they are focusable,
 * which axe reports (aria-hidden-focus). They pass focus on immediately and have no text, so they need no hiding.
 */
function NamelessGuards() {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      for (const guard of document.querySelectorAll('[data-base-ui-focus-guard]')) guard.removeAttribute('aria-hidden')
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return null
}

const itemClass =
  'flex min-h-8 cursor-pointer select-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 outline-none data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:mark-active data-highlighted:bg-line max-md:min-h-11 forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText] [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted'

interface MenuItemProps {
  icon?: ReactNode
  /** The keyboard shortcut, such as `['Ctrl', 'K']`. */
  shortcut?: readonly string[]
  children: ReactNode
}

/** An action in a menu. */
export function MenuItem({
  icon,
  shortcut,
  tone = 'default',
  disabled,
  onSelect,
  children,
}: MenuItemProps & { tone?: 'default' | 'danger'; disabled?: boolean; onSelect: () => void }) {
  return (
    <Base.Item
      disabled={disabled}
      onClick={onSelect}
      className={cx(itemClass, tone === 'danger' && 'text-bad [&>svg]:!text-bad')}
    >
      <ItemText icon={icon} shortcut={shortcut}>
        {children}
      </ItemText>
    </Base.Item>
  )
}

/** A link in a menu. */
export function MenuLink({ icon, shortcut, href, children }: MenuItemProps & { href: string }) {
  return (
    <Base.LinkItem closeOnClick className={itemClass} render={<Anchor href={href} />}>
      <ItemText icon={icon} shortcut={shortcut}>
        {children}
      </ItemText>
    </Base.LinkItem>
  )
}

/** A menu item that is on or off, such as a column. The menu stays open. */
export function MenuCheckbox({
  checked,
  onChange,
  disabled,
  children,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  children: ReactNode
}) {
  return (
    <Base.CheckboxItem checked={checked} onCheckedChange={onChange} disabled={disabled} className={itemClass}>
      <span className="grid size-4 shrink-0 place-items-center">
        <Base.CheckboxItemIndicator>
          <Check aria-hidden className="size-4 text-accent" />
        </Base.CheckboxItemIndicator>
      </span>
      <span className="min-w-0 flex-1 truncate">{children}</span>
    </Base.CheckboxItem>
  )
}

function ItemText({ icon, shortcut, children }: MenuItemProps) {
  return (
    <>
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <Kbd keys={shortcut} />}
    </>
  )
}

/** A line between parts of a menu. */
export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line forced-colors:bg-[CanvasText]" />
}

/** Menu items under a small heading. */
export function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 pt-2 pb-1 text-muted text-xs">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}
