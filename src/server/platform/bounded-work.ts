// The side of `bounded-process.ts` that runs in the process.
import type { WorkerMessage } from './bounded-process.ts'

/** Answers all questions of the server with `work`, which can report its progress in percent. */
export function answerAll<Question, Answer>(
  work: (question: Question, tell: (percent: number) => void) => Promise<Answer>,
): void {
  const send = (message: WorkerMessage<Answer>) => process.send?.(message)
  process.on('message', async ({ id, question }: { id: number; question: Question }) => {
    try {
      send({ id, answer: await work(question, (percent) => send({ id, percent })) })
    } catch (e) {
      send({ id, problem: (e as Error).message })
    }
  })
  // The server has ended.
  process.once('disconnect', () => process.exit())
  send({ ready: true })
}
