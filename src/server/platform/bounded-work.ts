// The side of `bounded-process.ts` that runs in the process.
import type { WorkerMessage } from './bounded-process.ts'

/** Answers all questions of the server with `work`, which can tell its progress in percent. */
export function answerAll<Question, Answer>(
  work: (question: Question, tell: (percent: number) => void) => Promise<Answer>,
): void {
  const say = (said: WorkerMessage<Answer>) => process.send?.(said)
  process.on('message', async ({ id, question }: { id: number; question: Question }) => {
    try {
      say({ id, answer: await work(question, (percent) => say({ id, percent })) })
    } catch (e) {
      say({ id, problem: (e as Error).message })
    }
  })
  // The server has ended.
  process.once('disconnect', () => process.exit())
  say({ ready: true })
}
