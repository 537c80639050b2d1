/** How long after the load, in milliseconds. By then, the page has been painted on slow phones too. */
const AFTER_LOAD_MS = 3_000

/**
 * Links the web app manifest some time after the page has loaded. Browsers need it only to add the site to a home
 * screen. In the document, its request competes with what is painted first.
 */
export const enhanceManifest = (): void => {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  const wait = () => setTimeout(() => document.head.append(link), AFTER_LOAD_MS)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}
