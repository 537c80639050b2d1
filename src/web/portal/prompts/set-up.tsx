import { PlugZap } from 'lucide-react'

const LINES = `AI_PROVIDER=openai-compatible
AI_MODEL=name-of-the-model
AI_BASE_URL=http://localhost:11434/v1
AI_API_KEY=
AI_PRICE_IN_CENTS=0
AI_PRICE_OUT_CENTS=0`

/** What stands where a model would: how to set one up. */
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
            Everything works without one; nothing is suggested anywhere. To set one up, give these settings to the
            server and start it again. Providers are <code>openai</code>, <code>anthropic</code>, and{' '}
            <code>openai-compatible</code> for any other, such as a model on a machine of your own.
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on narrow screens */}
          <pre className="mt-3 overflow-x-auto rounded-sm border border-line bg-ink p-3 font-mono text-xs" tabIndex={0}>
            {LINES}
          </pre>
          <p className="mt-3 max-w-prose text-muted">
            Prices are in cents per million tokens, as the provider asks for them. With them, figures say what it cost,
            and <code>AI_DAILY_BUDGET_CENTS</code> limits it. Prompts can be written and made live already.
          </p>
        </div>
      </div>
    </section>
  )
}
