import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { feedState } from '../events/feed.ts'
import type { Platform } from '../platform.ts'

/**
 * Returns a function that maps paths to labels: the known routes, and one for all others, so that requests cannot
 * create many labels.
 */
function namer(templates: string[]): (path: string) => string {
  const plain = new Set(templates.filter((template) => !template.includes('{')))
  // Only try patterns of the path's own module: trying several hundred costs as much as a small query.
  const moduleOf = (path: string) => path.split('/', 4).join('/')
  const known = Map.groupBy(
    templates
      .filter((template) => !plain.has(template))
      .map((template) => ({
        template,
        pattern: new RegExp(`^${template.replace(/[.]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`),
      })),
    ({ template }) => moduleOf(template),
  )
  return (path) => {
    if (!path.startsWith('/api/')) return path.startsWith('/assets/') ? '/assets' : '/page'
    if (plain.has(path)) return path
    return known.get(moduleOf(path))?.find(({ pattern }) => pattern.test(path))?.template ?? 'none'
  }
}

/**
 * Interval in milliseconds of the timer that measures the lag of the event loop. The values of `nodejs_eventloop_lag_*`
 * include it. With the default of 10, waking up is most of what an idle process does.
 */
const LAG_INTERVAL_MS = 250

let measured: Registry | undefined
/** Returns the metrics of the process, measured once however many servers it runs, because the measuring never ends. */
function processMetrics(): Registry {
  if (!measured) {
    measured = new Registry()
    collectDefaultMetrics({ register: measured, eventLoopMonitoringPrecision: LAG_INTERVAL_MS })
  }
  return measured
}

/** Measures requests by route (`templates`, with `{id}` for parameters), and renders all metrics as Prometheus text. */
export function createMetrics({ bus, db, refusals }: Pick<Platform, 'bus' | 'db' | 'refusals'>, templates: string[]) {
  const nameOf = namer(templates)
  const registry = new Registry()
  const ofProcess = processMetrics()
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the response headers',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  new Gauge({
    name: 'live_line_up',
    help: '1 while the connection for live events is up',
    registers: [registry],
    collect() {
      this.set(bus.connected ? 1 : 0)
    },
  })
  new Counter({
    name: 'requests_refused_total',
    help: 'Rejected requests, by reason; the log has a line for each',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [reason, count] of refusals.counts) this.inc({ reason }, count)
    },
  })
  // Shares one query between both metrics. Without the database, these two are missing, but the others work.
  let pending: Promise<{ behind: number; setAside: number } | undefined> | undefined
  const feed = () => {
    pending ??= feedState({ db })
      .catch(() => undefined)
      .finally(() => {
        pending = undefined
      })
    return pending
  }
  new Gauge({
    name: 'events_unread',
    help: 'Published events that are not handled yet, counted up to 10,000',
    registers: [registry],
    async collect() {
      const state = await feed()
      if (state) this.set(state.behind)
    },
  })
  new Gauge({
    name: 'events_set_aside',
    help: 'Events that could not be handled and are not retried; the log names them',
    registers: [registry],
    async collect() {
      const state = await feed()
      if (state) this.set(state.setAside)
    },
  })
  return {
    /** Starts measuring a request. Call the result with the status of the response. */
    begin(method: string, path: string): (status: number) => void {
      const start = performance.now()
      return (status) => {
        const route = nameOf(path)
        requests.observe({ method, route, status: String(status) }, (performance.now() - start) / 1000)
      }
    },
    text: () => Registry.merge([ofProcess, registry]).metrics(),
  }
}
