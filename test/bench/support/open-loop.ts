// Open-loop client: sends one request every 1/rate seconds, whether or not the previous one was answered. Prints the times to the last byte in
// milliseconds, as a JSON list. Arguments: <url> <requests per second> <seconds> <cookie>
import { Agent, get } from 'node:http'

const [url = '', rate, seconds, cookie = ''] = process.argv.slice(2)
const intervalMs = 1000 / Number(rate)
const total = Number(rate) * Number(seconds)
const agent = new Agent({ keepAlive: true, maxSockets: 32 })
const times: number[] = []
const pending: Promise<void>[] = []

function once(): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const request = get(url, { agent, headers: { cookie } }, response => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      response.resume().once('end', () => {
        times.push(performance.now() - start)
        resolve()
      })
    })
    request.once('error', reject)
  })
}

const start = performance.now()
for (let n = 0; n < total; n++) {
  const wait = start + n * intervalMs - performance.now()
  if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
  pending.push(once())
}
await Promise.all(pending)
process.stdout.write(JSON.stringify(times))
agent.destroy()
