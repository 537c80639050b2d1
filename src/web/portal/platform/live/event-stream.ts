/** Reads a stream of server-sent events until it ends. Yields the data of each event, and undefined for a keepalive. */
export async function* readEvents<Data>(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Data | undefined, void, void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    text += value
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) =>
        lines
          .find((l) => l.startsWith(`${name}:`))
          ?.slice(name.length + 1)
          .trim()
      const data = field('data')
      yield data && field('event') === 'message' ? (JSON.parse(data) as Data) : undefined
    }
  }
}
