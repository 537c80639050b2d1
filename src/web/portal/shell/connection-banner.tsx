import { onlineManager } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { queries } from '../platform/data/queries.ts'
import { findMissingCode, onMissingCode, retryMissingCode } from '../platform/loading/missing-code.ts'

const cache = queries.getQueryCache()
const watchQueries = (listener: () => void) => cache.subscribe(listener)
/** Returns whether a query on the page has never loaded and waits for the network. */
const isWaiting = () =>
  cache
    .getAll()
    .some((q) => q.state.fetchStatus === 'paused' && q.state.status === 'pending' && q.getObserversCount() > 0)

/** Says that the user is offline or that a new version is available, with a button that retries or reloads. */
export function ConnectionBanner({ online }: { online: boolean }) {
  const [trying, setTrying] = useState(false)
  const waiting = useSyncExternalStore(watchQueries, isWaiting, () => false)
  const part = useSyncExternalStore(
    onMissingCode,
    () => findMissingCode('part'),
    () => undefined,
  )
  const partial = part !== undefined || waiting
  const retry = async () => {
    setTrying(true)
    retryMissingCode()
    // The browser may wrongly report that it is offline.
    const reached = await fetch('/healthz', { cache: 'no-store' }).then(
      (r) => r.ok,
      () => false,
    )
    if (reached) onlineManager.setOnline(true)
    setTrying(false)
  }
  if (online && part !== 'gone') return null
  return (
    <div className="px-4 pt-4 md:px-8">
      {online ? (
        <Banner
          tone="warn"
          title="A new version is available"
          action={
            <Button size="sm" onClick={() => location.reload()}>
              Reload
            </Button>
          }
        >
          Reload to load the rest of this page. Your unsent replies and tickets are kept.
        </Banner>
      ) : (
        <Banner
          tone="warn"
          title="You’re offline"
          action={
            partial && (
              <Button
                size="sm"
                icon={<RotateCw aria-hidden className="size-4" />}
                pending={trying}
                onClick={() => void retry()}
              >
                Try again
              </Button>
            )
          }
        >
          {partial
            ? 'The rest of this page loads when you’re back online. Your drafts are kept.'
            : 'This page may be out of date. Your drafts are kept.'}
        </Banner>
      )}
    </div>
  )
}
