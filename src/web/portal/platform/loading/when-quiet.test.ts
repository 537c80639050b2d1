import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenQuiet } from './when-quiet.ts'

let loaded: () => void
let busy = false
const page = { readyState: 'complete', hidden: false }

beforeEach(() => {
  vi.useFakeTimers()
  busy = false
  Object.assign(page, { readyState: 'complete', hidden: false })
  vi.stubGlobal('document', page)
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(run: () => void) {
        loaded = run
      }
      observe() {}
      disconnect() {
        loaded = () => {}
      }
    },
  )
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
  vi.stubGlobal('cancelIdleCallback', () => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const connection = (value: object) => vi.stubGlobal('navigator', { connection: value })

test('runs once when nothing has been loaded for two seconds', () => {
  connection({})
  const run = vi.fn()
  whenQuiet(run, () => busy)
  vi.advanceTimersByTime(1_900)
  loaded()
  vi.advanceTimersByTime(1_900)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(200)
  loaded()
  vi.advanceTimersByTime(10_000)
  expect(run).toHaveBeenCalledTimes(1)
})

test('waits while the page loads, is hidden, or awaits a response', () => {
  connection({})
  const run = vi.fn()
  page.readyState = 'interactive'
  page.hidden = true
  whenQuiet(run, () => busy)
  vi.advanceTimersByTime(10_000)
  page.readyState = 'complete'
  vi.advanceTimersByTime(10_000)
  expect(run).not.toHaveBeenCalled()
  page.hidden = false
  busy = true
  vi.advanceTimersByTime(10_000)
  expect(run).not.toHaveBeenCalled()
  busy = false
  vi.advanceTimersByTime(2_100)
  expect(run).toHaveBeenCalledTimes(1)
})

test('does nothing when it is canceled', () => {
  connection({})
  const run = vi.fn()
  whenQuiet(run, () => busy)()
  vi.advanceTimersByTime(10_000)
  expect(run).not.toHaveBeenCalled()
})

test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'never runs with %o',
  (value) => {
    connection(value)
    const run = vi.fn()
    whenQuiet(run, () => busy)
    vi.advanceTimersByTime(60_000)
    expect(run).not.toHaveBeenCalled()
  },
)
