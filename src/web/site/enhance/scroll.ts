import { tabStore } from '../../browser-storage.ts'

const key = 'landing.scroll'

/** Stores the landing page's scroll position when a card is opened, and restores it on return. */
export const enhanceScroll = () => {
  for (const link of document.querySelectorAll('[data-remember]')) {
    link.addEventListener('click', () => {
      tabStore.set(key, String(Math.round(scrollY)))
      // Start at the top and scroll from there, instead of letting the browser jump first.
      history.scrollRestoration = 'manual'
    })
  }
  if (location.pathname !== '/') return

  const restore = () => {
    const at = tabStore.get(key)
    if (at === null) return
    setTimeout(() => {
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches
      scrollTo({ top: Number(at), behavior: still ? 'instant' : 'smooth' })
      tabStore.remove(key)
      history.scrollRestoration = 'auto'
    }, 100)
  }
  // A prerendered page must not use up the stored position before it is shown.
  if ('prerendering' in document && document.prerendering) {
    document.addEventListener('prerenderingchange', restore, { once: true })
  } else restore()
  addEventListener('pageshow', (event) => {
    if (event.persisted) restore()
  })
}
