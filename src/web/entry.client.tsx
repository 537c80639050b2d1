import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { tolerateTranslation } from './translated-pages.ts'
import { ignoreComposedEscape } from './ui/pressed-key.ts'

tolerateTranslation()
ignoreComposedEscape()

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})

// A portal screen loads code before it shows anything and often redirects. Chromium then cancels the cross-fade with an
// error, so the portal only animates when a public page leads to it (see `portal.css`).
addEventListener('pageswap', ({ viewTransition }) => {
  viewTransition?.ready.catch(() => {})
  viewTransition?.skipTransition()
})
