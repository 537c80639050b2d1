import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { feedState } from './feed.ts'
import type { Platform } from './platform.ts'

/** Labels must stay few, whatever anybody asks for: the routes that there are, and one for everything else. */
function namer(templates: string[]): (path: string) => string {
  const plain = new Set(templates.filter((template) => !template.includes('{')))
  // Of a room's own only: trying some hundreds in turn costs as much as a small query.
  const roomOf = (path: string) => path.split('/', 4).join('/')
  const known = Map.groupBy(
    templates
      .filter((template) => !plain.has(template))
      .map((template) => ({
        template,
        pattern: new RegExp(`^${template.replace(/[.]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`),
      })),
    ({ template }) => roomOf(template),
  )
  return (path) => {
    if (!path.startsWith('/api/')) return path.startsWith('/assets/') ? '/assets' : '/page'
    if (plain.has(path)) return path
    return known.get(roomOf(path))?.find(({ pattern }) => pattern.test(path))?.template ?? 'none'
  }
}

/** Counts and times requests by route (`templates`, with `{id}` for parameters), and renders all figures as Prometheus text. */
export function metrics({ bus, db }: Pick<Platform, 'bus' | 'db'>, templates: string[]) {
  const nameOf = namer(templates)
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to the head of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  new Gauge({
    name: 'live_line_up',
    help: '1 while the line that carries live events is connected',
    registers: [registry],
    collect() {
      this.set(bus.connected ? 1 : 0)
    },
  })
  // Asked for once for both figures; without the database there are none of these, but there are others.
  let asked: Promise<{ behind: number; setAside: number } | undefined> | undefined
  const feed = () => {
    asked ??= feedState({ db })
      .catch(() => undefined)
      .finally(() => {
        asked = undefined
      })
    return asked
  }
  new Gauge({
    name: 'events_unread',
    help: 'Events that are published and not yet told of, counted up to 10,000',
    registers: [registry],
    async collect() {
      const state = await feed()
      if (state) this.set(state.behind)
    },
  })
  new Gauge({
    name: 'events_set_aside',
    help: 'Events that could not be told of and are not tried again; the log names them',
    registers: [registry],
    async collect() {
      const state = await feed()
      if (state) this.set(state.setAside)
    },
  })
  return {
    /** Begins a request; call the result with the status of the answer. */
    begin(method: string, path: string): (status: number) => void {
      const start = performance.now()
      return (status) => {
        const route = nameOf(path)
        requests.observe({ method, route, status: String(status) }, (performance.now() - start) / 1000)
      }
    },
    text: () => registry.metrics(),
  }
}
