/**
 * Shows the progress of a suite: in a terminal as one line that is rewritten, otherwise as a line after each tenth.
 * Prints failures when they happen.
 */
export class Progress {
  readonly #name: string
  readonly #start = performance.now()
  #total = 0
  #done = 0
  #failed = 0
  #tenths = 0

  constructor(name: string) {
    this.#name = name
  }

  start(total: number): void {
    this.#total = total
  }

  /** Counts a finished test. `failure` is its name and the first line of the message. */
  done(failure?: string): void {
    this.#done++
    if (failure) {
      this.#failed++
      this.#clear()
      console.log(`  ✗ ${failure}`)
    }
    const tenths = Math.floor((this.#done * 10) / this.#total)
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${this.#line()}`)
    else if (tenths > this.#tenths) console.log(this.#line())
    this.#tenths = tenths
  }

  end(): void {
    this.#clear()
  }

  #line(): string {
    const seconds = Math.round((performance.now() - this.#start) / 1000)
    return `  ${this.#name}: ${this.#done} of ${this.#total}${this.#failed ? `, ${this.#failed} failed` : ''} (${seconds} s)`
  }

  #clear(): void {
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
  }
}
