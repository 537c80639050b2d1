import { rmSync } from 'node:fs'

/** Removes the data folder of the run at exit, with retries until the server has released it. */
export default function teardown(): void {
  const dir = process.env.E2E_DATA_DIR
  if (dir) process.on('exit', () => rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
}
