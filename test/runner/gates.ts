// The checks that need no test run: types, lint and format, import boundaries, unused code.
import { bin, run } from './processes.ts'
import { plain } from './results.ts'

/**
 * Runs all gates. Returns how many passed and the output of those that failed. With `fast`, the type check reuses its
 * results for unchanged files.
 */
export async function gates(fast: boolean): Promise<{ passed: number; failures: string[] }> {
  let passed = 0
  const failures: string[] = []
  const gate = async (name: string, command: string, args: string[]) => {
    const start = performance.now()
    const { good, output } = await run(command, args)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`  ${good ? '✓' : '✗'} ${name} (${seconds} s)`)
    if (good) passed++
    else failures.push(`✗ ${name}\n${plain(output, 200)}`)
  }
  await gate('route types', bin('react-router'), ['typegen'])
  if (failures.length > 0) return { passed, failures }
  const kept = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo']
  await Promise.all([
    // Every checker computes the shared types again: four of them take three times the CPU time of one.
    gate('types', process.execPath, [
      'node_modules/typescript-native/bin/tsc',
      ...['-p', '.', '--checkers', '1'],
      ...(fast ? kept : []),
    ]),
    (async () => {
      await gate('lint and format', bin('biome'), ['check', '--error-on-warnings', '.'])
      await gate('nothing unused', bin('knip'), [])
      await gate('import boundaries', bin('depcruise'), [
        ...['--config', '.dependency-cruiser.mjs'],
        ...['src', 'brand.config.ts'],
      ])
    })(),
  ])
  return { passed, failures }
}
