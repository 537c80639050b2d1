// Tests where a run puts its files, and what a killed run leaves.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openWorkspace, temporaryPlace } from './workspace.ts'

test('files are in memory only if there is plenty and no other folder was chosen', () => {
  const plenty = 20_000_000_000
  expect(temporaryPlace(undefined, plenty, plenty)).toBe('/dev/shm')
  expect(temporaryPlace('/elsewhere', plenty, plenty)).toBe(tmpdir())
  // A container has 64 MB there by default.
  expect(temporaryPlace(undefined, 64_000_000, plenty)).toBe(tmpdir())
  expect(temporaryPlace(undefined, plenty, 4_000_000_000)).toBe(tmpdir())
})

test.runIf(process.platform === 'linux')(
  'the next run removes the folder and the processes of a run that was killed',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'portal runs '))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const lock = path.join(folder, 'test.lock')
    const script = `
      import { spawn } from 'node:child_process'
      import { openWorkspace } from ${JSON.stringify(path.join(import.meta.dirname, 'workspace.ts'))}
      const { temporary } = openWorkspace(${JSON.stringify(lock)})
      const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], {
        env: { TMPDIR: temporary }, detached: true, stdio: 'ignore',
      })
      console.log(JSON.stringify([temporary, server.pid]))
      setInterval(() => {}, 1e6)`
    const run = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(run.stdout, 'data')
    const [temporary, server] = JSON.parse(String(line)) as [string, number]
    expect(() => openWorkspace(lock)).toThrow(`npm test is already running in this folder (process ${run.pid}).`)
    run.kill('SIGKILL')
    await once(run, 'exit')
    expect(existsSync(temporary)).toBe(true)

    const next = openWorkspace(lock)
    expect(existsSync(temporary)).toBe(false)
    await expect.poll(() => isRunning(server)).toBe(false)
    next.close()
    expect([existsSync(next.temporary), existsSync(lock)]).toEqual([false, false])
  },
)

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
