// What a change breaks without a test having to run: types, style, import boundaries, code that nobody uses.
import { bin, run } from './processes.ts'
import { plain } from './results.ts'

/** `fast` takes over what the last run found out about unchanged files. */
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
    // Each checker works out the same types anew: one takes a third of the time of a core that four take.
    gate('types', process.execPath, [
      'node_modules/typescript-native/bin/tsc',
      ...['-p', '.', '--checkers', '1'],
      ...(fast ? kept : []),
    ]),
    (async () => {
      await gate('lint and format', bin('biome'), ['check', '--error-on-warnings', '.'])
      await gate('nothing unused', bin('knip'), [])
      await gate('fences between floors and rooms', bin('depcruise'), [
        ...['--config', '.dependency-cruiser.mjs'],
        ...['src', 'brand.config.ts'],
      ])
    })(),
  ])
  return { passed, failures }
}
