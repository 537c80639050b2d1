import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'node_modules/**'],
    globalSetup: ['test/harness/cluster.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Faults are waited out for real: a database that is away, a process that is killed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
