import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'node_modules/**'],
    globalSetup: ['test/harness/cluster.ts'],
    pool: 'forks',
    // More than there are cores: some files wait for faults most of their time.
    maxWorkers: 3,
    // Faults are waited out for real: a database that is away, a process that is killed.
    testTimeout: 60_000,
    // What is waited for comes as fast as the machine allows: one second is too short for a slow one.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
  },
})
