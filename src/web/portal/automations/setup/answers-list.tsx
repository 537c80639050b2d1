import type { Automation } from '../model.ts'
import { answerText } from './answer-text.ts'

/** Lists the questions with their answers, read-only. */
export function AnswersList({ automation }: { automation: Pick<Automation, 'intake' | 'answers'> }) {
  return (
    <dl className="flex flex-col gap-4">
      {automation.intake.map((q) => (
        <div key={q.name}>
          <dt className="text-muted text-xs">{q.label}</dt>
          <dd className="mt-0.5 whitespace-pre-line [overflow-wrap:anywhere]">
            {answerText(q, automation.answers[q.name])}
          </dd>
        </div>
      ))}
    </dl>
  )
}
