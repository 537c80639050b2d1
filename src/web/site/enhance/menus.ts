/** What the browser's own popovers leave open: state for older readers, focus, and pages kept in memory. */
export const menus = () => {
  const menu = document.getElementById('menu')
  const open = () => document.querySelectorAll<HTMLElement>('[popover]:popover-open')

  for (const panel of document.querySelectorAll<HTMLElement>('[popover]')) {
    const button = document.querySelector<HTMLElement>(`[popovertarget="${panel.id}"]`)
    button?.setAttribute('aria-expanded', 'false')
    panel.addEventListener('toggle', (event) => {
      const opened = event.newState === 'open'
      button?.setAttribute('aria-expanded', String(opened))
      if (panel !== menu) return
      // Full screen: what lies behind must not be reached by Tab.
      for (const behind of document.querySelectorAll('main, footer, .skip')) behind.toggleAttribute('inert', opened)
      if (opened) panel.querySelector<HTMLElement>('a')?.focus()
      else if (document.activeElement === document.body) button?.focus()
    })
    // Moving on by Tab closes what was left.
    panel.addEventListener('focusout', (event) => {
      const to = event.relatedTarget as Node | null
      if (panel !== menu && to && to !== button && !panel.contains(to)) panel.hidePopover()
    })
  }

  // Wider than a phone the menu is not drawn: it must not stay open and hold the page.
  matchMedia('(width >= 48rem)').addEventListener('change', () => menu?.hidePopover())
  // Back should show the page, not the menu it was left through.
  addEventListener('pagehide', () => {
    for (const panel of open()) panel.hidePopover()
  })
}
