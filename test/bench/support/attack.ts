// Repeats a hostile request, four at a time, until it is stopped: `attack.ts URL TOKEN PROJECT operations|labels|pictures`. Then it prints the number
// of answers by status.
import { Agent, request } from 'node:http'
import { textBomb } from '../../support/hostile-pictures.ts'
import { upload } from '../../support/uploads.ts'

const [base = '', token = '', projectId = '', kind = ''] = process.argv.slice(2)
const atOnce = 4
const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
const statuses = new Map<number, number>()

function post(path: string, type: string, body: Buffer): Promise<number> {
  return new Promise(resolve => {
    const call = request(`${base}/api/projects/${projectId}/${path}`, {
      agent,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length }
    })
    call.on('response', answer => answer.resume().on('end', () => resolve(answer.statusCode!)))
    call.on('error', () => resolve(0))
    call.end(body)
  })
}

async function acts(): Promise<() => Promise<number>> {
  if (kind === 'operations') {
    const body = Buffer.from(`{"operations":[${'{},'.repeat(2_700_000)}{}]}`)
    return () => post('annotations/operations', 'application/json', body)
  }
  if (kind === 'labels') {
    const lines = Array.from({ length: 900_000 }, (_, at) => `"Taxon ${at}","Taxon ${at}",species,"a remark of no use"`)
    const body = Buffer.from(`name,scientificName,taxonRank,remarks\n${lines.join('\n')}`)
    return () => post('labels/import?dryRun=true', 'text/csv', body)
  }
  const content = await textBomb(360)
  const person = { tokens: { access_token: token } }
  return async () => (await upload(base, person, { projectId, fileName: 'bomb.png', content })).status
}

const act = await acts()

async function keepOn(): Promise<void> {
  for (;;) {
    const status = await act().catch(() => 0)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
}

process.on('SIGTERM', () => {
  process.stdout.write(JSON.stringify(Object.fromEntries(statuses)), () => process.exit())
})
for (let at = 0; at < atOnce; at++) void keepOn()
