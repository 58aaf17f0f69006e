import type { ChildProcess } from 'node:child_process'

/**
 * Waits for the log line with the address of a server, and drains its log and its terminal afterwards.
 * @param server with pipes for both
 * @throws Error with its output when it ends first
 */
export function addressIn(server: ChildProcess): Promise<string> {
  let text = ''
  return new Promise((resolve, reject) => {
    server.once('exit', code => reject(new Error(`the server ended with ${code} before it started listening:\n${text}`)))
    for (const stream of [server.stdout, server.stderr]) {
      stream?.on('data', piece => {
        text = (text + piece).slice(-100_000)
        const url = /"url":"(http:\/\/[^"]+)"/.exec(text)?.[1]
        if (url) resolve(url)
      })
    }
  })
}
