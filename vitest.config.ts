import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest. Without a run before it vitest begins with the largest, and everybody waits for a small slow one. */
const LONG = ['test/kill.test.ts', 'src/server/platform/database/postgres.test.ts', 'test/demo.test.ts']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = (f: TestSpecification) => LONG.some((name) => f.moduleId.endsWith(name))
    return (await super.sort(files)).toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)))
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'node_modules/**'],
    globalSetup: ['test/harness/cluster.ts'],
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // The files of a worker share what they import: loading the server again for each costs a second of a core. So a test
    // puts back what it changes beyond itself.
    isolate: false,
    // More than there are cores: much of the time goes into waiting for faults.
    maxWorkers: 4,
    // Faults are waited out for real: a database that is away, a process that is killed.
    testTimeout: 60_000,
    // What is waited for comes as fast as the machine allows: one second is too short for a slow one.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
  },
})
