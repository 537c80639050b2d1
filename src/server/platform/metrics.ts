import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Platform } from './platform.ts'

/** Labels must stay few: the first two parts of a path, ids and files left out. */
const routeOf = (path: string) =>
  path.startsWith('/api/')
    ? path
        .split('/')
        .slice(0, 5)
        .map((part) => (/^[0-9a-f-]{36}$/.test(part) ? '{id}' : part))
        .join('/')
    : path.startsWith('/assets/')
      ? '/assets'
      : '/page'

/** Counts and times requests, and renders all figures as Prometheus text. */
export function metrics({ bus }: Pick<Platform, 'bus'>) {
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
  return {
    /** Begins a request; call the result with the status of the answer. */
    begin(method: string, path: string): (status: number) => void {
      const start = performance.now()
      return (status) => {
        // A route that is not ours must not become a label: anybody could fill the memory.
        const route = status === 404 ? 'none' : routeOf(path)
        requests.observe({ method, route, status: String(status) }, (performance.now() - start) / 1000)
      }
    },
    text: () => registry.metrics(),
  }
}
