/** Adds to the browser's popovers: `aria-expanded`, focus handling, and closing before the page is cached. */
export const enhanceMenus = () => {
  const menu = document.getElementById('menu')
  const open = () => document.querySelectorAll<HTMLElement>('[popover]:popover-open')

  for (const panel of document.querySelectorAll<HTMLElement>('[popover]')) {
    const button = document.querySelector<HTMLElement>(`[popovertarget="${panel.id}"]`)
    button?.setAttribute('aria-expanded', 'false')
    panel.addEventListener('toggle', (event) => {
      const opened = event.newState === 'open'
      button?.setAttribute('aria-expanded', String(opened))
      if (panel !== menu) return
      // The menu covers the full screen, so Tab must not reach what is behind it.
      for (const behind of document.querySelectorAll('main, footer, .skip')) behind.toggleAttribute('inert', opened)
      if (opened) panel.querySelector<HTMLElement>('a')?.focus()
      else if (document.activeElement === document.body) button?.focus()
    })
    // Close a panel when Tab moves the focus out of it.
    panel.addEventListener('focusout', (event) => {
      const to = event.relatedTarget as Node | null
      if (panel !== menu && to && to !== button && !panel.contains(to)) panel.hidePopover()
    })
  }

  // The menu is not shown on wider screens, so it must not stay open and block the page.
  matchMedia('(width >= 48rem)').addEventListener('change', () => menu?.hidePopover())
  // Going back should show the page without the open menu.
  addEventListener('pagehide', () => {
    for (const panel of open()) panel.hidePopover()
  })
}
