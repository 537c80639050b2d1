// The only script of the public pages. Every page works without it; it adds what HTML and CSS cannot know.
import { account } from './enhance/account.ts'
import { legal } from './enhance/legal.ts'
import { menus } from './enhance/menus.ts'
import { roi } from './enhance/roi.ts'
import { scroll } from './enhance/scroll.ts'

const start = () => {
  account()
  menus()
  legal()
  scroll()
  roi()
  // The year in a page rendered at build time may be last year's.
  for (const year of document.querySelectorAll('[data-year]')) year.textContent = String(new Date().getFullYear())
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()
