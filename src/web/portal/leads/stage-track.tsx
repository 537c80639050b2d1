import { cx } from '../../ui/cx.ts'
import { stageLabels, stages } from './labels.ts'
import type { Stage } from './model.ts'

interface StageTrackProps {
  stage: Stage
  /** Undefined if the stage cannot be changed. */
  onChange: ((to: Stage) => void) | undefined
}

/** Shows the stage of a lead as steps. Each step is a button. */
export function StageTrack({ stage, onChange }: StageTrackProps) {
  const reached = stages.indexOf(stage)
  return (
    <section aria-labelledby="stage">
      <h2 id="stage" className="sr-only">
        Stage
      </h2>
      <ol className="grid grid-cols-5 gap-1">
        {stages.map((each, index) => {
          const here = index === reached
          const look = cx(
            'group/step block w-full rounded-sm pb-1.5 text-left text-xs max-md:min-h-11 md:text-sm',
            here ? 'font-medium text-text' : 'text-muted',
            onChange && !here && 'hover:text-text',
          )
          const content = (
            <>
              <span
                aria-hidden
                className={cx(
                  'mb-2 block h-1 rounded-full transition-colors',
                  index <= reached ? 'bg-accent forced-colors:bg-[Highlight]' : 'bg-line',
                  onChange && index > reached && 'group-hover/step:bg-edge',
                )}
              />
              <span className="block truncate">{stageLabels[each]}</span>
            </>
          )
          return (
            <li key={each} className="min-w-0">
              {onChange ? (
                <button
                  type="button"
                  aria-current={here ? 'step' : undefined}
                  title={here ? undefined : `Move to ${stageLabels[each]}`}
                  onClick={() => !here && onChange(each)}
                  className={look}
                >
                  {content}
                </button>
              ) : (
                <span aria-current={here ? 'step' : undefined} className={look}>
                  {content}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
