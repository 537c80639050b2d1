import { rmSync } from 'node:fs'

/** Removes the database of the run; the server has let go of it by then or does so within its grace. */
export default function teardown(): void {
  const dir = process.env.E2E_DATA_DIR
  if (dir) process.on('exit', () => rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
}
