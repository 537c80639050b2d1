import { RotateCw, WifiOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { createPath, Outlet, useLocation, useNavigate, useNavigation } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { tabStore } from '../../browser-storage.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { findMissingCode, type Missing, onMissingCode, retryMissingCode } from '../platform/loading/missing-code.ts'
import { cancelDocument, findAwaitedDocument, onAwaitedDocument } from '../platform/loading/open-document.ts'

const RELOADED = `${brand.slug}.reloaded`
/** A second failure within this time is not caused by a deployment, so do not reload in a loop. */
const RELOAD_GAP_MS = 60_000

const words: Record<Missing, { title: string; text: string }> = {
  offline: {
    title: 'You’re offline',
    text: 'This screen opens automatically when you’re back online. What you typed on the last screen is kept.',
  },
  unreachable: {
    title: 'Can’t reach the server',
    text: 'This screen opens automatically as soon as the server responds. What you typed on the last screen is kept.',
  },
  gone: {
    title: 'A new version is available',
    text: 'Reload the page to open this screen. Unsent replies and tickets are kept.',
  },
}

/**
 * Reloads the target as a document, because a deployment changes the file names of its code. Does nothing within
 * RELOAD_GAP_MS of the last reload, or without storage.
 */
function reloadOnce(path: string): void {
  const last = Number(tabStore.get(RELOADED) ?? 0)
  if (Date.now() - last < RELOAD_GAP_MS) return
  // Without storage, a reload could repeat without end.
  if (tabStore.set(RELOADED, String(Date.now()))) location.assign(path)
}

/**
 * Renders the current screen. If the next screen cannot be loaded, shows why and retries. The current screen stays
 * mounted and hidden, so that nothing typed is lost. `bare`: outside the frame.
 */
export function AwaitedScreen({ bare = false }: { bare?: boolean }) {
  const { state, location: target } = useNavigation()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const missing = useSyncExternalStore(
    onMissingCode,
    () => findMissingCode('screen'),
    () => undefined,
  )
  const document = useSyncExternalStore(onAwaitedDocument, findAwaitedDocument, () => undefined)
  const why = state === 'loading' ? missing : document
  const path = target && createPath(target)
  // Another screen was opened instead.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of any of them means another screen
  useEffect(cancelDocument, [state, pathname, search, hash])
  useEffect(() => {
    if (why === 'gone' && path) reloadOnce(path)
  }, [why, path])
  const Around = bare ? 'main' : 'div'
  return (
    <>
      {why && (
        <Around className={cx(bare && 'grid min-h-dvh place-content-center')}>
          <div role="alert" data-awaiting="">
            <EmptyState
              icon={<WifiOff />}
              title={words[why].title}
              whole
              action={
                <>
                  <Button
                    variant="primary"
                    icon={<RotateCw aria-hidden className="size-4" />}
                    onClick={() => (why === 'gone' && path ? location.assign(path) : retryMissingCode())}
                  >
                    {why === 'gone' ? 'Reload' : 'Try again'}
                  </Button>
                  <Button
                    onClick={() => {
                      cancelDocument()
                      if (state === 'loading') void navigate(pathname + search + hash, { replace: true })
                    }}
                  >
                    Go back
                  </Button>
                </>
              }
            >
              {words[why].text}
            </EmptyState>
          </div>
        </Around>
      )}
      <div className={cx(why ? 'hidden' : 'contents')}>
        <Outlet />
      </div>
    </>
  )
}
