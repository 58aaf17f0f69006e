import { get } from 'node:http'
import { type Command, CommandFailed, exitCodes } from './command.ts'

const patienceMs = 4_000

export const healthcheck: Command = {
  usage: '',
  summary: 'Check whether the server on this machine is running',
  async run({ env, print }) {
    const status = await statusOf(env.HOST?.trim() || '0.0.0.0', Number(env.PORT?.trim() || 8080))
    if (status !== 200) throw new CommandFailed(`/healthz answered ${status}`)
    print('alive')
    return exitCodes.ok
  }
}

/** Requests `GET /healthz`. @returns status code @throws CommandFailed when there is no response in time */
export function statusOf(listenHost: string, port: number): Promise<number> {
  const host = listenHost === '0.0.0.0' ? '127.0.0.1' : listenHost === '::' ? '::1' : listenHost
  return new Promise((resolve, reject) => {
    const request = get({ host, port, path: '/healthz', timeout: patienceMs, agent: false }, response => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on('timeout', () => request.destroy(new Error(`no answer within ${patienceMs} ms`)))
    request.on('error', error => reject(new CommandFailed(`The server is not responding on ${host}:${port}: ${error.message}`)))
  })
}
