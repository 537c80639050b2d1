import { PlugZap } from 'lucide-react'

const LINES = `AI_PROVIDER=openai-compatible
AI_MODEL=name-of-the-model
AI_BASE_URL=http://localhost:11434/v1
AI_API_KEY=
AI_PRICE_IN_CENTS=0
AI_PRICE_OUT_CENTS=0`

/** Explains how to set up a language model. Shown if there is none. */
export function SetUp() {
  return (
    <section aria-labelledby="set-up" className="rounded-md border border-line bg-surface px-5 py-5 text-sm">
      <div className="flex gap-4">
        <PlugZap aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
        <div className="min-w-0 flex-1">
          <h2 id="set-up" className="font-medium text-base">
            No language model is set up
          </h2>
          <p className="mt-1 max-w-prose text-muted">
            Everything works without one, but there are no suggestions. To set one up, add these settings to the server
            and restart it. The provider is <code>openai</code>, <code>anthropic</code> or{' '}
            <code>openai-compatible</code> for any other, such as a model on your own server.
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on narrow screens */}
          <pre className="mt-3 overflow-x-auto rounded-sm border border-line bg-ink p-3 font-mono text-xs" tabIndex={0}>
            {LINES}
          </pre>
          <p className="mt-3 max-w-prose text-muted">
            Enter the provider’s prices in cents per million tokens. The portal then shows costs, and you can limit them
            with <code>AI_DAILY_BUDGET_CENTS</code>. You can already write prompts and make them live.
          </p>
        </div>
      </div>
    </section>
  )
}
