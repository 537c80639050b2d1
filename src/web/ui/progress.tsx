import type { ReactNode } from 'react'
import { cx } from './cx'

interface ProgressProps {
  /** Names what is in progress or measured. */
  label: ReactNode
  /** Omit it when the progress is not known. */
  value?: number
  max?: number
  /** Text on the right, such as "12 of 40 h". */
  valueText?: string
  tone?: 'accent' | 'warn' | 'bad'
  hideLabel?: boolean
}

const tones = {
  accent: '[&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent',
  warn: '[&::-webkit-progress-value]:bg-warn [&::-moz-progress-bar]:bg-warn',
  bad: '[&::-webkit-progress-value]:bg-bad [&::-moz-progress-bar]:bg-bad',
}

/** A progress bar. */
export function Progress({ label, value, max = 100, valueText, tone = 'accent', hideLabel }: ProgressProps) {
  return (
    <label className="block text-sm">
      <span className={cx('mb-1.5 flex justify-between gap-3', hideLabel && 'sr-only')}>
        <span className="min-w-0 truncate">{label}</span>
        {valueText && <span className="tabular shrink-0 text-muted">{valueText}</span>}
      </span>
      <span className="relative block overflow-hidden rounded-full forced-color-adjust-none">
        <progress
          value={value}
          max={max}
          aria-valuetext={valueText}
          className={cx(
            'block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-line [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:transition-[inline-size] [&::-webkit-progress-value]:duration-240',
            value === undefined
              ? '[&::-moz-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-transparent'
              : tones[tone],
          )}
        />
        {value === undefined && (
          <span
            aria-hidden
            className="absolute inset-0 animate-sweep rounded-full bg-accent motion-reduce:opacity-40"
          />
        )}
      </span>
    </label>
  )
}
