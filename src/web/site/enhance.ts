// The only script of the public pages. Every page works without it. It adds what HTML and CSS cannot do.
import { enhanceAccount } from './enhance/account.ts'
import { enhanceLegal } from './enhance/legal.ts'
import { enhanceManifest } from './enhance/manifest.ts'
import { enhanceMenus } from './enhance/menus.ts'
import { enhanceRoi } from './enhance/roi.ts'
import { enhanceScroll } from './enhance/scroll.ts'

/** A page rendered at build time may show last year. */
const enhanceYear = () => {
  for (const year of document.querySelectorAll('[data-year]')) year.textContent = String(new Date().getFullYear())
}

const start = () => {
  for (const enhance of [
    enhanceAccount,
    enhanceMenus,
    enhanceLegal,
    enhanceScroll,
    enhanceRoi,
    enhanceYear,
    enhanceManifest,
  ]) {
    try {
      enhance()
    } catch (error) {
      // An error in one of them must not stop the others.
      reportError(error)
    }
  }
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()
