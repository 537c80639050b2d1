import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { replaceBlockedStorage } from './blocked-storage.ts'
import * as keys from './context.ts'
import { keepEarlyClicks } from './early-clicks.ts'
import { MarkupContext } from './markup.ts'
import { NonceContext } from './nonce.ts'
import { type Address, type Read, StartContext, sendReads, writeStart } from './start.ts'

// The server reads the context keys from here because it must use this bundle's objects, not a second copy of
// context.ts.
export { keys }
export const streamTimeout = 5_000

/** Logs errors that occur while a page renders. Unknown addresses and aborted requests are not errors. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  console.error(error)
}

type Handle = { live?: boolean; reads?: (address: Address) => Read[] } | undefined

/** Returns what a page that hydrates starts with: the site's settings, the reads of its screen, and inline scripts. */
function prepareStart(
  request: Request,
  handles: (Handle & Pick<Address, 'params'>)[],
  context: RouterContextProvider,
): { data: string; script: string } {
  const url = new URL(request.url)
  const site = context.get(keys.site)
  const reads = handles.flatMap(({ params, reads }) => reads?.({ params, url, site }) ?? [])
  return {
    data: writeStart({ at: Date.now(), site, reads }),
    script: [sendReads, keepEarlyClicks, replaceBlockedStorage].join(';'),
  }
}

/**
 * Renders the complete page before responding. Throws render errors. Pages that hydrate set `x-live`: their content
 * security policy needs a nonce, and other pages must not have one.
 */
export default function handle(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  let nonce: string | undefined
  try {
    nonce = context.get(keys.nonce)
  } catch {
    // Prerendering has no request, and no prerendered page needs a nonce.
  }
  headers.set('content-type', 'text/html; charset=utf-8')
  const { matches } = entry.staticHandlerContext
  const handles = matches.map(({ route, params }) => ({ params, ...(entry.routeModules[route.id]?.handle as Handle) }))
  const live = handles.some((h) => h.live)
  const start = live ? prepareStart(request, handles, context) : undefined
  const page = (
    <NonceContext value={nonce}>
      <StartContext value={start}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </StartContext>
    </NonceContext>
  )
  // This page does not hydrate, so it needs neither React's markers nor a stream.
  if (!live) {
    // During development, render again on each request so that edits appear.
    const markup = import.meta.hot ? undefined : renderToStaticMarkup
    const html = renderToStaticMarkup(<MarkupContext value={markup}>{page}</MarkupContext>)
    return new Response(`<!DOCTYPE html>${html}`, { headers, status })
  }
  headers.set('x-live', '1')
  return new Promise<Response>((resolve, reject) => {
    let code = status
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        const body = new PassThrough()
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }))
        pipe(body)
      },
      onShellError: reject,
      onError(e) {
        code = 500
        console.error(e)
      },
    })
    setTimeout(abort, streamTimeout + 1000).unref()
  })
}
