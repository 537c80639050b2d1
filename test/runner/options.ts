// The command line of `npm test`.

export type Options = {
  /** `soak` runs every fault at full length and every route at both sizes. */
  lane: 'short' | 'soak'
  /** Determines the order in which files run. */
  seed: number
  /** Run only what a change since this revision affects. */
  changed?: string
  /** Run only files whose path contains one of these, or tests whose title contains them. */
  names: string[]
  /** Repeat the named tests up to this many times, until one fails. */
  repeat: number
}

export const HELP = `npm test                          Run all checks of the project.
npm test -- --changed [revision]  Run the gates and the tests that a change since the revision (default: main) affects.
npm test -- <file or name>        Run the test files whose path, or the tests whose title, contains this text.
npm test -- --repeat 20 <name>    Repeat tests until one fails, to find the cause of a flaky test.
npm test -- --seed 123            Run the files in the order of an earlier run.
npm run test:soak                 Run the faults at full length and every route at both sizes. Use it before a release.
npm test -- --help                Show this help.

Environment:
TEST_PATIENCE=8     Multiply every time limit by 8 instead of by the measured factor.
CHROMIUM_PATH=…     Use this browser.

docs/testing.md explains how to write a steady test and how to fix a flaky one.`

/** An error that the person who ran the command can fix. The message says how. */
export class UsageError extends Error {}

/** Returns the parsed arguments, or 'help'. Throws UsageError for unknown or contradictory arguments. */
export function parseOptions(args: string[]): Options | 'help' {
  const options: Options = { lane: 'short', seed: 1 + Math.floor(Math.random() * 900_000), names: [], repeat: 1 }
  const rest = [...args]
  const number = (flag: string) => {
    const value = rest.shift() ?? ''
    if (!/^[1-9]\d{0,5}$/.test(value)) throw new UsageError(`${flag} takes a number from 1 to 999999.`)
    return Number(value)
  }
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--help' || arg === '-h') return 'help'
    if (arg === '--soak') options.lane = 'soak'
    else if (arg === '--seed') options.seed = number(arg)
    else if (arg === '--repeat') options.repeat = number(arg)
    else if (arg === '--changed')
      options.changed = rest[0] && !rest[0].startsWith('-') ? (rest.shift() as string) : 'main'
    else if (arg.startsWith('-')) throw new UsageError(`Unknown option ${arg}.\n\n${HELP}`)
    else options.names.push(arg)
  }
  if (options.repeat > 1 && options.names.length === 0)
    throw new UsageError('Name the tests to repeat: npm test -- --repeat 20 <file or name>')
  if (options.changed && options.names.length > 0) throw new UsageError('Use either --changed or names, not both.')
  return options
}
