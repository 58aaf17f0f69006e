import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Filled, onFilledServers } from './support/filled-servers.ts'
import { annotationCount, fillLargeSurvey, imageCount } from './support/large-survey.ts'
import { quantile } from './support/statistics.ts'
import { count, ms, table } from './support/table.ts'

export const title = 'Others while a large project is counted'

const rounds = 3
const betweenMs = 10
const idleAsks = 300

/** Read in progress, its median duration, p95 and worst time of "who am I", and the number of calls. */
type Row = [name: string, took: string, p95: string, worst: string, asks: string]

/** Measures the time of "who am I" while someone reads the results of a large project. */
export async function measure(): Promise<string> {
  const sections = await onFilledServers({ fill: fillLargeSurvey, measure: askMeanwhile })
  const rows = sections.flatMap(([database, ofOne]) => ofOne.map(([name, ...values]) => [database, name, ...values]))
  return [
    `${count(annotationCount)} annotations on ${count(imageCount)} images; ${rounds} rounds each, "who am I" repeated ${betweenMs} ms after its answer. Bar: p95 50 ms, worst 250 ms.`,
    '',
    table(['database', 'meanwhile', 'takes', 'who am I p95', 'worst', 'asks'], rows)
  ].join('\n')
}

const reads = (projectId: string): [name: string, path: string][] => [
  ['summary by site', `/api/projects/${projectId}/results/summary?groupBy=site`],
  ['abundance by image', `/api/projects/${projectId}/results/abundance?groupBy=image`],
  ['options of the results', `/api/projects/${projectId}/results/options`],
  ['people of the review grid', `/api/projects/${projectId}/annotators`],
  ['count of the review grid', `/api/projects/${projectId}/annotations/count?filter=source.is.machine`]
]

async function askMeanwhile({ server, cookie, projectId }: Filled<void>): Promise<Row[]> {
  const agent = new Agent({ keepAlive: true })
  const ask = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const start = performance.now()
      get(server.url + path, { agent, headers: { cookie } }, response => {
        response.resume().once('end', () => {
          // the deadline of a call: on a busy machine a read may take longer
          if (response.statusCode === 200 || response.statusCode === 504) resolve(performance.now() - start)
          else reject(new Error(`${path} answered ${response.statusCode}`))
        })
      }).once('error', reject)
    })
  const whoAmI = async (goesOn: () => boolean) => {
    const times: number[] = []
    while (goesOn()) {
      times.push(await ask('/api/auth/me'))
      await pause(betweenMs)
    }
    return times
  }
  const row = (name: string, took: string, times: number[]): Row => {
    return [name, took, ms(quantile(times, 0.95)), ms(Math.max(...times)), count(times.length)]
  }

  let left = idleAsks
  const rows = [row('nothing', '–', await whoAmI(() => left-- > 0))]
  for (const [name, path] of reads(projectId)) {
    const took: number[] = []
    const waits: number[] = []
    for (let round = 0; round < rounds; round++) {
      let isRead = false
      const reading = ask(path).finally(() => {
        isRead = true
      })
      reading.catch(() => {}) // thrown below, once the calls have stopped
      waits.push(...(await whoAmI(() => !isRead)))
      took.push(await reading)
    }
    rows.push(row(name, ms(quantile(took, 0.5)), waits))
  }
  agent.destroy()
  return rows
}
