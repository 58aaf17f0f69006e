import t from 'tap'
import type { Job } from '../../shared/contracts/jobs.ts'
import { signUpScript } from '../support/durability/writers.ts'
import { spawnServer } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

t.test('a job of a running server is in its log and in its metrics', async t => {
  const server = spawnServer(t, { DATA_DIR: temporaryFolder(t) })
  const url = await server.listening
  const { token, projectId } = await signUpScript(url)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const started = await fetch(`${url}/api/projects/${projectId}/exports`, { method: 'POST', headers, body: '{"format":"csv"}' })
  const { job } = (await started.json()) as { job: Job }
  const of = `"jobId":"${job.id}","kind":"exchange.export","projectId":"${projectId}","attempt":1`
  await server.logs(new RegExp(`${of}.*"msg":"job started"`))
  await server.logs(new RegExp(`${of},"outcome":"\\w+","durationMs":\\d+.*"msg":"job (ended|failed)"`))
  t.match(await (await fetch(`${url}/metrics`)).text(), /isobath_job_duration_seconds_count\{kind="exchange\.export",outcome="\w+"\} 1/)
})
