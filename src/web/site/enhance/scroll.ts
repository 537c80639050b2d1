const key = 'landing.scroll'

/** The landing page remembers where a card was opened and goes back there. */
export const scroll = () => {
  for (const link of document.querySelectorAll('[data-remember]')) {
    link.addEventListener('click', () => {
      sessionStorage.setItem(key, String(Math.round(scrollY)))
      // The page comes back at its top and then moves, instead of the browser jumping first.
      history.scrollRestoration = 'manual'
    })
  }
  if (location.pathname !== '/') return

  const restore = () => {
    const at = sessionStorage.getItem(key)
    if (at === null) return
    setTimeout(() => {
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches
      scrollTo({ top: Number(at), behavior: still ? 'instant' : 'smooth' })
      sessionStorage.removeItem(key)
      history.scrollRestoration = 'auto'
    }, 100)
  }
  // A page fetched ahead must not use up the position before anyone sees it.
  if ('prerendering' in document && document.prerendering) {
    document.addEventListener('prerenderingchange', restore, { once: true })
  } else restore()
  addEventListener('pageshow', (event) => {
    if (event.persisted) restore()
  })
}
