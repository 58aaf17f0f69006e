import { createServer } from 'node:net'
import type { Test } from 'tap'

/** Starts a mail server that accepts and keeps every mail. */
export async function mailbox(t: Test) {
  const mails: string[] = []
  let arrived = () => {}
  const server = createServer(socket => {
    socket.setEncoding('utf8')
    let data: string | null = null
    let rest = ''
    socket.write('220 mail\r\n')
    socket.on('error', () => {})
    socket.on('data', chunk => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (data === null) {
          if (line === 'DATA') data = ''
          socket.write(line === 'DATA' ? '354 go\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
        } else if (line === '.') {
          mails.push(data)
          data = null
          socket.write('250 ok\r\n')
          arrived()
        } else data += `${line}\n`
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async next() {
      if (mails.length === 0)
        await new Promise<void>(resolve => {
          arrived = resolve
        })
      return mails.shift()!
    }
  }
}
