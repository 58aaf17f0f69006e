import { connect } from 'node:net'

/** Sends raw bytes and returns everything received until the connection ends or goes quiet. */
export function exchangeBytes(port: number, bytes: string | Buffer, quietMs = 1_000): Promise<{ text: string; closed: boolean }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    let timer = setTimeout(() => done(false), quietMs * 10)
    const done = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text: Buffer.concat(chunks).toString('latin1'), closed })
    }
    socket.on('connect', () => socket.write(bytes))
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      clearTimeout(timer)
      timer = setTimeout(() => done(false), quietMs)
    })
    socket.on('end', () => done(true))
    socket.on('close', () => done(true))
    socket.on('error', error => {
      if ((error as NodeJS.ErrnoException).code === 'ECONNRESET' || (error as NodeJS.ErrnoException).code === 'EPIPE') done(true)
      else reject(error)
    })
  })
}
