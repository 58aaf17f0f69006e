// Sends the same body again and again over some connections until it is ended: `send-bodies.ts URL TOKEN CONNECTIONS`.
import { Agent, request } from 'node:http'

const [url = '', token = '', connections = '4'] = process.argv.slice(2)
const body = Buffer.from(`{"operations":[${'{},'.repeat(2_700_000)}{}]}`)
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) })
const statuses = new Map<number, number>()

function send(): Promise<number> {
  return new Promise(resolve => {
    const call = request(url, {
      agent,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': body.length }
    })
    call.on('response', answer => answer.resume().on('end', () => resolve(answer.statusCode!)))
    call.on('error', () => resolve(0))
    call.end(body)
  })
}

async function keepSending(): Promise<void> {
  for (;;) {
    const status = await send()
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
}

process.on('SIGTERM', () => {
  process.stdout.write(JSON.stringify(Object.fromEntries(statuses)), () => process.exit())
})
for (let at = 0; at < Number(connections); at++) void keepSending()
