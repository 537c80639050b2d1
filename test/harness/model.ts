// A provider of language models that says what it is told to say: aimock, and how it is set up for the product.
import { LLMock } from '@copilotkit/aimock'

/** Starts one. `settings` are those of a server that asks it. */
export async function startModel() {
  const mock = new LLMock({ port: 0, logLevel: 'silent' })
  await mock.start()
  return {
    mock,
    settings: {
      AI_PROVIDER: 'openai-compatible',
      AI_MODEL: 'test-model',
      AI_API_KEY: 'test-key',
      AI_BASE_URL: `${mock.url}/v1`,
      AI_PRICE_IN_CENTS: '300',
      AI_PRICE_OUT_CENTS: '1500',
    },
    /** Everything that was sent since the last `clear`, as text. */
    sent: () => mock.getRequests().map((r) => JSON.stringify(r.body)),
    /** Forgets what it was told and what it was sent. */
    clear() {
      mock.clearFixtures()
      mock.clearRequests()
      mock.clearChaos()
    },
    close: () => mock.stop(),
  }
}
