/** Thrown when work needs more time or memory than its limit. The job runner counts it like a crash of the process. */
export class LimitExceeded extends Error {
  override name = 'LimitExceeded'
}

/** One start of a job. `last`: if it exceeds its limits again, the job is put on hold. */
export type Attempt = { last: boolean }
