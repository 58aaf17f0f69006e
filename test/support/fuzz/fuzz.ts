import { randomBytes } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import { buildBackend } from '../../../server/backend/backend.ts'
import { buildGateway } from '../../../server/gateway/gateway.ts'
import type { Contract } from '../../../shared/contracts/contract.ts'
import { everyContract } from '../../../shared/every-contract.ts'
import { chance } from './chance.ts'
import { Ids } from './ids.ts'
import { type Kind, kindsOfPeople, newPeople } from './people.ts'
import { type FuzzRequest, requestFor } from './requests.ts'
import { setScene } from './scene.ts'
import { faultOf } from './verdict.ts'

export interface FuzzOptions {
  dataDir: string
  databaseUrl: string | null
  /** Reproduces the same draws; ids and times differ. */
  seed: string
  requests: number
  wormsUrl?: string
  /** Called after each round. */
  onRound?(done: FuzzResult): void
}

export interface FuzzFault {
  contract: string
  fault: string
  kind: Kind
  request: string
  answer: string
  /** First log lines about it. */
  logged: string
  /** Number of occurrences. */
  count: number
}

export interface FuzzResult {
  sent: number
  byStatus: Map<number, number>
  faults: Map<string, FuzzFault>
}

/** Requests between two scenes. Then the objects that they broke are set up again. */
const requestsPerRound = 1_500

const endsThings = ({ method, url }: Contract) => method === 'DELETE' || /\/(end|merge|logout|password)$/.test(url)
/** Calls that would leave no scene to call about. They are made only at the end of a round. */
const endsTheScene = /^\/projects\/:projectId$|members|\/auth\/|\/end$/

/**
 * Calls every contract as every kind of person, alternately at the backend and through the gateway, with valid, boundary and hostile input, one call
 * after the other.
 */
export async function fuzz({ dataDir, databaseUrl, seed, requests, wormsUrl, onRound }: FuzzOptions): Promise<FuzzResult> {
  const result: FuzzResult = { sent: 0, byStatus: new Map(), faults: new Map() }
  let logged = ''
  const logger = pino(
    { level: 'error' },
    {
      write(line: string) {
        if (line.includes('"err":{')) logged = line
      }
    }
  )
  const common = { dataDir, version: '0.0.0-test', publicUrl: null, logger }
  const backend = await buildBackend({
    ...common,
    databaseUrl,
    tokenKey: randomBytes(32),
    registration: { kind: 'open', domains: [] },
    smtpUrl: null,
    mailFrom: 'isobath@lab.example',
    runJobs: true,
    wormsUrl: wormsUrl ?? 'http://127.0.0.1:9'
  })
  const base = await backend.listen({ host: '127.0.0.1', port: 0 })
  const gateway = await buildGateway({
    ...common,
    upstream: { url: base },
    webRoot: dataDir,
    trustedProxies: [],
    sessionMode: 'cookie',
    cookieKeys: [randomBytes(32)],
    proxyUnlisted: false,
    logLevel: 'error',
    embedded: false,
    hstsSubdomains: false,
    drainDelayMs: 0,
    rates: { callsPerMinute: 1e9, signInsPerAccount: 1e9, signInsPerAddress: 1e9, refusedBodiesPerMinute: 1e9, loopDelayMs: 1e9 }
  })
  try {
    for (let round = 0; result.sent < requests; round++) {
      await oneRound(`${seed}/${round}`)
      onRound?.(result)
    }
  } finally {
    await gateway.close()
    backend.server.closeAllConnections()
    await backend.close()
  }
  return result

  async function oneRound(roundSeed: string): Promise<void> {
    const draws = chance(roundSeed)
    const ids = new Ids()
    const people = await newPeople(backend, draws)
    await setScene(base, people, ids)
    const last = Math.min(requests, result.sent + requestsPerRound)
    while (result.sent < last) {
      const contract = draws.one(everyContract)
      if (endsThings(contract) && (endsTheScene.test(contract.url) ? last - result.sent > 100 : !draws.in100(15))) continue
      const kind = draws.one(kindsOfPeople)
      const request = requestFor(contract, people.bearers[kind], ids, draws)
      const app = draws.in100(50) ? backend : gateway
      logged = ''
      const answer = await send(app, request)
      result.sent += 1
      result.byStatus.set(answer.statusCode, (result.byStatus.get(answer.statusCode) ?? 0) + 1)
      const fault = faultOf(contract, request.method, answer)
      if (fault)
        note({
          contract: `${contract.method} ${contract.url}`,
          fault: `${app === gateway ? 'gateway ' : ''}${fault}`,
          kind,
          request,
          answer
        })
      else if (answer.statusCode < 300 && answer.body.length < 200_000 && /json/.test(String(answer.headers['content-type'])))
        ids.learn(contract.url, JSON.parse(answer.body))
    }
  }

  function note(seen: { contract: string; fault: string; kind: Kind; request: FuzzRequest; answer: LightMyRequestResponse }): void {
    const { request, answer, ...rest } = seen
    const { err } = logged ? (JSON.parse(logged) as { err?: { stack?: string } }) : {}
    const stack = err?.stack?.split('\n').slice(0, 8).join('\n') ?? logged.slice(0, 500)
    const key = `${seen.contract} ${seen.fault} ${stack.split('\n')[0]?.slice(0, 60)}`
    const known = result.faults.get(key)
    if (known) known.count += 1
    else {
      const { headers, method, url, payload } = request
      const text = `${method} ${url.slice(0, 2_000)}\n${JSON.stringify({ ...headers, authorization: seen.kind })}\n${String(payload ?? '').slice(0, 3_000)}`
      result.faults.set(key, { ...rest, request: text, answer: answer.body.slice(0, 1_000), logged: stack, count: 1 })
    }
  }
}

/** Sends a request. The event stream has no end, so its head counts as its answer. */
async function send(app: FastifyInstance, request: FuzzRequest): Promise<LightMyRequestResponse> {
  if (!request.url.startsWith('/api/events')) return app.inject(request)
  const answer = await app.inject({ ...request, payloadAsStream: true })
  if (answer.statusCode !== 200) {
    let body = ''
    for await (const piece of answer.stream()) body += String(piece)
    return Object.assign(answer, { body })
  }
  answer.stream().destroy()
  return Object.assign(answer, { body: '' })
}
