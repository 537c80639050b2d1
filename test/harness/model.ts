// A mock language model provider (aimock) that returns scripted answers, with its settings for the server.
import { LLMock } from '@copilotkit/aimock'

/**
 * Starts the mock. Returns it with the settings that make a server use it, and with functions that read the requests,
 * clear the mock and stop it.
 */
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
    /** Returns the requests received since the last `clear`, as text. */
    sent: () => mock.getRequests().map((r) => JSON.stringify(r.body)),
    /** Removes the scripted answers and the received requests. */
    clear() {
      mock.clearFixtures()
      mock.clearRequests()
      mock.clearChaos()
    },
    close: () => mock.stop(),
  }
}
