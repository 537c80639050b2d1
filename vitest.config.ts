import { hash } from 'node:crypto'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { LIMIT, measurePatience, patient } from './test/harness/patience.ts'

process.env.TEST_PATIENCE ??= String(await measurePatience())

/** The longest files. They start first; otherwise the other workers would wait for them at the end. */
const LONG = [
  'test/faults.test.ts',
  'test/walk.test.ts',
  'test/hostile-walk.test.ts',
  'test/prose.test.ts',
  'src/server/tickets/mail/hostile-mail.test.ts',
  'test/migrations.test.ts',
  'test/crashing-jobs.test.ts',
  'test/demo.test.ts',
  'test/bounded-rendering.test.ts',
  'test/kill.test.ts',
  'src/server/agreements/agreements.test.ts',
  'test/backup.test.ts',
  'src/server/account/factors/factors.test.ts',
  'src/server/documents/documents.test.ts',
  'src/server/platform/database/postgres.test.ts',
  'src/server/platform/mail/mail-work.test.ts',
]

/** Runs the longest files first, and the others in an order by `--sequence.seed`, so that none depends on another. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence
    const rank = (f: TestSpecification) => {
      const name = path.relative(this.ctx.config.root, f.moduleId)
      const place = LONG.indexOf(name)
      return place >= 0 ? String(place).padStart(3, ' ') : hash('sha1', `${seed} ${name}`)
    }
    return files.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'node_modules/**'],
    globalSetup: ['test/harness/cluster.ts'],
    setupFiles: ['test/harness/leaks.ts', 'test/harness/property-seed.ts'],
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // The files of a worker share their imports, because loading the server for each file costs a second of CPU time.
    // Therefore a test must restore the global state that it changes.
    isolate: false,
    // Can be more than there are cores, because tests of faults spend much of their time waiting.
    maxWorkers: 4,
    testTimeout: patient(LIMIT.test),
    hookTimeout: patient(LIMIT.test),
    teardownTimeout: patient(LIMIT.test),
    expect: { poll: { timeout: patient(LIMIT.expect) } },
  },
})
