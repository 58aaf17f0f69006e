import { type IncomingMessage, ServerResponse } from 'node:http'

/**
 * Response whose text can be declared as ASCII. Node then writes head and body in one piece, without transcoding. Transcoding to UTF-8 takes
 * three times the memory, which is noticeable at thousands of responses per second.
 */
export class AsciiResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  isAscii = false

  override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
    const isText = this.isAscii && typeof chunk === 'string' && (encoding === undefined || encoding === null)
    return super.end(chunk, (isText ? 'latin1' : encoding) as BufferEncoding, callback as () => void)
  }
}
