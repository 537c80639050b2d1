const passing = new Set([408, 429, 500, 502, 503, 504])
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Milliseconds that the server asks for: seconds or an HTTP date. */
export function askedToWait(header, now = Date.now()) {
  if (!header) return 0
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}

/** For calls that may be repeated: reads, and writes that carry their own key. */
export async function fetchPatiently(url, options = {}, attempts = 5) {
  for (let attempt = 1; ; attempt++) {
    let wait = Math.random() * Math.min(60_000, 1000 * 2 ** attempt)
    try {
      const response = await fetch(url, { ...options, signal: AbortSignal.timeout(30_000) })
      if (!passing.has(response.status) || attempt === attempts) return response
      wait = Math.max(wait, askedToWait(response.headers.get('retry-after')))
      await response.body?.cancel()
    } catch (error) {
      if (attempt === attempts) throw error
    }
    await sleep(wait)
  }
}
