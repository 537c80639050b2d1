// Tests the runner of npm test: what happens after a failed test, and the arguments.
import { expect, test } from 'vitest'
import { HELP, parseOptions } from './options.ts'
import { rerunFailed } from './rerun.ts'
import type { OutsideFailure, Report, TestResult } from './results.ts'
import type { Suite } from './suites.ts'

const result = (title: string, outcome: TestResult['outcome'], message?: string): TestResult => ({
  file: 'a.test.ts',
  title,
  ms: 1,
  outcome,
  ...(message ? { message } : {}),
})
const report = (tests: TestResult[], outside: OutsideFailure[] = []): Report => ({ tests, outside, files: [] })

/** Returns a suite whose second run reports `again`. `asked` lists what it was asked to run alone. */
function suiteThatSays(again: Report) {
  const asked: string[] = []
  const suite: Suite = {
    name: 'suite',
    run: async () => again,
    alone: async (tests, files) => {
      asked.push(...tests.map((t) => t.title), ...files)
      return again
    },
  }
  return { suite, asked }
}
const verdict = async (first: Report, again: Report) => {
  const { suite, asked } = suiteThatSays(again)
  return { ...(await rerunFailed([{ suite, what: {}, report: first }], 1)), asked }
}

test('a test that passes the first time counts, and does not run again', async () => {
  const first = report([result('one', 'passed'), result('two', 'skipped')])
  expect(await verdict(first, report([]))).toEqual({ passed: 1, failed: [], flaky: [], asked: [] })
})

test('a test that also fails alone is failed, with the errors of both runs; one that passes then is flaky', async () => {
  const first = report([result('broken', 'failed', 'no'), result('shaky', 'failed', 'hm'), result('good', 'passed')])
  const again = report([result('broken', 'failed', 'still no'), result('shaky', 'passed')])
  expect(await verdict(first, again)).toEqual({
    passed: 1,
    failed: ['✗ a.test.ts › broken\nFirst run:\nno\nAlone:\nstill no'],
    flaky: [{ name: 'a.test.ts › shaky', message: 'hm' }],
    asked: ['broken', 'shaky'],
  })
})

test('a test that did not run again is failed, and so is one that fails only the second time', async () => {
  const first = report([result('gone', 'failed', 'no')])
  const { failed, flaky } = await verdict(first, report([result('other', 'failed', 'why')]))
  expect(failed).toEqual([
    '✗ a.test.ts › gone\nFirst run:\nno\nAlone:\nThe test did not run again.',
    '✗ a.test.ts › other\nwhy',
  ])
  expect(flaky).toEqual([])
})

test('if two tests have the same name, the worse result counts', async () => {
  const first = report([result('row', 'failed', 'no'), result('row', 'passed')])
  const { failed, flaky } = await verdict(first, report([result('row', 'failed', 'no'), result('row', 'passed')]))
  expect([failed, flaky]).toEqual([['✗ a.test.ts › row\nno'], []])
})

test('an error outside of a test: with a file, the file runs again; without one, the run is failed', async () => {
  const first = report([result('good', 'passed')], [{ file: 'a.test.ts', message: 'nobody awaited it' }])
  expect(await verdict(first, report([result('good', 'passed')]))).toMatchObject({
    failed: [],
    flaky: [{ name: 'a.test.ts', message: 'nobody awaited it' }],
    asked: ['a.test.ts'],
  })
  const broken = [{ file: 'a.test.ts', message: 'again' }]
  expect(await verdict(first, report([result('good', 'passed')], broken))).toMatchObject({
    failed: ['✗ a.test.ts\nagain'],
    flaky: [],
  })
  expect(await verdict(report([result('good', 'passed')], [{ message: 'somewhere' }]), report([]))).toMatchObject({
    failed: ['✗ suite\nsomewhere'],
    asked: [],
  })
})

test('a run that did not start, for example because its port was in use, starts again', async () => {
  const first = report([], [{ message: 'the port is taken' }])
  expect(await verdict(first, report([result('good', 'passed')]))).toMatchObject({
    passed: 1,
    failed: [],
    flaky: [{ name: 'suite', message: 'the port is taken' }],
  })
  expect(await verdict(first, report([], [{ message: 'the port is taken' }]))).toMatchObject({
    passed: 0,
    failed: ['✗ suite\nthe port is taken'],
  })
})

test('arguments are parsed, and wrong ones are rejected', () => {
  expect(parseOptions([])).toMatchObject({ lane: 'short', names: [], repeat: 1 })
  expect(parseOptions(['--soak', '--seed', '7'])).toMatchObject({ lane: 'soak', seed: 7 })
  expect(parseOptions(['--changed'])).toMatchObject({ changed: 'main' })
  expect(parseOptions(['--changed', 'HEAD~2'])).toMatchObject({ changed: 'HEAD~2' })
  expect(parseOptions(['--repeat', '20', 'kill'])).toMatchObject({ repeat: 20, names: ['kill'] })
  expect(parseOptions(['kill', '--help'])).toBe('help')
  expect(() => parseOptions(['--repeat', '20'])).toThrow(/Name the tests/)
  expect(() => parseOptions(['--seed', 'x'])).toThrow(/takes a number/)
  expect(() => parseOptions(['--changed', 'main', 'kill'])).toThrow(/not both/)
  expect(() => parseOptions(['--all'])).toThrow(HELP)
})
