import { type IncomingMessage, ServerResponse } from 'node:http'

/**
 * An answer that may say that its text is ASCII. Node then writes head and body in one piece as they are: transcoding to UTF-8 takes
 * three times the room first, which is felt at thousands of answers a second.
 */
export class AsciiResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  isAscii = false

  override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
    const isText = this.isAscii && typeof chunk === 'string' && (encoding === undefined || encoding === null)
    return super.end(chunk, (isText ? 'latin1' : encoding) as BufferEncoding, callback as () => void)
  }
}
