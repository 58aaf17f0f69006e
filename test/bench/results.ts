import { type Filled, onFilledServers } from './support/filled-servers.ts'
import { annotationCount, fillLargeSurvey, imageCount, labelCount, siteCount } from './support/large-survey.ts'
import type { Running } from './support/processes.ts'
import { count, ms, table } from './support/table.ts'

export const title = 'Results of a large project'

const asks = 3

/** Name of the call, median, slowest, size of the answer. */
type Row = [name: string, median: string, slowest: string, size: string]

/** Measures the results of one project, requested one after the other through the gateway with a session. */
export async function measure(): Promise<string> {
  const sections = await onFilledServers({ fill: fillLargeSurvey, measure: askAll })
  return [
    `${count(annotationCount)} annotations of ${count(labelCount)} labels on ${count(imageCount)} images at ${count(siteCount)} sites; ${asks} calls each. Bar: 5 s.`,
    '',
    table(
      ['numbers', ...sections.flatMap(([name]) => [`${name} median`, 'slowest', 'answer'])],
      sections[0]![1].map(([name], row) => [name, ...sections.flatMap(([, rows]) => rows[row]!.slice(1))] as string[])
    )
  ].join('\n')
}

const questions = (projectId: string): [string, string][] =>
  [
    ['abundance by site', 'abundance?groupBy=site'],
    ['abundance by depth band', 'abundance?groupBy=depthBand'],
    ['abundance by image', 'abundance?groupBy=image'],
    ['abundance by site, as families', 'abundance?groupBy=site&rank=family'],
    ['abundance by site, individuals from an attribute', 'abundance?groupBy=site&countAttribute=individualCount'],
    ['abundance by a metadata column', 'abundance?groupBy=metadata:dive'],
    ['summary by site', 'summary?groupBy=site'],
    ['curves', 'curves?groupBy=survey'],
    ['options', 'options']
  ].map(([name = '', path = '']) => [name, `/api/projects/${projectId}/results/${path}`])

async function askAll({ server, cookie, projectId }: Filled<void>): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, path] of questions(projectId)) rows.push([name, ...(await ask(server, path, cookie))])
  return rows
}

async function ask({ url }: Running, path: string, cookie: string): Promise<[string, string, string]> {
  const times: number[] = []
  let size = 0
  while (times.length < asks) {
    const start = performance.now()
    const response = await fetch(url + path, { headers: { cookie } })
    const body = await response.arrayBuffer()
    if (response.ok) times.push(performance.now() - start)
    else if (response.status !== 503) throw new Error(`${path} answered ${response.status}: ${Buffer.from(body).toString().slice(0, 300)}`)
    else await new Promise(resolve => setTimeout(resolve, 1000)) // the server sheds load because the machine is busy
    size = body.byteLength
  }
  times.sort((a, b) => a - b)
  return [ms(times[Math.floor(asks / 2)] ?? 0), ms(times.at(-1) ?? 0), `${(size / 1e6).toFixed(size < 1e5 ? 2 : 1)} MB`]
}
