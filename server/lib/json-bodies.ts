import { Transform } from 'node:stream'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { jsonCounter } from './json-bounds.ts'
import { inTurn } from './turns.ts'

/**
 * Size in bytes above which a body waits for its turn to be parsed. A smaller body takes less than a millisecond to parse and check, whatever
 * its contents.
 */
const largeBytes = 16 * 1024
const json = 'application/json'

/** Matches a key `__proto__`, or a key `constructor` with an object as its value, including escaped forms. */
const poison = new RegExp(`${key('__proto__')}|${key('constructor')}\\s*\\{`)

/**
 * Reads JSON bodies in this scope. The structure of a large body is counted as it arrives. A malicious body is therefore refused early and
 * never parsed. Large bodies are parsed one at a time, with other work in between.
 * @param keep receives the bytes of each body before it is parsed
 */
export function readJsonBodies(app: FastifyInstance, keep: (request: FastifyRequest, body: Buffer) => void = () => undefined): void {
  const parse = app.getDefaultJsonParser('ignore', 'ignore') // the parser's own check for `__proto__` walks the whole value

  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { 'content-type': type = '', 'content-length': length } = request.raw.headers
    if (!type.toLowerCase().includes(json) || Number(length) <= largeBytes) done(null, payload)
    else done(null, payload.pipe(counted()))
  })

  app.removeContentTypeParser(json)
  app.addContentTypeParser(json, { parseAs: 'buffer' }, (request, body, done) => {
    keep(request, body as Buffer)
    if (body.length <= largeBytes) read(done)
    else inTurn(() => read((error, value) => setImmediate(done, error, value)))

    function read(answer: typeof done) {
      const text = body.toString('utf8')
      if (poison.test(text)) answer(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY())
      else parse(request, text, answer)
    }
  })
}

function counted(): Transform {
  const counter = jsonCounter()
  return new Transform({
    transform: (piece: Buffer, _encoding, done) => done(counter.read(piece), piece)
  })
}

/** Returns a pattern that matches a key in JSON text. */
function key(name: string): string {
  const signs = [...name].map(
    sign =>
      `(?:${sign}|\\\\u00${sign
        .charCodeAt(0)
        .toString(16)
        .replace(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`)})`
  )
  return `"${signs.join('')}"\\s*:`
}
